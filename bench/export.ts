/**
 * `node bench/export.ts [applications]`, after `npm run build`: measures exports of many applications from the running server in each format:
 * rows, duration and memory of the server. Measures the insights too, and the response time of `/healthz` meanwhile.
 * Prints one line for each figure. Fails when an export lacks rows, or when the memory of the server grows by more than `maxGrowth`.
 */
import { DatabaseSync } from 'node:sqlite'
import { chanceFrom } from '../src/server/programs/seed/chance.ts'
import { resume } from '../src/server/programs/seed/resume.ts'
import { formTypes } from '../src/shared/form-types.ts'
import { startServer } from '../tests/support/server.ts'
import { memory } from './programs.ts'

const amount = Number(process.argv[2] ?? 100_000)
/** By how many bytes the memory of the server may grow during an export. */
const maxGrowth = 64 * 1024 * 1024
/** Every tenth application has a file. */
const fileInterval = 10

const printFigure = (what: string, figure: string): void => console.log(`${what.padEnd(34)} ${figure}`)
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`

/** Inserts applications directly into the database of a stopped server, each with about 2 KB of answers. */
function fill(file: string): void {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const add =
    db.prepare(`insert into applications (id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status,
    submitted_at, reviewed_at, notes, ip, revision, duplicate_key, duplicate_rule, search_text, origin)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '192.0.2.1', 1, ?, 'while_pending', ?, ?)`)
  const addHistory = db.prepare('insert into history (application_id, revision, at, by, event) values (?, ?, ?, ?, ?)')
  const addFile = db.prepare("insert into files (application_id, field, name, type, bytes) values (?, 'resume', ?, ?, ?)")
  const statuses = ['pending', 'approved', 'rejected', 'pitch'] as const
  const sentence = 'A loom that counts its own threads, and a ledger that the weaver can read. '
  const now = Date.now()
  for (let n = 0; n < amount; n += 1) {
    const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
    const chance = chanceFrom(n)
    const formType = formTypes[n % formTypes.length] ?? 'Contact'
    const status = chance.pick(statuses)
    const at = now - Math.floor(((amount - n) / amount) * 400 * 86_400_000)
    const decided = status === 'pending' ? null : at + chance.between(1, 20) * 3_600_000
    const answers = Object.fromEntries(
      ['founderName', 'companyName', 'problemStatement', 'solution', 'message', 'expectations'].map((name) => [
        name,
        `${n} ${sentence.repeat(5)}`,
      ]),
    )
    const email = `applicant${n}@people.example`
    const origin = JSON.stringify({ first: { page: '/', source: chance.pick(['letter', 'campus', 'alumni']) } })
    add.run(
      id,
      formType,
      `Applicant ${n}`,
      email,
      email,
      `Company ${n}`,
      JSON.stringify(answers),
      status,
      at,
      decided,
      id,
      `applicant ${n}`,
      origin,
    )
    addHistory.run(id, 0, at, 'applicant', '{"what":"submitted"}')
    if (decided !== null)
      addHistory.run(id, 1, decided, 'admin@example.com', JSON.stringify({ what: 'moved', from: 'pending', to: status }))
    if (n % fileInterval === 0) {
      const { name, type, bytes } = resume('resume', { firstName: 'Applicant', lastName: String(n) })
      addFile.run(id, name, type, bytes)
    }
  }
  db.exec(`insert into counters (form_type, status, shard, n)
    select form_type, status, 0, count(*) from applications group by form_type, status; commit`)
  db.close()
}

/** The resident memory of a process in bytes. */
const residentOf = (pid: number): number => memory(pid).resident * 1024 * 1024

/** Runs `work` and meanwhile measures the server: its peak memory in bytes, and the slowest response of `/healthz` in milliseconds. */
async function watched<T>(pid: number, url: string, work: () => Promise<T>) {
  let peak = residentOf(pid)
  let slowest = 0
  let done = false
  const watching = (async () => {
    while (!done) {
      const start = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - start)
      peak = Math.max(peak, residentOf(pid))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const start = performance.now()
  try {
    return { result: await work(), ms: performance.now() - start, peak: () => peak, slowest: () => slowest }
  } finally {
    done = true
    await watching
  }
}

const server = await startServer({ DATABASE_URL: '' })
let faults = 0
try {
  const began = performance.now()
  await server.stop()
  fill(`${server.dataDir}/kolam.sqlite`)
  await server.start()
  printFigure(`${amount} applications inserted`, `${((performance.now() - began) / 1000).toFixed(1)} s`)
  const pid = server.pid()
  const cookie = await server.signIn()
  const request = (path: string): Promise<Response> => fetch(server.url + path, { headers: { cookie } })
  await (await request('/api/applications?limit=200')).text()

  for (const [index, format] of ['csv', 'csv', 'xlsx', 'json', 'json&history=1', 'zip'].entries()) {
    const before = residentOf(pid)
    const { result, ms, peak, slowest } = await watched(pid, server.url, async () => {
      const response = await request(`/api/applications/export?framed=1&format=${format}`)
      const total = Number(response.headers.get('x-total-rows'))
      const { unframe } = await import('../src/api/frames.ts')
      const pieces = unframe(response.body as unknown as AsyncIterable<Uint8Array>)
      let bytes = 0
      let next = await pieces.next()
      for (; !next.done; next = await pieces.next()) bytes += next.value.bytes.length
      return { total, rows: next.value, bytes }
    })
    const growth = peak() - before
    if (result.rows !== amount || result.total !== amount || growth > maxGrowth) faults += 1
    printFigure(
      `export as ${format}${index === 0 ? ', fresh process' : ''}`,
      `${result.rows} rows, ${megabytes(result.bytes)}, ${(ms / 1000).toFixed(1)} s, memory +${megabytes(growth)}, slowest /healthz ${slowest().toFixed(0)} ms`,
    )
  }
  for (const query of ['', 'form_type=Contact']) {
    const { result, ms, slowest } = await watched(pid, server.url, async () => (await request(`/api/insights?${query}`)).json())
    const { submitted } = (result as { insights: { outcomes: { submitted: number } } }).insights.outcomes
    printFigure(
      `insights ${query || 'of all'}`,
      `${submitted} counted, ${(ms / 1000).toFixed(2)} s, slowest /healthz ${slowest().toFixed(0)} ms`,
    )
  }
} finally {
  await server.remove()
}
if (faults > 0) throw new Error(`${faults} exports lack rows or took more than ${megabytes(maxGrowth)} of memory`)
