import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import { textsIn } from '../../src/server/database/search-text.ts'
import { findDifferences } from '../../src/server/sheets/differences.ts'
import { day, hour, second } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { pdf } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { type Applicant, applicantOf } from '../support/applicant.ts'

/** How many sequences run; `npm run drills` runs more. `KOLAM_CONSISTENCY_SEED` repeats one: a seed, or a seed and a path. */
const total = Number(process.env.KOLAM_CONSISTENCY_SEQUENCES ?? 50)
/** PostgreSQL runs fewer sequences, because it is slower. */
const sequences = inject('postgres') === undefined ? total : Math.ceil(total / 5)
const [seed, steps] = process.env.KOLAM_CONSISTENCY_SEED?.split('/') ?? []
/** After this many sequences the test starts with an empty storage: one of few applications fails in other ways than one of many. */
const perStore = 4

const actions = [
  'submit',
  'submit without optional answers',
  'submit spam',
  'change answers',
  'empty answers',
  'withdraw',
  'return',
  'request',
  'answer',
  'close request',
  'decide',
  'reopen',
  'undo',
  'note',
  'meet',
  'score',
  'address',
  'delay',
  'write',
  'see',
  'send now',
  'edit letter',
  'take back',
  'stop letters',
  'delete',
  'erase',
  'undo erasure',
  'release',
  'discard',
  'search',
  'wait',
] as const

const action = fc.record({ do: fc.constantFrom(...actions), which: fc.nat({ max: 3 }), value: fc.nat({ max: 5 }) })
const sequence = fc.array(action, { minLength: 3, maxLength: 14 })
type Action = (typeof sequence extends fc.Arbitrary<infer Value> ? Value : never)[number]

const step = (what: (typeof actions)[number], value = 0): Action => ({ do: what, which: 0, value })

/** Sequences in which every change is accepted at least once. */
const examples = [
  ['change answers', 'empty answers', 'withdraw', 'return', ['request', 5], ['answer', 5], ['request', 5], 'close request'],
  [['note', 1], ['note', 0], ['meet', 1], ['meet', 0], ['score', 3], 'write', 'search', 'release', 'address'],
  ['decide', 'undo', ['decide', 1], ['wait', 1], 'reopen', 'delete', 'undo', 'erase', 'undo erasure', 'delete', ['wait', 1]],
  [['wait', 4], 'delay', ['wait', 1], 'erase', ['wait', 5]],
  [
    'change answers',
    'see',
    ['decide', 1],
    'edit letter',
    'send now',
    'reopen',
    ['decide', 0],
    'take back',
    ['wait', 2],
    'stop letters',
  ],
  ['submit spam', 'release', 'submit spam', 'discard', 'submit spam', ['change answers', 0], 'withdraw', 'erase'],
] as const

const waits = [second, 11 * second, hour, day, 8 * day, 31 * day]
const allowed = [200, 201, 303, 400, 404, 409, 410, 422, 429]

/** The changes that were accepted at least once, and `words on disk`: the files of an undeleted application were read. */
const done = new Set<string>()

let words = 0
/** A word that nothing else contains. */
const newWord = (): string => {
  words += 1
  return `zq${words}zq`
}
const uniqueWord = /zq\d+zq/g

interface System {
  readonly app: App
  readonly applicants: Applicant[]
  /** The last request to each application. */
  readonly requests: Map<string, number>
  readonly erasures: string[]
}

async function start(): Promise<System> {
  const app = await openApp()
  return { app, applicants: [], requests: new Map(), erasures: [] }
}

/** Time passes: letters are sent, and deletions become final. */
async function pass(system: System, ms: number): Promise<void> {
  const { app } = system
  app.clock.ms += ms
  await app.runOutbox()
  await app.chore('purge')
}

