import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { answers } from '../support/answers.ts'
import { openApp } from '../support/app.ts'

/** The bytes of a page in the write-ahead log of SQLite, with its own head. */
const pageBytes = 4096 + 24

// The goal is 25. Twelve of these pages are of person_keys: a key of each kind is on another page of their index (docs/performance.md).
test('a submission on its own writes at most 44 pages of the log', async () => {
  const app = await openApp({ databaseUrl: null })
  const pages = (): number => Math.floor(statSync(path.join(app.dataDir, 'kolam.sqlite-wal')).size / pageBytes)
  /** Submits applications one after the other. @returns the pages for each */
  const submit = async (count: number): Promise<number> => {
    const before = pages()
    for (let n = 0; n < count; n += 1) {
      const response = await app.request('/api/submit-application', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify({ formType: 'Accelerator', ...answers('Accelerator', { founderName: 'Applicant' }) }),
      })
      expect(response.status).toBe(201)
    }
    return (pages() - before) / count
  }
  try {
    // The first ones are all on the same pages.
    await submit(100)
    expect(await submit(40)).toBeLessThanOrEqual(44)
  } finally {
    await app.remove()
  }
})
