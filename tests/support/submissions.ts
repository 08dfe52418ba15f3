import type { Application, Status } from '../../src/applications/application.ts'
import type { HistoryEntry } from '../../src/applications/history.ts'
import { type Change, move } from '../../src/applications/moves.ts'
import type { OutboxDraft } from '../../src/applications/outbox.ts'
import type { Delivery } from '../../src/applications/outgoing/change.ts'
import { outgoing } from '../../src/applications/outgoing/outgoing.ts'
import type { NewApplication, StoredFile } from '../../src/server/records/applications/port.ts'
import { after, day } from '../../src/shared/dates.ts'
import { newId } from '../../src/shared/ids.ts'

/** A moment `s` seconds after the start of a test's day. */
export const at = (s: number): Date => new Date(Date.UTC(2026, 0, 15, 4, 30) + s * 1000)

export const admin = 'meena@kolam.example'

let made = 0

/** A submission as the intake passes it to the storage: with another applicant in each call, and with a letter and a row in the outbox. */
export function submission(
  values: Partial<Application> & {
    readonly files?: readonly StoredFile[]
    readonly duplicate?: Partial<NewApplication['duplicate']>
    readonly key?: string
    readonly content?: string
    readonly until?: Date
    readonly outbox?: readonly OutboxDraft[]
  } = {},
): NewApplication {
  made += 1
  const { files = [], duplicate, key, content = 'content', until, outbox, ...fields } = values
  const submittedAt = fields.submittedAt ?? at(0)
  const id = fields.id ?? newId(submittedAt)
  const application: Application = {
    id,
    formType: 'Accelerator',
    applicantName: `Applicant ${made}`,
    applicantEmail: `applicant${made}@people.example`,
    companyName: `Company ${made}`,
    answers: { founderName: `Applicant ${made}`, interests: ['one', 'two'], resume: null },
    status: 'pending',
    submittedAt,
    dueAt: after(submittedAt, 7 * day),
    reviewedAt: null,
    reviewedBy: null,
    notes: '',
    meetingAt: null,
    withdrawnAt: null,
    scores: {},
    total: null,
    ip: '192.0.2.1',
    origin: null,
    notice: '',
    formVersion: '',
    answersRevision: 0,
    seenRevision: 0,
    readAt: null,
    isStarred: false,
    requests: [],
    lettersStoppedAt: null,
    revision: 0,
    ...fields,
  }
  return {
    change: {
      application,
      entry: { at: submittedAt, by: 'applicant', event: { what: 'submitted' } },
      outbox: outbox ?? [
        {
          topic: 'mail.letter',
          payload: { letter: 'confirmation', applicationId: id },
          key: `${id}:confirmation`,
          applicationId: id,
          dueAt: submittedAt,
        },
        { topic: 'sheet.row', payload: { applicationId: id }, key: `${id}:row`, applicationId: id, dueAt: submittedAt },
      ],
    },
    files,
    duplicate: { key: `duplicate of ${id}`, rule: 'while_pending', since: at(-86_400), ...duplicate },
    idempotency: key === undefined ? undefined : { key, content, until: until ?? at(7 * 86_400) },
  }
}

/** A delivery with a hold of `holdS` seconds. */
export const hold = (holdS: number, spreadsheet: Delivery['spreadsheet'] = 'none'): Delivery => ({ holdS, spreadsheet })

/** The change of a decision by the admin. */
export function decision(application: Application, to: Status, when: Date, delivery = hold(10)): Change {
  const moved = move(application, to, [], { by: admin, at: when, delivery })
  if (!moved.ok) throw new Error(`${application.status} to ${to}: ${moved.fault}`)
  return moved.value
}

/** The change that saves notes. */
export function note(application: Application, notes: string, when: Date, delivery = hold(10)): Change {
  const entry = { at: when, by: admin, event: { what: 'noted', from: application.notes, to: notes } } as const
  return { application: { ...application, notes }, entry, ...outgoing(application, entry, delivery) }
}

/** The outbox entry that removes the row of a deleted application from a mirroring spreadsheet. */
export const removal = (id: string, dueAt: Date): OutboxDraft => ({
  topic: 'sheet.removal',
  payload: { applicationId: id },
  key: `${id}:removal`,
  applicationId: id,
  dueAt,
})

export const deletion = (when: Date): HistoryEntry => ({ at: when, by: admin, event: { what: 'deleted' } })

/** All items of an async iterable, as an array. */
export async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
