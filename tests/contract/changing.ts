import { expect, it } from 'vitest'
import { move } from '../../src/applications/moves.ts'
import type { Outbox } from '../../src/server/records/outbox/port.ts'
import { admin, at, decision, deletion, gather, hold, note, removal, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

const mirror = hold(10, 'mirror')

/** Sends every entry that is due at `when`. */
async function send(outbox: Outbox, when: Date): Promise<void> {
  for (const entry of await outbox.claim(['mail.letter', 'sheet.row'], 10, when, when))
    await outbox.settle(entry, { kind: 'sent' }, when, undefined)
}

export function changing(open: Open): void {
  const withOne = async () => {
    const storage = await open()
    const sent = submission({ files: [{ field: 'resume', name: 'a.pdf', type: 'x/y', bytes: new Uint8Array([7]) }] })
    await storage.applications.add(sent)
    return { ...storage, storage, sent, first: sent.change.application, id: sent.change.application.id }
  }

  it('saves a decision with its history and its letter, at the next revision', async () => {
    const { applications, outbox, first, id, sent } = await withOne()
    const change = decision(first, 'pitch', at(60))
    expect(await applications.save(change)).toBe('saved')
    expect(await applications.byId(id)).toEqual({ ...first, status: 'pitch', reviewedAt: at(60), reviewedBy: admin, revision: 1 })
    expect(await applications.history(id)).toEqual([sent.change.entry, change.entry])
    expect((await outbox.forApplication(id)).map(({ key, dueAt }) => [key, dueAt])).toEqual([
      [`${id}:confirmation`, at(0)],
      [`${id}:row`, at(0)],
      [`${id}:pitch_invitation:0`, at(70)],
    ])
  })

  it('saves notes and a meeting, and leaves the submission unchanged', async () => {
    const { applications, first, id } = await withOne()
    const change = note({ ...first, applicantName: 'Someone else', answers: {}, meetingAt: at(500) }, 'promising', at(60))
    expect(await applications.save(change)).toBe('saved')
    expect(await applications.byId(id)).toEqual({ ...first, notes: 'promising', meetingAt: at(500), revision: 1 })
  })

  it('changes the address: filters and search find only the new one', async () => {
    const { applications, first, id } = await withOne()
    const other = submission({ applicantEmail: 'old@gmial.example' })
    await applications.add(other)
    const listIds = async (query: { search?: string; email?: string }) =>
      (await applications.list({ limit: 50, ...query })).applications.map((application) => application.id)
    const from = first.applicantEmail
    const change = note({ ...first, applicantEmail: 'Nila\0@Gmail.example' }, '', at(60))
    expect(await applications.save(change)).toBe('saved')
    expect(await applications.byId(id)).toEqual({ ...first, applicantEmail: 'Nila\0@Gmail.example', revision: 1 })
    expect(await listIds({ search: 'nila gmail' })).toEqual([id])
    expect(await listIds({ search: from })).toEqual([])
    expect(await listIds({ email: from })).toEqual([])
    expect(await listIds({ search: first.applicantName })).toEqual([id])
    // Change it back.
    expect(await applications.save(note({ ...first, revision: 1 }, '', at(61)))).toBe('saved')
    expect(await listIds({ search: from })).toEqual([id])
    expect(await listIds({ email: from })).toEqual([id])
    expect(await listIds({ search: 'nila' })).toEqual([])
    // An index that still had the old words would fail here.
    await applications.remove(id, deletion(at(62)), at(62))
    expect(await applications.purge(at(63))).toBe(1)
    expect(await listIds({ search: 'gmial' })).toEqual([other.change.application.id])
  })

  it('a change cancels a waiting or parked entry, and is stale when it is claimed', async () => {
    const { applications, outbox, first, id } = await withOne()
    const [letter] = await outbox.claim(['mail.letter'], 1, at(1), at(61))
    if (letter === undefined) throw new Error('no entry was due')
    const again = {
      topic: 'mail.letter' as const,
      payload: { letter: 'confirmation' as const, applicationId: id },
      key: `${id}:confirmation:0:1`,
      applicationId: id,
      dueAt: at(2),
      revision: 0,
    }
    const resend = (application: typeof first, s: number) =>
      applications.save({ ...note(application, 'a', at(s)), outbox: [again], cancels: [letter.id] })
    const states = async () =>
      (await outbox.forApplication(id)).filter(({ topic }) => topic === 'mail.letter').map(({ key, state }) => [key, state])
    expect(await resend(first, 2)).toBe('stale')
    expect(await states()).toEqual([[`${id}:confirmation`, 'claimed']])
    await outbox.settle(letter, { kind: 'refused', fault: '550 no such user' }, at(3), undefined)
    expect(await resend(first, 4)).toBe('saved')
    expect(await states()).toEqual([
      [`${id}:confirmation`, 'cancelled'],
      [`${id}:confirmation:0:1`, 'waiting'],
    ])
    expect(await resend({ ...first, revision: 1 }, 5)).toBe('stale')
  })

  it('refuses to save an old revision, or a deleted or unknown application', async () => {
    const { applications, outbox, first, id } = await withOne()
    expect(await applications.save(note(first, 'one', at(1)))).toBe('saved')
    expect(await applications.save(decision(first, 'approved', at(2)))).toBe('stale')
    expect(await applications.byId(id)).toEqual({ ...first, notes: 'one', revision: 1 })
    expect(await outbox.forApplication(id)).toHaveLength(2)
    expect(await applications.save(note({ ...first, id: 'another' }, 'x', at(3)))).toBe('stale')
    await applications.remove(id, deletion(at(4)), at(14))
    expect(await applications.save(note({ ...first, revision: 2 }, 'x', at(5)))).toBe('stale')
  })

  it('saves several changes at once, each with revision, history and messages', async () => {
    const { applications, outbox, first, id, sent } = await withOne()
    const written = note(first, 'promising', at(1), mirror)
    const decided = decision({ ...written.application, revision: 1 }, 'approved', at(1), mirror)
    expect(await applications.save(written, decided)).toBe('saved')
    expect(await applications.byId(id)).toMatchObject({ notes: 'promising', status: 'approved', revision: 2 })
    expect(await applications.history(id)).toEqual([sent.change.entry, written.entry, decided.entry])
    expect((await outbox.forApplication(id)).map(({ key }) => key)).toEqual(
      expect.arrayContaining([`${id}:row:0`, `${id}:row:1`, `${id}:approval:1`]),
    )
    expect(await applications.stats()).toMatchObject({ pending: 0, approved: 1 })
  })

  it('saves none of several changes when one fails', async () => {
    const { applications, outbox, first, id } = await withOne()
    const before = await outbox.forApplication(id)
    const written = note(first, 'lost with the other', at(1), mirror)
    const stale = decision(first, 'approved', at(1), mirror)
    const cancelling = { ...decision({ ...first, revision: 1 }, 'approved', at(1), mirror), cancels: ['no such message'] }
    expect(await applications.save(written, stale)).toBe('stale')
    expect(await applications.save(written, cancelling)).toBe('stale')
    expect(await applications.byId(id)).toEqual(first)
    expect(await applications.history(id)).toHaveLength(1)
    expect(await outbox.forApplication(id)).toEqual(before)
    expect(await applications.stats()).toMatchObject({ pending: 1, approved: 0 })
  })

  it('saves one of two concurrent decisions', async () => {
    const { applications, outbox, first, id } = await withOne()
    const outcomes = await Promise.all([
      applications.save(decision(first, 'approved', at(1))),
      applications.save(decision(first, 'rejected', at(1))),
    ])
    expect([...outcomes].sort()).toEqual(['saved', 'stale'])
    const status = outcomes[0] === 'saved' ? 'approved' : 'rejected'
    expect(await applications.byId(id)).toMatchObject({ status, revision: 1 })
    expect(await applications.history(id)).toHaveLength(2)
    expect(await outbox.forApplication(id)).toHaveLength(3)
  })

  it('removes a deleted application from every result at once', async () => {
    const { applications, outbox, first, id } = await withOne()
    expect(await applications.remove(id, deletion(at(1)), at(11))).toEqual({ kind: 'removed', revision: 1 })
    expect(await applications.byId(id)).toBeUndefined()
    expect(await applications.history(id)).toEqual([])
    expect(await applications.file(id, 'resume')).toBeUndefined()
    expect(await outbox.forApplication(id)).toEqual([])
    expect(await outbox.inState('cancelled', 10)).toEqual([])
    expect(await outbox.claim(['mail.letter', 'sheet.row'], 10, at(5), at(65))).toEqual([])
    const nothing = { applications: [], nextCursor: undefined, total: 0, totalCapped: false }
    expect(await applications.list({ limit: 50 })).toEqual(nothing)
    expect(await applications.list({ limit: 50, search: first.applicantEmail })).toEqual(nothing)
    expect(await applications.list({ limit: 50, email: first.applicantEmail })).toEqual(nothing)
    expect(await gather(applications.all({ limit: 50 }))).toEqual([])
    expect((await applications.stats()).total).toBe(0)
    expect(await applications.remove(id, deletion(at(2)), at(12))).toEqual({ kind: 'not_found' })
    expect(await applications.remove('another', deletion(at(2)), at(12))).toEqual({ kind: 'not_found' })
  })

  it('undoes a deletion within its hold, with its outbox entries', async () => {
    const { applications, outbox, first, id, sent } = await withOne()
    const [letter] = await outbox.claim(['mail.letter'], 1, at(0), at(60))
    if (letter === undefined) throw new Error('no letter')
    await outbox.settle(letter, { kind: 'refused', fault: 'no such mailbox' }, at(0), undefined)
    await applications.remove(id, deletion(at(1)), at(11))
    expect(await outbox.counts()).toEqual({ waiting: 0, claimed: 0, sent: 0, parked: 0, cancelled: 2 })
    const application = { ...first, revision: 2 }
    expect(await undo({ applications, outbox }, id, admin, at(10), hold(10))).toEqual({ kind: 'undone', application })
    expect(await applications.byId(id)).toEqual(application)
    expect((await applications.stats()).total).toBe(1)
    expect((await applications.list({ limit: 50, search: first.applicantEmail })).applications).toEqual([application])
    expect(await applications.history(id)).toEqual([
      sent.change.entry,
      deletion(at(1)),
      { at: at(10), by: admin, event: { what: 'undone', undid: 'deleted', from: 'pending', to: 'pending' } },
    ])
    expect((await outbox.forApplication(id)).map(({ topic, state }) => [topic, state])).toEqual([
      ['mail.letter', 'parked'],
      ['sheet.row', 'waiting'],
    ])
    expect(await outbox.claim(['sheet.row'], 10, at(10), at(60))).toHaveLength(1)
  })

  it('a purge ends the idempotency key, and an import does not restore it', async () => {
    const { applications } = await open()
    const sent = submission({ key: 'one key', content: 'first' })
    const { application } = sent.change
    await applications.add(sent)
    await applications.remove(application.id, deletion(at(1)), at(11))
    expect(await applications.purge(at(11))).toBe(1)
    expect(await applications.import({ change: sent.change, duplicate: sent.duplicate })).toBe('erased')
    expect(await applications.byId(application.id)).toBeUndefined()
    expect((await applications.stats()).total).toBe(0)
    const again = submission({ key: 'one key', content: 'second' })
    expect(await applications.add(again)).toEqual({ kind: 'added', id: again.change.application.id })
  })

  it('purges a deletion after its hold, and refuses its undo from then on', async () => {
    const { applications, outbox, id } = await withOne()
    const other = submission()
    await applications.add(other)
    await applications.remove(id, deletion(at(1)), at(11))
    expect(await applications.purge(at(10))).toBe(0)
    expect(await undo({ applications, outbox }, id, admin, at(11), hold(10))).toEqual({ kind: 'too_late' })
    expect(await applications.purge(at(11))).toBe(1)
    expect(await undo({ applications, outbox }, id, admin, at(11), hold(10))).toEqual({ kind: 'not_found' })
    expect(await outbox.counts()).toEqual({ waiting: 2, claimed: 0, sent: 0, parked: 0, cancelled: 0 })
    expect((await applications.list({ limit: 50 })).applications).toEqual([other.change.application])
    expect(await applications.purge(at(1000))).toBe(0)
  })

  it('sends the entries of a deletion after the purge, and cancels them at an undo', async () => {
    const { applications, outbox, id } = await withOne()
    await applications.remove(id, deletion(at(1)), at(11), [removal(id, at(11))])
    expect(await outbox.claim(['sheet.removal'], 10, at(10), at(70))).toEqual([])
    await undo({ applications, outbox }, id, admin, at(5), hold(10))
    expect(await outbox.claim(['sheet.removal'], 10, at(11), at(71))).toEqual([])

    await applications.remove(id, deletion(at(20)), at(30), [{ ...removal(id, at(30)), key: 'second' }])
    expect(await applications.purge(at(30))).toBe(1)
    expect(await outbox.counts()).toEqual({ waiting: 1, claimed: 0, sent: 0, parked: 0, cancelled: 0 })
    const [entry] = await outbox.claim(['sheet.removal'], 10, at(30), at(90))
    if (entry === undefined) throw new Error('no entry was due')
    expect(entry).toMatchObject({ topic: 'sheet.removal', payload: { applicationId: id }, applicationId: id })
    expect(await outbox.settle(entry, { kind: 'refused', fault: 'busy' }, at(31), undefined)).toBe(true)
    expect(await outbox.inState('parked', 9)).toMatchObject([{ topic: 'sheet.removal', lastFault: 'busy' }])
    expect(await outbox.retry(entry.id, at(32))).toBe('queued')
    const [again] = await outbox.claim(['sheet.removal'], 10, at(32), at(92))
    if (again === undefined) throw new Error('no second entry was due')
    expect(await outbox.settle(again, { kind: 'sent' }, at(33), undefined)).toBe(true)
    expect(await outbox.counts()).toMatchObject({ sent: 1 })
  })

  it('delivers the removal of a row after the hold, before the purge', async () => {
    const { applications, outbox, id } = await withOne()
    await applications.remove(id, deletion(at(1)), at(11), [removal(id, at(11))])
    expect(await outbox.claim(['mail.letter', 'sheet.row', 'sheet.removal'], 10, at(11), at(71))).toMatchObject([
      { topic: 'sheet.removal' },
    ])
  })

  it('purges several deletions in one call', async () => {
    const { applications } = await open()
    const many = Array.from({ length: 120 }, () => submission())
    await Promise.all(many.map((added) => applications.add(added)))
    await Promise.all(many.slice(0, 119).map((added) => applications.remove(added.change.application.id, deletion(at(1)), at(2))))
    expect(await applications.purge(at(3))).toBe(119)
    expect(await applications.list({ limit: 50, search: 'applicant' })).toMatchObject({
      total: 1,
      applications: [{ id: many[119]?.change.application.id }],
    })
  })

  it('undoes a decision within its hold: status, reviewer, letter', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'approved', at(60)))
    const application = { ...first, revision: 2 }
    expect(await undo({ applications, outbox }, id, admin, at(69.999), hold(10))).toEqual({ kind: 'undone', application })
    expect(await applications.byId(id)).toEqual(application)
    expect(await applications.stats()).toMatchObject({ total: 1, pending: 1, approved: 0 })
    expect((await applications.history(id)).at(-1)).toEqual({
      at: at(69.999),
      by: admin,
      event: { what: 'undone', undid: 'moved', from: 'approved', to: 'pending' },
    })
    expect((await outbox.forApplication(id)).map(({ key, state }) => [key, state])).toEqual([
      [`${id}:confirmation`, 'waiting'],
      [`${id}:row`, 'waiting'],
      [`${id}:approval:0`, 'cancelled'],
    ])
    expect(await undo({ applications, outbox }, id, admin, at(69.999), hold(10))).toEqual({ kind: 'too_late' })
    // A new decision has a new letter.
    expect(await applications.save(decision(application, 'approved', at(80)))).toBe('saved')
    expect((await outbox.forApplication(id)).at(-1)).toMatchObject({ key: `${id}:approval:2`, state: 'waiting' })
  })

  it('restores the reviewer of the previous decision, and keeps later notes', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'pitch', at(60)))
    const invited = { ...first, status: 'pitch', reviewedAt: at(60), reviewedBy: admin, revision: 1 } as const
    const rejected = decision(invited, 'rejected', at(100))
    await applications.save({ ...rejected, entry: { ...rejected.entry, by: 'b@kolam.example' } })
    await applications.save(note({ ...rejected.application, revision: 2 }, 'a pity', at(101)))
    expect(await undo({ applications, outbox }, id, admin, at(105), hold(10))).toEqual({
      kind: 'undone',
      application: { ...invited, notes: 'a pity', revision: 4 },
    })
    // The hold of the invitation is over, and it was sent.
    expect(await undo({ applications, outbox }, id, admin, at(106), hold(10))).toEqual({ kind: 'too_late' })
    // Two decisions within one hold are both undone, the last one first.
    expect(await undo({ applications, outbox }, id, admin, at(106), hold(60))).toMatchObject({
      kind: 'undone',
      application: { status: 'pending' },
    })
  })

  it('refuses an undo without or after a hold, without a decision, after its letter', async () => {
    const { applications, outbox, first, id } = await withOne()
    expect(await undo({ applications, outbox }, id, admin, at(1), hold(10))).toEqual({ kind: 'too_late' })
    expect(await undo({ applications, outbox }, 'another', admin, at(1), hold(10))).toEqual({ kind: 'not_found' })
    await applications.save(decision(first, 'approved', at(60)))
    expect(await undo({ applications, outbox }, id, admin, at(70), hold(10))).toEqual({ kind: 'too_late' })
    // Another node, whose clock is ahead, has claimed the letter.
    await send(outbox, at(1))
    await outbox.claim(['mail.letter'], 10, at(70), at(130))
    expect(await undo({ applications, outbox }, id, admin, at(65), hold(10))).toEqual({ kind: 'too_late' })
    expect(await applications.byId(id)).toMatchObject({ status: 'approved', revision: 1 })
  })

  it('a refused undo cancels no entry: the row is still updated', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'approved', at(60), mirror))
    const states = async () => (await outbox.forApplication(id)).map(({ key, state }) => [key, state])
    await send(outbox, at(1))
    const [letter] = await outbox.claim(['mail.letter'], 10, at(70), at(130))
    expect(letter?.key).toBe(`${id}:approval:0`)
    const before = await states()
    expect(before.at(-1)).toEqual([`${id}:row:0`, 'waiting'])
    expect(await undo({ applications, outbox }, id, admin, at(69), mirror)).toEqual({ kind: 'too_late' })
    expect(await states()).toEqual(before)
    expect(await applications.byId(id)).toMatchObject({ status: 'approved', revision: 1 })
    expect(await applications.history(id)).toHaveLength(2)
  })

  it('queues the row of the restored status, and cancels that of the decision', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'approved', at(60), mirror))
    await undo({ applications, outbox }, id, admin, at(65), mirror)
    const rows = (await outbox.forApplication(id)).filter(({ topic }) => topic === 'sheet.row')
    expect(rows.map(({ key, state, dueAt, payload }) => [key, state, dueAt, payload])).toEqual([
      [`${id}:row`, 'waiting', at(0), { applicationId: id }],
      [`${id}:row:0`, 'cancelled', at(70), { applicationId: id, changed: true }],
      [`${id}:row:1`, 'waiting', at(65), { applicationId: id, changed: true }],
    ])
    await applications.remove(id, deletion(at(66)), at(76))
    await undo({ applications, outbox }, id, admin, at(67), mirror)
    expect((await outbox.forApplication(id)).at(-1)).toMatchObject({
      key: `${id}:row:3`,
      state: 'waiting',
      payload: { applicationId: id, whole: true },
    })
  })

  it('sends one letter for pitch and approval within the hold; undo sends the first', async () => {
    const { applications, outbox, first, id, sent } = await withOne()
    await applications.save(decision(first, 'pitch', at(60)))
    const invited = (await applications.byId(id)) ?? expect.fail('not stored')
    const approval = move(invited, 'approved', await outbox.forApplication(id), { by: admin, at: at(65), delivery: hold(10) })
    if (!approval.ok) return expect.fail(approval.fault)
    expect(await applications.save(approval.value)).toBe('saved')
    const letters = async () =>
      (await outbox.forApplication(id))
        .filter(({ key }) => !key.includes('confirmation') && !key.includes('row'))
        .map(({ key, state, dueAt }) => [key.replace(`${id}:`, ''), state, dueAt])
    expect(await letters()).toEqual([
      ['pitch_invitation:0', 'cancelled', at(70)],
      ['approval:1', 'waiting', at(75)],
    ])
    expect((await applications.history(id)).map(({ event }) => event.what)).toEqual(['submitted', 'moved', 'moved'])
    expect(await undo({ applications, outbox }, id, admin, at(68), hold(10))).toMatchObject({ application: { status: 'pitch' } })
    expect((await letters()).slice(1)).toEqual([
      ['approval:1', 'cancelled', at(75)],
      ['pitch_invitation:1:2', 'waiting', at(70)],
    ])
    expect(await undo({ applications, outbox }, id, admin, at(69), hold(10))).toMatchObject({
      application: { status: 'pending' },
    })
    expect((await letters()).map(([, state]) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await applications.history(id)).toHaveLength(5)
    expect(sent.change.application.status).toBe('pending')
  })

  it('sends both letters when the second decision comes after the hold of the first', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'pitch', at(60)))
    const invited = (await applications.byId(id)) ?? expect.fail('not stored')
    const late = move(invited, 'rejected', await outbox.forApplication(id), { by: admin, at: at(70), delivery: hold(10) })
    if (!late.ok) return expect.fail(late.fault)
    await applications.save(late.value)
    const waiting = (await outbox.forApplication(id)).filter(({ topic, state }) => topic === 'mail.letter' && state === 'waiting')
    expect(waiting.map(({ key }) => key.replace(`${id}:`, ''))).toEqual([
      'confirmation',
      'pitch_invitation:0',
      'after_meeting_rejection:1',
    ])
  })

  it('undoes a decision once for two concurrent requests', async () => {
    const { applications, outbox, first, id } = await withOne()
    await applications.save(decision(first, 'approved', at(60)))
    const outcomes = await Promise.all([1, 2, 3].map(() => undo({ applications, outbox }, id, admin, at(65), hold(10))))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['too_late', 'too_late', 'undone'])
    expect(await applications.stats()).toMatchObject({ total: 1, pending: 1, approved: 0 })
  })
}