/** The applicant's form with other answers: a new company, and the optional answers filled or emptied. */
async function changeAnswers({ stored, change }: Applicant, isEmptied: boolean): Promise<Response | undefined> {
  const application = await stored().catch(() => undefined)
  if (application === undefined) return undefined
  const optional = application.formType === 'Accelerator' ? ['coFounderName'] : ['company']
  const changed = Object.fromEntries(optional.map((name) => [name, isEmptied ? '' : newWord()]))
  const company = 'companyName' in application.answers && !isEmptied ? { companyName: `Works ${newWord()}` } : {}
  return change({ ...changed, ...company })
}

/** The id of a letter about an application that waits, or of none. */
async function waitingLetter({ app }: System, id: string): Promise<string> {
  const held = await app.storage.outbox.held(new Date(app.clock.ms), 1000)
  return held.find(({ entry }) => entry.applicationId === id)?.entry.id ?? 'none'
}

/** Stops or resumes the letters about an application by the link in its last letter. */
async function stopLetters({ app }: System, { stored }: Applicant, stops: boolean): Promise<Response | undefined> {
  const { applicantEmail } = (await stored().catch(() => undefined)) ?? {}
  const letter = app.mails.findLast(({ to }) => to === applicantEmail)
  const token = letter?.text.match(/\/my\/stop\/([\w-]+\.[\w-]{22})/)?.[1]
  if (token === undefined) return undefined
  return app.request('/my/stop', { method: 'POST', body: new URLSearchParams({ token, letters: stops ? 'stop' : 'resume' }) })
}

async function act(system: System, { do: what, which, value }: Action): Promise<void> {
  const { app, applicants, requests, erasures } = system
  if (what === 'submit' || what === 'submit without optional answers' || what === 'submit spam') {
    const type: FormType = value < 4 ? 'Accelerator' : 'Contact'
    const own = type === 'Accelerator' ? { companyName: newWord(), coFounderName: newWord() } : { message: newWord() }
    const values = {
      ...own,
      ...(what === 'submit without optional answers' && { coFounderName: '' }),
      ...(what === 'submit spam' && { knot: 'x' }),
    }
    applicants.push(await applicantOf(app, `${newWord()}@people.example`, type, values))
    return
  }
  const isAboutRequest = what === 'answer' || what === 'close request'
  const candidates = isAboutRequest ? applicants.filter(({ id }) => requests.has(id)) : applicants
  // Mostly the newest application, so that changes meet.
  const applicant = candidates.at(-1 - (which % Math.max(1, candidates.length)))
  if (applicant === undefined) return
  const { id } = applicant
  const at = `/api/applications/${id}`
  const respond = async (): Promise<{ readonly status: number; readonly body?: unknown } | undefined> => {
    switch (what) {
      case 'change answers':
        return changeAnswers(applicant, false)
      case 'empty answers':
        return changeAnswers(applicant, true)
      case 'withdraw':
        return applicant.post('/my/withdraw', { of: id, reason: newWord() })
      case 'return':
        return applicant.post('/my/return', { of: id })
      case 'request': {
        const made = await app.call(`${at}/requests`, 'POST', { text: 'Your deck?', kind: 'both' })
        if (made.status !== 200) return made
        requests.set(id, made.body.revision)
        if (value > 1) await pass(system, 11 * second)
        return made
      }
      case 'answer': {
        const body = new FormData()
        body.append('answer', newWord())
        body.append('file', new File(value > 2 ? [pdf] : [], value > 2 ? `${newWord()}.pdf` : ''))
        const url = `/my/answer?of=${id}&request=${requests.get(id) ?? 0}`
        return app.request(url, { method: 'POST', headers: { cookie: applicant.cookie }, body })
      }
      case 'close request':
        return app.call(`${at}/requests/${requests.get(id) ?? 0}/close`, 'POST')
      case 'decide':
        return app.call(at, 'PATCH', { status: ['approved', 'rejected', 'pitch'][value % 3] })
      case 'reopen':
        return app.call(`${at}/reopen`, 'POST', { sentence: 'It was a mistake.' })
      case 'undo':
        return app.call(`${at}/undo`, 'POST')
      case 'note':
        return app.call(at, 'PATCH', { notes: value === 0 ? '' : newWord() })
      case 'meet':
        return app.call(at, 'PATCH', { meeting_scheduled_at: value === 0 ? null : `2027-01-0${value}T05:00:00Z` })
      case 'score':
        return app.call(`${at}/scores`, 'PUT', { criterion: 'team', score: value || null })
      case 'address':
        return app.call(`${at}/address`, 'POST', { email: `${newWord()}@people.example` })
      case 'delay':
        return app.call(`${at}/delay`, 'POST', {})
      case 'write':
        return app.call(`${at}/message`, 'POST', { subject: 'A question', text: 'Dear founder' })
      case 'see':
        return app.call(`${at}/read`, 'POST', {
          answers_revision: (await app.storage.applications.byId(id))?.answersRevision ?? 0,
        })
      case 'send now':
        return app.call('/api/outbox/send', 'POST', { ids: [await waitingLetter(system, id)] })
      case 'edit letter':
        return app.call(`${at}/messages/${await waitingLetter(system, id)}`, 'PATCH', { sentence: `About ${newWord()}.` })
      case 'take back':
        return app.call(`${at}/messages/${await waitingLetter(system, id)}`, 'DELETE')
      case 'stop letters':
        return stopLetters(system, applicant, value % 2 === 0)
      case 'delete':
        return app.call(at, 'DELETE')
      case 'erase': {
        const made = await app.call('/api/person/erasures', 'POST', { ids: [id] })
        if (made.status === 200) erasures.push(made.body.erasure.id)
        return made
      }
      case 'undo erasure':
        return app.call(`/api/person/erasures/${erasures.at(-1) ?? 'none'}/undo`, 'POST')
      case 'release':
        return app.call('/api/quarantine/release', 'POST', { ids: [id] })
      case 'discard':
        return app.call('/api/quarantine/delete', 'POST', { ids: [id] })
      case 'search':
        return app.call('/api/applications?q=zq1zq')
      case 'wait':
        await pass(system, waits[value] ?? second)
        return undefined
    }
  }
  const response = await respond()
  if (response === undefined) return
  expect(allowed, `${what}: ${JSON.stringify(response.body)}`).toContain(response.status)
  if (response.status < 400) done.add(what)
}

