import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { type DeskCalls, type Json, signedIn } from '../support/desk.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'

// As SQLite tests itself: of one request, each write or sync of the database fails in turn, with an error of the system call (strace). Afterwards everything
// that was acknowledged is there, nothing is there in part, and the same request succeeds. KOLAM_WRITE_STEP=1 is the full drill.
// A write of other work of the server, such as the outbox, may be the nth one; then that is what fails.

const step = Number(process.env.KOLAM_WRITE_STEP ?? 7)
const faults = step === 1 ? ['EIO', 'ENOSPC'] : ['EIO']
/** More than any request makes. */
const most = 200

let server: Running
let desk: DeskCalls

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** A kind of write. */
interface Kind {
  readonly name: string
  /** Makes what the request is about. */
  prepare(): Promise<Attempt>
}

/** One request that writes. */
interface Attempt {
  act(): Promise<Response>
  /** Whether it has happened; throws when it has in part. */
  happened(): Promise<boolean>
}

const json = (body: unknown, method: string): RequestInit => ({
  method,
  headers: { cookie: desk.cookie, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const at = (route: string): string => server.url + route
const read = async (application: string): Promise<Json> => (await desk.call(application)).body

/** A submission: it is there once, with its history and its letter, or not at all. */
function submitted(formType: Parameters<typeof answers>[0]): Attempt {
  const key = crypto.randomUUID()
  // Words of a search; a hyphen would exclude what follows.
  const email = `${key.replaceAll('-', '')}@example.in`
  const written = answers(formType, { email })
  return {
    act: () => fetch(at('/api/submit-application'), submission(formType, written, { 'Idempotency-Key': key })),
    async happened() {
      const { applications, total } = (await desk.call(`/api/applications?q=${encodeURIComponent(email)}`)).body
      expect(total).toBe(applications.length)
      if (total === 0) return false
      const { history, application } = await read(`/api/applications/${applications[0].id}`)
      expect([total, history.length, application.applicant_email]).toEqual([1, 1, email])
      if (formType !== 'WorkForStartups') return true
      const file = await fetch(at(`/api/applications/${application.id}/resume`), { headers: { cookie: desk.cookie } })
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)])
      return true
    },
  }
}

/** A change of an application that is there: its state, its history and its letters agree. */
async function changed(
  act: (application: string, id: string) => Promise<Response>,
  isDone: (response: Json) => boolean,
  prepared?: (application: string) => Promise<unknown>,
): Promise<Attempt> {
  const application = await desk.apply('Contact')
  await prepared?.(application)
  const before = await read(application)
  const id = application.split('/').at(-1) ?? ''
  return {
    act: () => act(application, id),
    async happened() {
      const after = await read(application)
      const isChanged = isDone(after)
      const grown = [after.application.revision > before.application.revision, after.history.length > before.history.length]
      expect(grown).toEqual([isChanged, isChanged])
      return isChanged
    },
  }
}

/** The applicant withdraws on the page of the private link. */
async function withdrawn(): Promise<Attempt> {
  const written = answers('Contact')
  const sent: Json = await (await fetch(at('/api/submit-application'), submission('Contact', written))).json()
  const id = sent.applicationId
  const link = at(new URL(sent.privateLink).pathname)
  const cookie = cookiesOf(await fetch(link, { redirect: 'manual' }))
  const body = new URLSearchParams({ of: id })
  return {
    act: () => fetch(at('/my/withdraw'), { method: 'POST', headers: { cookie }, body }),
    async happened() {
      const { application, history } = await read(`/api/applications/${id}`)
      const isWithdrawn = application.withdrawn_at != null
      expect(history.length).toBe(isWithdrawn ? 2 : 1)
      return isWithdrawn
    },
  }
}

/** A question of the site changes: visitors read it if its publish is stored and the newest one. */
async function published(): Promise<Attempt> {
  const document = 'content/faq.yaml'
  const open = async (): Promise<Json> =>
    (await desk.call(`/api/site/document?path=${encodeURIComponent(document)}`)).body.document
  const { value, revision } = await open()
  const question = `Is tea included, ${crypto.randomUUID()}?`
  const edited = [{ ...value[0], question }, ...value.slice(1)]
  const draft = (await desk.call('/api/site/document', 'PUT', { path: document, value: edited, revision })).body.document
  const publish = { drafts: { [document]: draft.revision }, note: question }
  return {
    act: () => fetch(at('/api/site/publish'), json(publish, 'POST')),
    async happened() {
      const { publishes } = (await desk.call('/api/site')).body
      const count = publishes.filter(({ note }: Json) => note === question).length
      const isLive = (await (await fetch(at('/apply'))).text()).includes(question)
      const isNewest = publishes.find(({ revision }: Json) => revision !== null)?.note === question
      expect([count, isLive]).toEqual([count === 0 ? 0 : 1, isNewest])
      return count === 1
    },
  }
}

