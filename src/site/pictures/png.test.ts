import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cachedPng, renderPng } from './png.ts'

test('a picture that is incomplete in the cache is rendered again', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><!-- ${crypto.randomUUID()} --></svg>`
  const file = cachedPng(svg, 8)
  const complete = Buffer.from(await renderPng(svg, 8))
  expect(readFileSync(file)).toEqual(complete)
  for (const length of [0, 8, complete.length - 1]) {
    writeFileSync(file, complete.subarray(0, length))
    expect(Buffer.from(await renderPng(svg, 8))).toEqual(complete)
  }
  expect(readFileSync(file)).toEqual(complete)
  rmSync(file)
})
