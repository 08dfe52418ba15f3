import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { answers } from '../support/answers.ts'
import { openApp } from '../support/app.ts'

/** The bytes of a page in the write-ahead log of SQLite, with its own head. */
const pageBytes = 4096 + 24

// Five are of the word index, six of the application and its indexes, six of the outbox, four of the idempotency key and the history (docs/performance.md).
test('a submission on its own writes at most 29 pages of the log', async () => {
  const app = await openApp({ databaseUrl: null })
  const file = path.join(app.dataDir, 'kolam.sqlite')
  const other = new DatabaseSync(file)
  /** Submits an application. @returns the pages that it wrote */
  const submit = async (): Promise<number> => {
    // Empties the log: one that is full begins again at its start, without growing.
    expect(Object.values(other.prepare('pragma wal_checkpoint(truncate)').get() ?? {})).toEqual([0, 0, 0])
    const response = await app.request('/api/submit-application', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({ formType: 'Accelerator', ...answers('Accelerator', { founderName: 'Applicant' }) }),
    })
    expect(response.status).toBe(201)
    return Math.floor(statSync(`${file}-wal`).size / pageBytes)
  }
  try {
    // The first ones are all on the same pages.
    for (let n = 0; n < 100; n += 1) await submit()
    let pages = 0
    for (let n = 0; n < 40; n += 1) pages += await submit()
    expect(pages / 40).toBeGreaterThan(20)
    expect(pages / 40).toBeLessThanOrEqual(29)
  } finally {
    other.close()
    await app.remove()
  }
})
