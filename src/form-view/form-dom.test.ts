import { describe, expect, test } from 'vitest'
import { completeUrl } from './form-dom.ts'

describe('completeUrl', () => {
  test.each([
    ['www.example.in', 'https://www.example.in'],
    ['  example.in/team?x=1 ', 'https://example.in/team?x=1'],
    ['example.in:8080', 'https://example.in:8080'],
    ['https://example.in', 'https://example.in'],
    ['http://example.in', 'http://example.in'],
  ])('%j becomes %j', (written, completed) => {
    expect(completeUrl(written)).toBe(completed)
  })

  test.each(['', 'none yet', 'we have two: a.in, b.in', 'asha@example.in', 'word'])('leaves %j alone', (written) => {
    expect(completeUrl(written)).toBe(written)
  })
})
