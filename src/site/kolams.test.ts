import { expect, test } from 'vitest'
import { posts } from '../content/content.ts'
import { kolam } from '../ui/kolam/kolam.ts'
import { kolamFrom, postDetail, postGround } from './kolams.ts'

test('no two posts have the same cover', () => {
  const covers = posts.map(({ slug }) => {
    const { seed, size, shape } = kolamFrom(slug)
    return kolam(seed, size, shape).path
  })
  expect(covers.length).toBeGreaterThan(10)
  expect(new Set(covers).size).toBe(covers.length)
})

test.each([true, false])('adjacent posts have different backgrounds; featured: %s', (featured) => {
  const grounds = posts.filter((post) => post.featured === featured).map(postGround)
  expect(grounds.filter((ground, at) => ground === grounds[at - 1])).toEqual([])
})

test.each([true, false])('no two of twelve posts in a row have the same ground and detail; featured: %s', (featured) => {
  const covers = posts.filter((post) => post.featured === featured).map((post) => `${postGround(post)} ${postDetail(post)}`)
  expect(covers.filter((cover, at) => covers.indexOf(cover) > at - 12 && covers.indexOf(cover) < at)).toEqual([])
})
