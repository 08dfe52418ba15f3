import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStorage } from './open.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kolam-record-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const open = () => openStorage({ dataDir, recordsDeletions: true })

it.each([
  ['empty, as after a power failure', ''],
  ['cut off', '[{"key":"deleted'],
  ['of another program', '[{"key":1}]'],
])('names a damaged file: %s', async (_, content) => {
  const file = join(dataDir, 'deletions.json')
  writeFileSync(file, content)
  await expect(open()).rejects.toMatchObject({
    name: 'AppError',
    code: 'DATABASE_ERROR',
    message: expect.stringMatching(
      /deletions\.json was damaged\. It is a second copy .* Remove it, unless you replaced the database/,
    ),
  })
  rmSync(file)
  await (await open()).close()
})

it('names a file that cannot be read', async () => {
  mkdirSync(join(dataDir, 'deletions.json'))
  await expect(open()).rejects.toThrow(`${join(dataDir, 'deletions.json')} cannot be read (EISDIR).`)
})