/** The unique words by which a search must find an application. */
const wordsOf = ({ applicantEmail, companyName, answers, requests }: Application): readonly string[] => {
  const answered = requests.flatMap(({ answer }) => (answer === undefined ? [] : [answer.text, answer.file?.name ?? '']))
  return [applicantEmail, companyName, ...textsIn(answers), ...answered].join(' ').match(uniqueWord) ?? []
}

/** Compares the list, the search, and the counts of the desk with the stored applications. */
async function agree({ app, applicants }: System, from: number): Promise<void> {
  const stored = (await Promise.all(applicants.map(({ id }) => app.storage.applications.byId(id)))).filter(
    (application) => application !== undefined,
  )
  const { quarantined: held } = await app.storage.applications.quarantined({ limit: 1000 })
  const quarantined = new Set(held.map(({ application }) => application.id))
  const visible = stored.filter(({ id, withdrawnAt }) => withdrawnAt === null && !quarantined.has(id))
  const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id).toSorted()
  const list = async (query: string) => (await app.call(`/api/applications?limit=200&${query}`)).body
  expect(idsOf((await list('')).applications)).toEqual(idsOf(visible))
  for (const status of ['pending', 'pitch', 'approved', 'rejected']) {
    const expected = visible.filter((application) => application.status === status)
    expect(idsOf((await list(`status=${status}`)).applications), status).toEqual(idsOf(expected))
    expect(idsOf((await list(`status=${status}&q=people`)).applications), `people, ${status}`).toEqual(
      idsOf(expected.filter(({ applicantEmail }) => applicantEmail.endsWith('people.example'))),
    )
  }
  const { stats } = (await app.call('/api/stats')).body
  expect(stats.total).toBe(visible.length)
  for (const has of ['notes', 'meeting']) {
    const expected = visible.filter(({ notes, meetingAt }) => (has === 'notes' ? notes !== '' : meetingAt !== null))
    expect(idsOf((await list(`q=has:${has}`)).applications), `has:${has}`).toEqual(idsOf(expected))
  }
  for (let n = from; n <= words; n += 1) {
    const word = `zq${n}zq`
    const expected = visible.filter((application) => wordsOf(application).includes(word))
    expect(idsOf((await list(`q=${word}`)).applications), word).toEqual(idsOf(expected))
  }
}

