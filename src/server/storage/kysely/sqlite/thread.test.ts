import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextThread } from '../../../../../tests/support/insert-thread.ts'
import { at, submission } from '../../../../../tests/support/submissions.ts'
import { openStorage } from '../../open.ts'
import { connect } from './connection.ts'
import { insertAll } from './insert.ts'
import type { Inserter } from './inserter.ts'
import { inThread } from './thread.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kolam-thread-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const insertThread = {
  program: `import(${JSON.stringify(new URL('insert-thread.ts', import.meta.url))})`,
  report: (cause: unknown) => expect.unreachable(String(cause)),
}

/** Opens the storage, and starts the thread by a submission. */
async function openWithThread() {
  const storage = await openStorage({ dataDir: folder, insertThread })
  const thread = nextThread()
  await storage.applications.add(submission())
  await thread
  return storage
}

it('stores concurrent submissions once, with their files, and finds every word', async () => {
  const { applications, close } = await openWithThread()
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
  const { applications, close } = await openWithThread()
  const sent = submission()
  const { id } = sent.change.application
  const results = await Promise.allSettled(
    [sent, submission({ id, duplicate: { key: 'another' } }), submission()].map((each) => applications.add(each)),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { name: 'AppError', code: 'DATABASE_QUERY_FAILED' } })
  expect(await applications.stats()).toMatchObject({ total: 3 })
  await close()
})

describe('the thread', () => {
  afterEach(() => vi.useRealTimers())

  const here = {
    insertAll: async () => 'here' as never,
    indexDeferred: async () => 'here' as never,
    close: async () => {},
  }

  /** The causes of the reported failures. */
  let reported: string[]
  const report = (cause: unknown): void => {
    reported.push((cause as Error).message)
  }
  beforeEach(() => {
    reported = []
  })

  /** An inserter whose thread handles a `call` with `program`, and replies with `value(call)`. */
  const inserterWith = (program: string, idleMs?: number) =>
    inThread(
      {
        program: `const { parentPort, threadId, workerData } = require('node:worker_threads')
          const { existsSync, writeFileSync } = require('node:fs')
          const reply = (value) => parentPort.postMessage({ value })
          parentPort.on('message', ({ method }) => { ${program} })`,
        report,
      },
      join(folder, 'kolam.sqlite'),
      here,
      idleMs,
    )

  /** Resolves when a thread has ended. */
  const exit = (thread: Worker): Promise<unknown> => new Promise((resolve) => thread.once('exit', resolve))

  /** Starts the thread by a submission. */
  async function online(inserter: Inserter): Promise<Worker> {
    const thread = nextThread()
    expect(await inserter.insertAll([])).toBe('here')
    return thread
  }

  it('starts with a submission, which does not wait for it', async () => {
    const inserter = inserterWith(`reply(method === 'insertAll' ? [] : threadId)`)
    expect(await inserter.indexDeferred(1)).toBe('here')
    const { threadId } = await online(inserter)
    expect([await inserter.insertAll([]), await inserter.indexDeferred(1)]).toEqual([[], threadId])
    await inserter.close()
  })

  it('rejects open calls when it ends, and the next submission starts another one', async () => {
    const inserter = inserterWith(`
      if (method === 'insertAll') reply([])
      else if (existsSync(workerData.file)) reply('again')
      else {
        writeFileSync(workerData.file, '')
        process.exit(7)
      }`)
    await online(inserter)
    await inserter.insertAll([])
    const failure = { name: 'AppError', code: 'DATABASE_CONNECTION_FAILED' }
    await expect(inserter.indexDeferred(1)).rejects.toMatchObject(failure)
    expect(reported).toEqual(['the thread that inserts has ended with 7'])
    await online(inserter)
    expect(await inserter.indexDeferred(1)).toBe('again')
    await inserter.close()
  })

  it('loses no submission when it cannot start, and is tried again after a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const inserter = inThread({ program: 'throw new Error("no memory")', report }, join(folder, 'kolam.sqlite'), here)
    let starts = 0
    const count = (): void => {
      starts += 1
    }
    process.on('worker', count)
    await exit(await online(inserter))
    expect(reported).toEqual(['no memory'])
    vi.advanceTimersByTime(59_999)
    expect([await inserter.insertAll([]), starts]).toEqual(['here', 1])
    vi.advanceTimersByTime(1)
    await exit(await online(inserter))
    expect([reported, starts]).toEqual([['no memory', 'no memory'], 2])
    process.off('worker', count)
    await inserter.close()
  })

  it('ends when it had no calls for a time, and the next submission starts another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const inserter = inserterWith('reply(threadId)', 1000)
    const first = await online(inserter)
    const { threadId } = first
    vi.advanceTimersByTime(999)
    expect(await inserter.indexDeferred(1)).toBe(threadId)
    vi.advanceTimersByTime(999)
    expect(await inserter.indexDeferred(1)).toBe(threadId)
    const exited = exit(first)
    vi.advanceTimersByTime(1000)
    // It is still closing its connection.
    expect(await inserter.indexDeferred(1)).toBe('here')
    const second = await online(inserter)
    await exited
    expect(await inserter.indexDeferred(1)).toBe(second.threadId)
    await inserter.close()
  })

  it('does not end during a call, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // It answers the first call at the second.
    const inserter = inserterWith(
      `
      if (method === 'close') reply()
      else if (globalThis.isSecond) for (const value of ['first', 'second']) reply(value)
      globalThis.isSecond = true`,
      1000,
    )
    await online(inserter)
    const first = inserter.indexDeferred(1)
    vi.advanceTimersByTime(5000)
    expect(await Promise.all([first, inserter.indexDeferred(1)])).toEqual(['first', 'second'])
    await inserter.close()
  })

  it('has closed its connection when the inserter is closed', async () => {
    const inserter = inserterWith(`
      if (method === 'close') writeFileSync(workerData.file, '')
      reply(method)`)
    await online(inserter)
    await inserter.close()
    expect(existsSync(join(folder, 'kolam.sqlite'))).toBe(true)
  })
})
