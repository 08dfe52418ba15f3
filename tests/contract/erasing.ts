import { expect, it } from 'vitest'
import { outgoing } from '../../src/applications/outgoing/outgoing.ts'
import type { HashedKey } from '../../src/server/records/persons/port.ts'
import { newId } from '../../src/shared/ids.ts'
import { admin, at, deletion, hold, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

const held = hold(86_400, 'mirror')

/** An erasure as the desk requests it. */
const erasureOf = (applications: readonly string[], keys: readonly HashedKey[] = [], s = 10) => ({
  id: newId(at(s)),
  requestedAt: at(s),
  dueAt: at(s + 86_400),
  by: admin,
  keys,
  applications,
  drafts: (id: string, revision: number) => outgoing({ id, revision }, deletion(at(s)), held).outbox,
})
const emailKey = (key: string): HashedKey => ({ kind: 'email', key, hash: `hash of ${key}` })

export function erasing(open: Open): void {
  it('erases all or nothing, once, and undoes it with its outbox entries', async () => {
    const { applications, outbox, persons } = await open()
    const [first, second] = [submission({ applicantEmail: 'a@erase.example' }), submission({ applicantEmail: 'a@erase.example' })]
    for (const sent of [first, second]) await applications.add(sent)
    const ids = [first, second].map((sent) => sent.change.application.id).toSorted()
    const [requested, again] = [erasureOf([...ids, newId(at(0))]), erasureOf(ids)]
    expect((await persons.erase(requested))?.applications).toEqual(ids)
    expect(await persons.erase(again)).toBeUndefined()
    expect(await persons.waitingErasures()).toMatchObject([{ id: requested.id, applications: ids, dueAt: at(86_410) }])
    expect(await persons.owned([{ kind: 'email', key: 'a@erase.example' }])).toMatchObject([
      { visibility: 'erasing', shared: ['email'] },
      { visibility: 'erasing' },
    ])
    const [id = ''] = ids
    expect((await persons.everything(id))?.messages.map(({ topic, state }) => `${topic} ${state}`).toSorted()).toEqual([
      'mail.letter cancelled',
      'sheet.removal waiting',
      'sheet.removal waiting',
      'sheet.row cancelled',
    ])
    expect(await undo({ applications, outbox }, id, admin, at(20), held)).toEqual({ kind: 'changed' })
    await applications.purge(at(86_409))
    expect(await persons.undoErasure(requested.id, admin, at(86_410), held)).toBe('too_late')
    expect(await persons.undoErasure(requested.id, admin, at(86_409), held)).toBe('undone')
    expect(await persons.undoErasure(requested.id, admin, at(86_409), held)).toBe('not_found')
    expect((await outbox.forApplication(id)).map(({ topic, state }) => `${topic} ${state}`).toSorted()).toEqual([
      'mail.letter waiting',
      'sheet.removal cancelled',
      'sheet.removal cancelled',
      'sheet.row waiting',
      'sheet.row waiting',
    ])
    await applications.purge(at(200_000))
    expect((await applications.list({ limit: 10 })).total).toBe(2)
    expect(await persons.waitingErasures()).toEqual([])
  })

  it('records persons with no application left; an import skips them and erased ids', async () => {
    const { applications, persons } = await open()
    const [erased, left] = [
      submission({ applicantEmail: 'gone@erase.example' }),
      submission({ applicantEmail: 'left@erase.example' }),
    ]
    const other = submission({ applicantEmail: 'left@erase.example' })
    for (const sent of [erased, left, other]) await applications.add(sent)
    const ids = [erased, left].map((sent) => sent.change.application.id)
    const phone: HashedKey = { kind: 'phone', key: '9840012345', hash: 'hash of 9840012345' }
    const keys = [emailKey('gone@erase.example'), emailKey('left@erase.example'), phone]
    const request = {
      kind: 'access',
      received: '2026-01-15',
      due: '2026-02-15',
      note: 'By phone',
      createdAt: at(1),
      doneAt: null,
    } as const
    const requests = [phone.hash, 'hash of another'].map((personHash, n) => ({
      ...request,
      id: newId(at(n)),
      person: `98400 1234${5 + n}`,
      personHash,
    }))
    for (const each of requests) await persons.addRequest(each)
    await persons.erase(erasureOf(ids, keys))
    expect(await applications.purge(at(86_411))).toBe(2)
    expect((await applications.list({ limit: 10 })).applications.map(({ id }) => id)).toEqual([other.change.application.id])
    const imported = (sent: typeof erased, personHashes: readonly string[], s = 0) => {
      const { change, duplicate } = submission({ ...sent.change.application, id: sent.change.application.id, submittedAt: at(s) })
      return applications.import({ change, duplicate, personHashes })
    }
    expect(await imported(erased, [])).toBe('erased')
    const row = submission({ applicantEmail: 'gone@erase.example' })
    expect(await imported(row, ['hash of gone@erase.example'])).toBe('erased')
    expect(await imported(row, ['hash of left@erase.example', phone.hash])).toBe('imported')
    expect(await persons.requests(0)).toMatchObject([
      { person: '', personHash: '', note: '' },
      { person: '98400 12346', note: 'By phone' },
    ])
    expect(await imported(submission(), ['hash of gone@erase.example'], 100_000)).toBe('imported')
  })
}
