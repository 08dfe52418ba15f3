import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day } from '../../src/shared/dates.ts'
import { at, decision, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const everything = { limit: 200 }

/** Texts that databases are known to refuse, cut or change. */
const badTexts = [
  '',
  ' ',
  '\0',
  'before\0after',
  '\ud800',
  'high \udbff alone, low \udc00 alone',
  '\udc00\ud800',
  '\u0001json:"x"',
  '\uffff\ufffe\ufeff',
  '\\u0000 \\x00 \\',
  "'; drop table applications; --",
  'தமிழ் — कोलम — 中文 — العربية — 👩‍👩‍👧‍👦 — é e\u0301',
  'a\r\nb\nc\rd\u2028e\u2029f',
]

export function adding(open: Open): void {
  it('returns what was stored: record, history, file, messages', async () => {
    const { applications, outbox } = await open()
    const resume = {
      field: 'resume',
      name: 'résumé “1”.pdf',
      type: 'application/pdf',
      bytes: new Uint8Array([0, 255, 10, 13, 0]),
    }
    const sent = submission({
      formType: 'WorkForStartups',
      files: [resume],
      notes: 'seen',
      reviewedAt: at(5),
      reviewedBy: 'a@kolam.example',
      meetingAt: at(9),
      origin: { first: { page: '/', source: 'தமிழ் "x" 🌾' }, last: { page: '/work-for-startups' } },
      notice: '2026-01-01',
    })
    const { application } = sent.change
    expect(await applications.add(sent)).toEqual({ kind: 'added', id: application.id })
    expect(await applications.byId(application.id)).toEqual(application)
    expect(await applications.history(application.id)).toEqual([sent.change.entry])
    expect(await applications.file(application.id, 'resume')).toEqual(resume)
    expect(await applications.file(application.id, 'photo')).toBeUndefined()
    expect(await applications.list(everything)).toEqual({
      applications: [application],
      nextCursor: undefined,
      total: 1,
      totalCapped: false,
    })
    expect(await outbox.forApplication(application.id)).toEqual(
      sent.change.outbox.map((draft) => ({
        ...draft,
        revision: 0,
        id: expect.any(String),
        state: 'waiting',
        attempts: 0,
        createdAt: at(0),
        sentAt: null,
        lastFault: '',
        failingSince: null,
        fence: 0,
      })),
    )
    expect(await applications.byId('another')).toBeUndefined()
    expect(await applications.byId('\0')).toBeUndefined()
    expect(await applications.history('another')).toEqual([])
  })

  it('returns every text unchanged', { tags: ['random'] }, async () => {
    const { applications } = await open()
    const text = fc.oneof(
      fc.constantFrom(...badTexts),
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    )
    await fc.assert(
      fc.asyncProperty(text, text, fc.dictionary(text, fc.oneof(text, fc.array(text))), async (name, other, answers) => {
        const sent = submission({
          applicantName: name,
          applicantEmail: other,
          companyName: name + other,
          notes: other,
          ip: name,
          reviewedBy: name,
          answers: JSON.parse(JSON.stringify(answers)),
          files: [{ field: name, name: other, type: name, bytes: new TextEncoder().encode(name) }],
          key: `${name}${other}${crypto.randomUUID()}`,
        })
        const { application } = sent.change
        expect(await applications.add(sent)).toEqual({ kind: 'added', id: application.id })
        expect(await applications.byId(application.id)).toEqual(application)
        expect(await applications.file(application.id, name)).toEqual(sent.files[0])
        expect((await applications.list({ ...everything, email: other })).applications).toContainEqual(application)
        await applications.list({ ...everything, search: name })
      }),
      {
        numRuns: 60,
        examples: badTexts.map((text, index): [string, string, Record<string, string | string[]>] => [
          text,
          badTexts.at(-index) ?? '',
          { [`a${text}`]: text, b: [text, text] },
        ]),
      },
    )
  })

  it('stores the same key with the same content once, and returns the first id', async () => {
    const { applications } = await open()
    const sent = submission({ key: 'k' })
    expect(await applications.add(sent)).toEqual({ kind: 'added', id: sent.change.application.id })
    // A browser repeats it as a new record with the same key. Its content is a duplicate too, but the result is the first id.
    const again = submission({ key: 'k', duplicate: { key: sent.duplicate.key } })
    expect(await applications.add(again)).toEqual({ kind: 'already_added', id: sent.change.application.id })
    expect(await applications.add(submission({ key: 'k', content: 'other' }))).toEqual({ kind: 'key_reused' })
    expect((await applications.stats()).total).toBe(1)
  })

  it('forgets a key after its time', async () => {
    const { applications } = await open()
    await applications.add(submission({ key: 'k', until: at(100) }))
    expect((await applications.add(submission({ key: 'k', submittedAt: at(99) }))).kind).toBe('already_added')
    const later = submission({ key: 'k', submittedAt: at(100), content: 'other', until: at(200) })
    expect((await applications.add(later)).kind).toBe('added')
    expect(await applications.add(submission({ key: 'k', submittedAt: at(101), content: 'other' }))).toEqual({
      kind: 'already_added',
      id: later.change.application.id,
    })
  })

  it('stores one of fifty concurrent submissions with one key', async () => {
    const { applications, outbox } = await open()
    const added = await Promise.all(Array.from({ length: 50 }, () => applications.add(submission({ key: 'k' }))))
    const [first] = added.filter(({ kind }) => kind === 'added')
    expect(added.filter(({ kind }) => kind === 'added')).toHaveLength(1)
    expect(added.filter(({ kind }) => kind === 'already_added')).toHaveLength(49)
    expect(new Set(added.map((result) => 'id' in result && result.id))).toEqual(new Set([first && 'id' in first && first.id]))
    expect(await applications.list(everything)).toMatchObject({
      total: 1,
      applications: [{ id: first && 'id' in first && first.id }],
    })
    expect(await outbox.counts()).toEqual({ waiting: 2, claimed: 0, sent: 0, parked: 0, cancelled: 0 })
  })

  it('stores one of fifty concurrent equal submissions with different keys', async () => {
    const { applications } = await open()
    const equal = { duplicate: { key: 'same' } }
    const added = await Promise.all(
      Array.from({ length: 50 }, (_, n) => applications.add(submission({ ...equal, key: `k${n}` }))),
    )
    expect(added.map(({ kind }) => kind).sort()).toEqual(['added', ...Array.from({ length: 49 }, () => 'duplicate')])
    expect((await applications.stats()).total).toBe(1)
  })

  it('reports a duplicate while an equal one is pending, and leaves its key free', async () => {
    const { applications } = await open()
    const sent = submission({ duplicate: { key: 'same' } })
    await applications.add(sent)
    const again = () => submission({ key: 'k', duplicate: { key: 'same' }, submittedAt: at(50) })
    expect(await applications.add(again())).toEqual({ kind: 'duplicate' })
    expect((await applications.add(submission({ duplicate: { key: 'other' } }))).kind).toBe('added')
    await applications.save(decision(sent.change.application, 'rejected', at(60)))
    expect((await applications.add(again())).kind).toBe('added')
  })

  it('reports a duplicate within a day, also after a decision on the first', async () => {
    const { applications } = await open()
    const sent = (s: number) =>
      submission({
        submittedAt: at(s),
        duplicate: { key: 'same', rule: 'within_a_day', since: new Date(at(s).getTime() - day) },
      })
    const first = sent(0)
    await applications.add(first)
    await applications.save(decision(first.change.application, 'rejected', at(10)))
    expect((await applications.add(sent(86_399))).kind).toBe('duplicate')
    expect((await applications.add(sent(86_400))).kind).toBe('added')
  })

  it('does not count a deleted application as a duplicate', async () => {
    const { applications } = await open()
    const sent = submission({ duplicate: { key: 'same' } })
    await applications.add(sent)
    await applications.remove(sent.change.application.id, { at: at(1), by: 'a', event: { what: 'deleted' } }, at(11))
    expect((await applications.add(submission({ duplicate: { key: 'same' } }))).kind).toBe('added')
  })

  it('refuses only the invalid submission, and stores nothing of it', async () => {
    const { applications, outbox } = await open()
    const twice = { field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) }
    const bad = submission({ files: [twice, twice], key: 'bad' })
    const good = Array.from({ length: 20 }, () => submission())
    const settled = await Promise.allSettled(
      [...good.slice(0, 10), bad, ...good.slice(10)].map((change) => applications.add(change)),
    )
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array(10).fill('fulfilled'),
      'rejected',
      ...Array(10).fill('fulfilled'),
    ])
    expect(settled[10]).toMatchObject({ reason: { name: 'AppError', code: 'DATABASE_QUERY_FAILED' } })
    expect(await applications.byId(bad.change.application.id)).toBeUndefined()
    expect(await outbox.forApplication(bad.change.application.id)).toEqual([])
    expect((await applications.stats()).total).toBe(20)
    expect((await applications.list({ limit: 200, search: bad.change.application.applicantEmail })).total).toBe(0)
    expect((await applications.add({ ...bad, files: [twice] })).kind).toBe('added')
  })

  it('refuses only the one with a used id, of many concurrent submissions', async () => {
    const { applications } = await open()
    const [first, ...others] = Array.from({ length: 20 }, () => submission())
    if (first === undefined) return
    await applications.add(first)
    const taken = submission({ id: first.change.application.id, duplicate: { key: 'of its own' } })
    const settled = await Promise.allSettled([...others.slice(0, 10), taken, ...others.slice(10)].map(applications.add))
    expect(settled.flatMap((each, index) => (each.status === 'rejected' ? [[index, each.reason.code]] : []))).toEqual([
      [10, 'DATABASE_QUERY_FAILED'],
    ])
    expect((await applications.stats()).total).toBe(20)
  })

  it('queues outbox entries with the same key once', async () => {
    const { applications, outbox } = await open()
    const first = submission()
    const id = first.change.application.id
    const row = { topic: 'sheet.row', payload: { applicationId: id }, key: 'the row', applicationId: id, dueAt: at(0) } as const
    await applications.add({ ...first, change: { ...first.change, outbox: [row, row] } })
    const saved = await applications.save({ ...decision(first.change.application, 'approved', at(1)), outbox: [row] })
    expect(saved).toBe('saved')
    expect((await outbox.forApplication(id)).map(({ key }) => key)).toEqual(['the row'])
  })

  it('imports an application once with its status, even as a duplicate', async () => {
    const { applications, outbox, measures } = await open()
    const there = submission({ companyName: 'Palai' })
    await applications.add(there)
    const past = submission({
      status: 'approved',
      reviewedAt: at(5),
      notes: badTexts.join('|'),
      submittedAt: at(-500 * 86_400),
      outbox: [],
    })
    const imported = { change: past.change, duplicate: there.duplicate }
    // Either may come first.
    const outcomes = await Promise.all([applications.import(imported), applications.import(imported)])
    expect(outcomes.toSorted()).toEqual(['already_there', 'imported'])
    const { application } = past.change
    expect(await applications.byId(application.id)).toEqual(application)
    expect(await applications.history(application.id)).toEqual([past.change.entry])
    expect(await outbox.forApplication(application.id)).toEqual([])
    expect(await applications.stats()).toMatchObject({ total: 2, pending: 1, approved: 1 })
    expect((await applications.list({ ...everything, search: application.applicantName })).total).toBe(1)
    expect((await measures()).applications).toEqual([
      { formType: 'Accelerator', status: 'approved', count: 1 },
      { formType: 'Accelerator', status: 'pending', count: 1 },
    ])
  })
}
