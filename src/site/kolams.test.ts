import { expect, test } from 'vitest'
import { posts } from '../content/posts.ts'
import { kolam } from '../ui/kolam/kolam.ts'
import { postKolam } from './kolams.ts'

test('no two posts have the same cover', () => {
  const covers = posts.map(({ slug }) => {
    const { seed, size, shape } = postKolam(slug)
    return kolam(seed, size, shape).path
  })
  expect(covers.length).toBeGreaterThan(10)
  expect(new Set(covers).size).toBe(covers.length)
})