/** Compares what the applicants' own pages, the export and the overview of a person contain with the stored applications. */
async function agreeOnPersons({ app, applicants }: System): Promise<void> {
  for (const { id, stored, get } of applicants) {
    const application = (await app.storage.applications.inQuarantine(id)) ?? (await stored().catch(() => undefined))
    const page = await get(`/my?of=${id}`)
    if (application === undefined) {
      expect(page.html, 'the page of a deleted application').not.toMatch(uniqueWord)
      continue
    }
    expect(page.status).toBe(200)
    const { applications } = (await app.call('/api/person', 'POST', { q: application.applicantEmail })).body
    expect(applications.map((owned: { application: { id: string } }) => owned.application.id)).toContain(id)
  }
  const { applications } = (await app.call('/api/applications?limit=200')).body
  const csv = await (await app.fetch('/api/applications/export?format=csv')).text()
  for (const { id } of applicants)
    expect(csv.includes(id), `${id} in the export`).toBe(applications.some((shown: { id: string }) => shown.id === id))
}

/** The unique words in the files of a data folder. */
function wordsOnDisk(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap(
    ({ parentPath, name }) => readFileSync(path.join(parentPath, name)).toString('latin1').match(uniqueWord) ?? [],
  )
}

/** Deletes all applications, in turn at the request of the person or of the reviewer. Nothing of them remains. */
async function deleteAll(system: System): Promise<void> {
  const { app, applicants } = system
  const isReadable = inject('postgres') === undefined
  if (isReadable && wordsOnDisk(app.dataDir).length > 0) done.add('words on disk')
  for (const [at, { id }] of applicants.entries()) {
    const deleted = at % 2 === 0 ? await app.call(`/api/applications/${id}`, 'DELETE') : undefined
    if (deleted?.status !== 200) await app.call('/api/person/erasures', 'POST', { ids: [id] })
  }
  for (const ms of [31 * day, 31 * day]) await pass(system, ms)
  for (const { id } of applicants) expect(await app.storage.persons.everything(id)).toBeUndefined()
  system.applicants.length = 0
  system.requests.clear()
  if (isReadable) expect(wordsOnDisk(app.dataDir)).toEqual([])
}

let system: System | undefined
let played = 0
afterAll(() => system?.app.remove())

test(`${sequences} sequences of all changes: list, search and counts are correct`, {
  timeout: Math.max(120_000, sequences * 2000),
  tags: ['random'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      if (played % perStore === 0) {
        await system?.app.remove()
        system = undefined
      }
      played += 1
      system ??= await start()
      const from = words + 1
      try {
        for (const next of [step('submit'), ...steps]) await act(system, next)
        await agree(system, from)
        await pass(system, 11 * second)
        await agree(system, from)
        const { clock, storage } = system.app
        expect(await findDifferences({ ...storage, sheet: undefined, role: 'none', now: () => new Date(clock.ms) })).toEqual({
          differences: [],
          isOlder: false,
        })
        await agreeOnPersons(system)
        if (played % 2 === 0) await deleteAll(system)
      } catch (error) {
        await system.app.remove()
        system = undefined
        throw error
      }
    }),
    {
      numRuns: sequences,
      examples: examples.map((some): [Action[]] => [
        some.map((item) => (typeof item === 'string' ? step(item) : step(item[0], item[1]))),
      ]),
      ...(seed !== undefined && { seed: Number(seed) }),
      ...(steps !== undefined && { path: steps }),
    },
  )
  if (steps !== undefined) return
  const unchecked = ['submit', 'submit without optional answers', 'submit spam', 'wait']
  expect(actions.filter((name) => !unchecked.includes(name) && !done.has(name))).toEqual([])
  if (inject('postgres') === undefined) expect(done).toContain('words on disk')
})