const kinds: readonly Kind[] = [
  { name: 'a submission', prepare: async () => submitted('Contact') },
  { name: 'a submission with a file', prepare: async () => submitted('WorkForStartups') },
  {
    name: 'a decision',
    prepare: () =>
      changed(
        (application) => fetch(at(application), json({ status: 'approved', from: 'pending' }, 'PATCH')),
        (response) => {
          const isApproved = response.application.status === 'approved'
          expect(response.messages.length).toBe(isApproved ? 1 : 0)
          return isApproved
        },
      ),
  },
  {
    name: 'notes',
    prepare: () =>
      changed(
        (application) => fetch(at(application), json({ notes: 'Ask about the mill.' }, 'PATCH')),
        ({ application }) => application.notes !== '',
      ),
  },
  {
    name: 'an undo',
    prepare: () =>
      changed(
        (application) => fetch(at(`${application}/undo`), json({}, 'POST')),
        (response) => {
          const isPending = response.application.status === 'pending'
          expect(response.messages.filter(({ state }: Json) => state === 'waiting').length).toBe(isPending ? 0 : 1)
          return isPending
        },
        (application) => desk.call(application, 'PATCH', { status: 'rejected', from: 'pending' }),
      ),
  },
  { name: 'a withdrawal', prepare: withdrawn },
  // Each takes seconds.
  ...(step === 1 ? [{ name: 'a publish', prepare: published }] : []),
]

/** Attaches strace to the server, so that its nth write or sync of the database fails with `error`. */
async function failing(n: number, error: string) {
  const database = path.join(server.dataDir, 'kolam.sqlite')
  const log = path.join(server.dataDir, 'strace.log')
  const injected = `inject=write,pwrite64,fsync,fdatasync,ftruncate:error=${error}:when=${n}`
  const files = ['', '-wal'].flatMap((ending) => ['-P', `${database}${ending}`])
  const args = ['-f', '-p', String(server.pid()), '-o', log, '-e', 'signal=none', '-e', injected, ...files]
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  tracer.stderr.on('data', (chunk) => (printed += chunk))
  await until('strace to attach', () => printed.includes('attached') || undefined)
  return {
    /** Detaches it. @returns whether a call failed */
    async end(): Promise<boolean> {
      const closed = once(tracer, 'close')
      tracer.kill('SIGINT')
      await closed
      return readFileSync(log, 'utf8').includes('INJECTED')
    },
  }
}

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent', DATABASE_URL: '', DECISION_HOLD_S: '3600' })
  desk = await signedIn(server)
})
afterAll(() => server?.remove())

/** strace exists only on Linux, where a user may attach it to another process unless the system forbids it; root always may. */
const mayTrace =
  process.platform === 'linux' &&
  (process.getuid?.() === 0 || (readIfThere('/proc/sys/kernel/yama/ptrace_scope') ?? '0').trim() === '0')
const ofEachKind = it.skipIf(!mayTrace).for(kinds)

ofEachKind('$name is whole or not there when any of its writes fails', { timeout: 900_000 }, async ({ prepare }) => {
  const attempts: { readonly attempt: Attempt; readonly when: string }[] = []
  const failures = new Map(faults.map((error) => [error, 0]))
  for (const error of faults)
    for (let n = 1; n <= most; n += step) {
      const attempt = await prepare()
      const tracer = await failing(n, error)
      const response = await attempt.act()
      const hasFailed = await tracer.end()
      const when = `write ${n} fails with ${error}, and the response is ${response.status}`
      const isThere = await attempt.happened()
      if (response.ok) expect(isThere, when).toBe(true)
      // A request that was refused may be sent again.
      if (!isThere) expect((await attempt.act()).status, when).toBeLessThan(300)
      expect(await attempt.happened(), when).toBe(true)
      attempts.push({ attempt, when })
      if (!hasFailed) break
      failures.set(error, (failures.get(error) ?? 0) + 1)
    }
  // A request makes some twenty writes and syncs.
  for (const [error, count] of failures) expect(count, error).toBeGreaterThan(step === 1 ? 10 : 1)
  if (step === 1) console.log([...failures].map(([error, count]) => `${count} ${error}`).join(', '))
  await server.stop('SIGKILL')
  const db = new DatabaseSync(path.join(server.dataDir, 'kolam.sqlite'))
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  db.close()
  await server.start()
  for (const { attempt, when } of attempts) expect(await attempt.happened(), when).toBe(true)
})
