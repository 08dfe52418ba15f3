import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { at, submission } from '../../../../../tests/support/submissions.ts'
import { openStorage } from '../../open.ts'
import { connect } from './connection.ts'
import { insertAll } from './insert.ts'
import { inThread } from './thread.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kolam-thread-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const insertThread = new URL('insert-thread.ts', import.meta.url)

it('stores concurrent submissions once, with their files, and finds every word', async () => {
  const { applications, close } = await openStorage({ dataDir: folder, insertThread })
  // The files of one request share its memory.
  const sent = new Uint8Array([1, 2, 3, 4, 5])
  const files = ['resume', 'deck'].map((field, n) => ({
    field,
    name: `${field}.pdf`,
    type: 'application/pdf',
    bytes: sent.subarray(2 * n, 2 * n + 3),
  }))
  const first = submission({
    answers: { idea: 'unmistakable looms' },
    files,
    key: 'first',
  })
  const { id } = first.change.application
  const more = Array.from({ length: 80 }, () => submission({ answers: { idea: 'looms' } }))
  const added = await Promise.all([first, ...more].map((each) => applications.add(each)))
  expect(added.map(({ kind }) => kind)).toEqual(Array(81).fill('added'))
  expect(await applications.list({ limit: 1, search: 'looms' })).toMatchObject({ total: 81 })
  expect((await applications.list({ limit: 5, search: 'unmistakable' })).applications).toEqual([first.change.application])
  expect([await applications.file(id, 'resume'), await applications.file(id, 'deck')]).toEqual(files)
  expect(await applications.add(submission({ key: 'first' }))).toEqual({ kind: 'already_added', id })
  expect(await applications.add(submission({ duplicate: { key: first.duplicate.key } }))).toEqual({ kind: 'duplicate' })
  await close()
})

it('indexes words that an earlier process did not index', async () => {
  await (await openStorage({ dataDir: folder })).close()
  const sent = submission({ answers: { idea: 'unmistakable' }, submittedAt: at(1) })
  const connection = connect(join(folder, 'kolam.sqlite'), 'write')
  const { id } = sent.change.application
  expect(insertAll(connection, [{ ...sent, labels: [] }])).toEqual([{ added: { kind: 'added', id } }])
  connection.close()
  const { applications, close } = await openStorage({ dataDir: folder, insertThread })
  expect((await applications.list({ limit: 5, search: 'unmistakable' })).applications).toEqual([sent.change.application])
  await close()
})

it('rejects only the submission that fails, with its error code', async () => {
  const { applications, close } = await openStorage({ dataDir: folder, insertThread })
  const sent = submission()
  const { id } = sent.change.application
  const results = await Promise.allSettled(
    [sent, submission({ id, duplicate: { key: 'another' } }), submission()].map((each) => applications.add(each)),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { name: 'AppError', code: 'DATABASE_QUERY_FAILED' } })
  expect(await applications.stats()).toMatchObject({ total: 2 })
  await close()
})

it('rejects open calls when the thread ends, and starts another for the next call', async () => {
  const program = join(folder, 'ends.mjs')
  writeFileSync(program, `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(7))`)
  const inserter = inThread(pathToFileURL(program), join(folder, 'kolam.sqlite'))
  const failure = { name: 'AppError', code: 'DATABASE_CONNECTION_FAILED' }
  await expect(inserter.indexDeferred(1)).rejects.toMatchObject(failure)
  writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => parentPort.postMessage({ value: 'again' }))`,
  )
  expect(await inserter.indexDeferred(1)).toBe('again')
  await inserter.close()
})
