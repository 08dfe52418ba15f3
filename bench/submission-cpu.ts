/**
 * `node bench/submission-cpu.ts`: prints the CPU of each step of a submission without HTTP, in microseconds for one accelerator application
 * of 2.3 KB. The wait for a disk sync does not count as CPU.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { duplicateCheck, submit } from '../src/applications/submission.ts'
import { validate } from '../src/forms/views/validate.ts'
import { sha256 } from '../src/server/hashes.ts'
import { type Insertion, rowsOf } from '../src/server/storage/kysely/applications/insertion.ts'
import { entryWords } from '../src/server/storage/kysely/search/index-entry.ts'
import { connect } from '../src/server/storage/kysely/sqlite/connection.ts'
import { indexDeferred } from '../src/server/storage/kysely/sqlite/deferred-words.ts'
import { insertAll } from '../src/server/storage/kysely/sqlite/insert.ts'
import { openStorage } from '../src/server/storage/open.ts'
import { labelsOf } from '../src/server/storage/search-text.ts'
import { answers, forms } from '../tests/support/answers.ts'

const amount = 3_200
const batchSize = 64
const form = forms.Accelerator
const words = 'kolam loom water meter rice mill school nurse repair battery ledger harvest transit audit garment clinic'.split(
  ' ',
)
const long = Object.entries(form.fields).filter(([, { kind }]) => kind === 'textarea')

/** The `n`th body, each from another applicant. */
function body(n: number): string {
  const text = (of: number): string => Array.from({ length: 33 }, (_, k) => words[(n * 7 + of * k + k) % words.length]).join(' ')
  return JSON.stringify({
    ...answers('Accelerator'),
    ...Object.fromEntries(long.map(([name], of) => [name, text(of)])),
    email: `applicant${n}@mail${n % 97}.example`,
    companyName: `Company ${n}`,
  })
}

/** Prints the CPU of one call in microseconds, divided by `each`: the median of five runs of `calls` calls. */
function measure(part: string, calls: number, call: (n: number) => unknown, each = 1): void {
  const run = (): number => {
    const before = process.cpuUsage()
    for (let n = 0; n < calls; n += 1) call(n)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / calls / each
  }
  const sorted = Array.from({ length: 5 }, run).sort((a, b) => a - b)
  console.log(`${(sorted[2] ?? 0).toFixed(1).padStart(7)}  ${part}`)
}

const bodies = Array.from({ length: amount }, (_, n) => body(n))
const parsed = (n: number) => JSON.parse(bodies[n] ?? '')
const checked = bodies.map((_, n) => {
  const result = validate(form, parsed(n))
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
})
let made = 0
function insertion(n: number): Insertion {
  made += 1
  const at = new Date(Date.UTC(2026, 0, 15) + made)
  const change = submit({
    form,
    answers: checked[n % amount] ?? {},
    ip: '192.0.2.1',
    at,
    dueAt: at,
    delivery: { spreadsheet: 'none', holdS: 10 },
  })
  const duplicate = { key: `duplicate ${made}`, rule: form.duplicates, since: at }
  return { change, duplicate, files: [], idempotency: { key: `key ${made}`, content: 'content', until: at }, labels: [] }
}

measure('JSON', amount, parsed)
measure('validation, with JSON', amount, (n) => validate(form, parsed(n)))
measure('the change', amount, insertion)
measure('duplicate key', amount, (n) => duplicateCheck({ form, answers: checked[n] ?? {}, at: new Date(0) }, {}, sha256))
measure('hash of the content', amount, (n) => sha256(JSON.stringify([form.type, checked[n], {}])))
const insertions = checked.map((_, n) => insertion(n))
measure('labels of choices', amount, (n) => labelsOf(checked[n] ?? {}, form))
measure('rows, with folded text, facets and person keys', amount, (n) => rowsOf(insertions[n] as Insertion, []))
const rows = insertions.map((made) => rowsOf(made, []).application)
measure('words for the index', amount, (n) => entryWords({ ...(rows[n] as (typeof rows)[number]), seq: n, volume: 0 }))

const folder = mkdtempSync(join(tmpdir(), 'kolam-submission-cpu-'))
await (await openStorage({ dataDir: folder })).close()
const connection = connect(join(folder, 'kolam.sqlite'), 'write')
const batch = (): void => {
  for (let left = Array.from({ length: batchSize }, (_, n) => insertion(n)); left.length > 0; )
    left = left.slice(insertAll(connection, left).length)
}
measure('the change, its rows and their transaction', amount / batchSize, batch, batchSize)
measure('words written to the index', amount / 16, () => indexDeferred(connection, 16), 16)
connection.close()
rmSync(folder, { recursive: true })
