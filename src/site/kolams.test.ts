import { expect, test } from 'vitest'
import { posts } from '../content/content.ts'
import { kolam } from '../ui/kolam/kolam.ts'
import { postGround, postKolam } from './kolams.ts'

test('no two posts have the same cover', () => {
  const covers = posts.map(({ slug }) => {
    const { seed, size, shape } = postKolam(slug)
    return kolam(seed, size, shape).path
  })
  expect(covers.length).toBeGreaterThan(10)
  expect(new Set(covers).size).toBe(covers.length)
})

test.each([true, false])('adjacent posts have different backgrounds; featured: %s', (featured) => {
  const grounds = posts.filter((post) => post.featured === featured).map(postGround)
  expect(grounds.filter((ground, at) => ground === grounds[at - 1])).toEqual([])
})
