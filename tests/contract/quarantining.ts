import { expect, it } from 'vitest'
import { changeAnswers } from '../../src/applications/answers-change.ts'
import type { Signal } from '../../src/applications/signals.ts'
import { release } from '../../src/applications/submission.ts'
import type { NewApplication } from '../../src/server/records/applications/port.ts'
import { day } from '../../src/shared/dates.ts'
import { forms } from '../support/answers.ts'
import { admin, at, gather, hold, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

/** A quarantined submission. */
function quarantined(
  reasons: readonly Signal[] = ['trap', 'program'],
  values: Parameters<typeof submission>[0] = {},
): NewApplication {
  const sent = submission({ outbox: [], ...values })
  return {
    ...sent,
    change: { ...sent.change, entry: { ...sent.change.entry, event: { what: 'submitted', quarantined: reasons } } },
  }
}

const released = ({ change: { application } }: NewApplication, s: number) =>
  release(application, forms.Accelerator, { by: admin, at: at(s), delivery: hold(10, 'mirror') })

export function quarantining(open: Open): void {
  it('returns a quarantined submission only in the list of the quarantine', async () => {
    const { applications, outbox, sweep } = await open()
    const file = { field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) }
    const spam = quarantined(undefined, { companyName: 'Canary', files: [file], key: 'once' })
    const { id } = spam.change.application
    expect(await applications.add(spam)).toEqual({ kind: 'added', id })
    expect(await applications.add(spam)).toEqual({ kind: 'already_added', id })
    await sweep(at(1))
    expect(await applications.byId(id)).toBeUndefined()
    expect((await applications.list({ limit: 10 })).total).toBe(0)
    expect((await applications.list({ limit: 10, search: 'canary' })).applications).toEqual([])
    expect(await gather(applications.all({ limit: 10 }))).toEqual([])
    expect([await applications.count({ limit: 1 }), (await applications.stats()).total]).toEqual([0, 0])
    expect((await gather(applications.facts({}))).flat()).toEqual([])
    expect([await applications.history(id), await applications.files([id])]).toEqual([[], []])
    expect(await undo({ applications, outbox }, id, admin, at(2), hold(10))).toEqual({ kind: 'not_found' })
    expect(await applications.remove(id, { at: at(2), by: admin, event: { what: 'deleted' } }, at(3))).toEqual({
      kind: 'not_found',
    })
    expect(await outbox.forApplication(id)).toEqual([])
    expect(await applications.newsSince(at(0), 10)).toEqual([{ id, revision: 0, what: 'quarantined' }])
    expect(await applications.inQuarantine(id)).toEqual(spam.change.application)
    expect(await applications.quarantined({ limit: 10 })).toEqual({
      quarantined: [{ application: spam.change.application, reasons: ['trap', 'program'], until: at(30 * 86_400), alike: 1 }],
      nextCursor: undefined,
      total: 1,
    })
  })

  it('saves changed answers of a quarantined submission, which stays quarantined', async () => {
    const { applications, outbox } = await open()
    const spam = quarantined(undefined, { companyName: 'Canary' })
    await applications.add(spam)
    const { application } = spam.change
    const form = forms.Accelerator
    const answers = { ...application.answers, companyName: 'Heron' }
    const change = changeAnswers(application, { form, formVersion: 'v', answers }, [], { at: at(5), delivery: hold(10) }, true)
    expect(await applications.revise({ change, files: [], duplicateKey: 'x' })).toBe('saved')
    expect(await applications.revise({ change, files: [], duplicateKey: 'x' })).toBe('stale')
    const { id } = application
    const stored = await applications.inQuarantine(id)
    expect(stored).toMatchObject({ companyName: 'Heron', revision: 1, answersRevision: 1, seenRevision: 1 })
    expect([await applications.byId(id), (await applications.stats()).total]).toEqual([undefined, 0])
    expect(await outbox.forApplication(id)).toEqual([])
    expect((await applications.newsSince(at(0), 10)).map(({ what }) => what)).toEqual(['quarantined', 'quarantined'])
    expect((await applications.quarantined({ limit: 10, search: 'heron' })).quarantined).toHaveLength(1)
    if (stored === undefined) return
    const changeOfRelease = release(stored, form, { by: admin, at: at(6), delivery: hold(10) })
    expect(await applications.release(changeOfRelease)).toBe('released')
    const found = async (search: string) => (await applications.list({ limit: 10, search })).total
    expect([await found('heron'), await found('canary')]).toEqual([1, 0])
  })

  it('lists the quarantine in pages, by words, with the number of similar ones', async () => {
    const { applications } = await open()
    const sent = [0, 1, 2, 3].map((s) =>
      quarantined(s === 3 ? ['repeated', 'link'] : undefined, {
        submittedAt: at(s),
        companyName: `${['Alpha', 'Beta', 'Gamma', 'Delta'][s]}_Looms 100%`,
      }),
    )
    for (const each of sent) await applications.add(each)
    const ids = sent.map(({ change }) => change.application.id)
    const first = await applications.quarantined({ limit: 3 })
    expect(first.quarantined.map(({ application, alike }) => [application.id, alike])).toEqual([
      [ids[3], 1],
      [ids[2], 3],
      [ids[1], 3],
    ])
    const second = await applications.quarantined({ limit: 3, ...(first.nextCursor && { cursor: first.nextCursor }) })
    expect([second.quarantined.map(({ application }) => application.id), second.nextCursor, second.total]).toEqual([
      [ids[0]],
      undefined,
      4,
    ])
    const found = await applications.quarantined({ limit: 3, search: 'GAMMA_loo 100' })
    expect([found.quarantined.map(({ application }) => application.id), found.total]).toEqual([[ids[2]], 4])
    await expect(applications.quarantined({ limit: 3, cursor: 'x' })).rejects.toMatchObject({ code: 'FORM_VALIDATION_FAILED' })
  })

  it('releases a submission once, with its letter, its row and its count', async () => {
    const { applications, outbox } = await open()
    const held = quarantined(undefined, { submittedAt: at(0), companyName: 'Canary' })
    const { application } = held.change
    await applications.add(held)
    const results = await Promise.all([1, 2].map((s) => applications.release(released(held, s))))
    expect(results.toSorted()).toEqual(['released', 'stale'])
    const now = { ...application, revision: 1 }
    expect(await applications.byId(application.id)).toEqual(now)
    expect(await applications.list({ limit: 10, search: 'canary' })).toMatchObject({ applications: [now], total: 1 })
    expect((await applications.stats()).pending).toBe(1)
    expect((await applications.history(application.id)).map(({ event }) => event)).toEqual([
      { what: 'submitted', quarantined: ['trap', 'program'] },
      { what: 'released' },
    ])
    expect((await outbox.forApplication(application.id)).map(({ topic, state }) => [topic, state])).toEqual([
      ['mail.letter', 'waiting'],
      ['sheet.row', 'waiting'],
    ])
    expect((await applications.newsSince(at(0), 1))[0]).toMatchObject({ id: application.id, revision: 1, what: 'released' })
    expect((await applications.quarantined({ limit: 10 })).total).toBe(0)
    expect([await applications.purge(at(40 * 86_400)), await applications.discard({ ids: [application.id] }, at(9))]).toEqual([
      0, 0,
    ])
  })

  it('deletes similar submissions by hand, and all after 30 days, and nothing else', async () => {
    const { applications, outbox } = await open()
    const add = async (s: number, reasons?: readonly Signal[], formType?: 'Contact'): Promise<string> => {
      const sent = quarantined(reasons, { submittedAt: at(s), ...(formType && { formType }) })
      await applications.add(sent)
      return sent.change.application.id
    }
    const [first, second, later, other, contact] = [
      await add(0),
      await add(1),
      await add(9),
      await add(2, ['repeated']),
      await add(3, undefined, 'Contact'),
    ]
    const listed = submission({ submittedAt: at(0) })
    await applications.add(listed)
    const left = async () => (await applications.quarantined({ limit: 9 })).quarantined.map(({ application }) => application.id)
    expect(await applications.discard({ like: first, upTo: at(5) }, at(10))).toBe(2)
    expect(await left()).toEqual([later, contact, other])
    expect(await applications.release(released(quarantined(undefined, { id: second }), 11))).toBe('stale')
    expect(await undo({ applications, outbox }, first, admin, at(10), hold(10))).toEqual({ kind: 'too_late' })
    expect(await applications.purge(at(10))).toBe(2)
    expect(await applications.discard({ ids: [other, 'unknown'] }, at(10))).toBe(1)
    expect(await applications.purge(at(10))).toBe(1)
    expect(await applications.purge(new Date(at(3).getTime() + 30 * day - 1))).toBe(0)
    expect(await applications.purge(new Date(at(3).getTime() + 30 * day))).toBe(1)
    expect(await left()).toEqual([later])
    expect(await applications.byId(listed.change.application.id)).toBeDefined()
  })

  it('spam under a name blocks nobody with that name; its repeat is refused', async () => {
    const { applications } = await open()
    const duplicate = { key: 'one person and company' }
    expect((await applications.add(quarantined(undefined, { duplicate }))).kind).toBe('added')
    expect((await applications.add(quarantined(undefined, { duplicate }))).kind).toBe('duplicate')
    expect((await applications.add(submission({ duplicate }))).kind).toBe('added')
    expect((await applications.add(submission({ duplicate }))).kind).toBe('duplicate')
    const daily = { key: 'one message', rule: 'within_a_day' } as const
    expect((await applications.add(quarantined(undefined, { duplicate: daily }))).kind).toBe('added')
    expect((await applications.add(quarantined(undefined, { duplicate: daily }))).kind).toBe('duplicate')
  })
}
