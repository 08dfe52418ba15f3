import { afterEach, expect, it, vi } from 'vitest'
import { setZone, siteZone } from '../../../shared/dates.ts'
import { stateWords } from './map-words.ts'

const zone = siteZone()
afterEach(() => {
  vi.useRealTimers()
  setZone(zone)
})

it('a post appears with the day of the site, not with that of UTC', () => {
  setZone('Asia/Kolkata')
  const post = { date: '2026-03-02', featured: false }
  const document = { path: 'content/posts/a.md', state: 'built', savedAt: null, waiting: [], post } as never
  const wordsAt = (now: string): string => {
    vi.useFakeTimers({ now: new Date(now) })
    return stateWords(document, { publishes: [] } as never)
  }
  expect(['2026-03-01T18:29:00Z', '2026-03-01T18:31:00Z'].map(wordsAt)).toEqual(['Appears 2 Mar 2026', ''])
})
