import type { ApplicantRequest, Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import { requestFileField, requestLetters } from '../../applications/requests.ts'
import type { Engine } from '../../server/database/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { byId } from '../../server/records/applications/applications.ts'
import { historyOf } from '../../server/records/applications/history.ts'
import { write } from '../../server/records/applications/save.ts'
import { entriesOf } from '../../server/records/outbox/row.ts'

/** An id alone may be that of another request in the other database. */
const nameOf = ({ id, at }: ApplicantRequest): string => `${id} ${at}`

/** The requests that a letter told the applicant of and the backup lacks, and those that were answered or closed since. */
function changedSince(present: Application, backup: Application, messages: readonly OutboxEntry[]): readonly ApplicantRequest[] {
  const before = new Map(backup.requests.map((request) => [nameOf(request), request]))
  return present.requests.filter((request) => {
    const earlier = before.get(nameOf(request))
    if (earlier === undefined) return requestLetters(request, messages).some(({ state }) => state === 'sent')
    return earlier.answer?.at !== request.answer?.at || earlier.closed !== request.closed
  })
}

/**
 * Carries over to a restored database what applicants were asked by letter since the backup, and what they answered. Each becomes a change of its own there, because its
 * revision may belong to another one; letters and files go with it.
 */
export async function carryRequests(present: Db, restored: Engine): Promise<void> {
  const ids = present.selectFrom('applications').select('id').where('requests', '<>', '[]').where('removed_at', 'is', null)
  for (const { id: stored } of await ids.execute()) {
    const id = decodeText(stored)
    const [now, backup, messages] = await Promise.all([byId(present, id), byId(restored.read, id), entriesOf(present, stored)])
    if (now === undefined || backup === undefined) continue
    const carried = changedSince(now, backup, messages)
    if (carried.length > 0) await restored.write((trx) => carry(present, restored, trx, backup, carried))
  }
}

async function carry(
  present: Db,
  engine: Engine,
  trx: Db,
  backup: Application,
  carried: readonly ApplicantRequest[],
): Promise<void> {
  const earlier = new Set(backup.requests.map(nameOf))
  const byId = new Map(carried.map((request) => [request.id, request]))
  const added = carried.filter((request) => !earlier.has(nameOf(request)))
  const begins = new Set(added.flatMap(({ id, letterAt }) => [id, ...(letterAt === undefined ? [] : [letterAt])]))
  const past = new Set((await historyOf(trx, backup.id)).map(({ revision, at }) => `${revision} ${at.getTime()}`))
  /** The ids in the restored database, and the revisions of what is added to it. */
  const ids = new Map(carried.filter((request) => earlier.has(nameOf(request))).map(({ id }) => [id, id]))
  const revisions = new Map<number, number>()
  let application = backup
  for (const { revision, ...entry } of await historyOf(present, backup.id)) {
    const { event } = entry
    const about = event.what === 'request_answered' || event.what === 'request_closed' ? event.request : undefined
    const isCarried = about === undefined ? begins.has(revision) : byId.has(about)
    if (!isCarried || past.has(`${revision} ${entry.at.getTime()}`)) continue
    const next = application.revision + 1
    const made = about === undefined ? byId.get(revision) : undefined
    if (made !== undefined) ids.set(made.id, next)
    const here = (request: ApplicantRequest, id: number): ApplicantRequest => ({
      ...{ ...request, id },
      ...(request.letterAt !== undefined && { letterAt: revisions.get(request.letterAt) ?? request.letterAt }),
    })
    const own = about === undefined ? undefined : ids.get(about)
    const answered = about === undefined ? undefined : byId.get(about)
    const requests = [
      ...application.requests.map((request) => (answered !== undefined && request.id === own ? here(answered, own) : request)),
      ...(made === undefined ? [] : [here(made, next)]),
    ]
    const written: HistoryEntry =
      own === undefined ? entry : { ...entry, event: { ...event, request: own } as HistoryEntry['event'] }
    await write(engine, trx, undefined, { application: { ...application, requests }, entry: written, outbox: [] })
    application = { ...application, requests, revision: next }
    revisions.set(revision, next)
  }
  await addLetters(present, trx, backup.id, revisions)
  await addFiles(present, trx, backup.id, ids)
}

/** Adds the letters about what was added, in their states. The key of a letter ends with the revision before its change. */
async function addLetters(present: Db, trx: Db, id: string, revisions: ReadonlyMap<number, number>): Promise<void> {
  const letters = present
    .selectFrom('outbox')
    .selectAll()
    .where('application_id', '=', encodeText(id))
    .where('topic', 'in', ['mail.letter', 'mail.other'])
    .where('revision', 'in', [...revisions.keys()])
  for (const { revision: old, key, ...row } of await letters.execute()) {
    const revision = revisions.get(old) ?? old
    const values = { ...row, revision, key: row.topic === 'mail.letter' ? key.replace(/:\d+$/, `:${revision - 1}`) : key }
    await trx
      .insertInto('outbox')
      .values(values)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }
}

/** Adds the files of answers, one after the other: together they may not fit into memory. */
async function addFiles(present: Db, trx: Db, id: string, ids: ReadonlyMap<number, number>): Promise<void> {
  for (const [old, own] of ids) {
    const stored = present.selectFrom('files').selectAll().where('application_id', '=', encodeText(id))
    const file = await stored.where('field', '=', encodeText(requestFileField(old))).executeTakeFirst()
    if (file === undefined) continue
    await trx
      .insertInto('files')
      .values({ ...file, field: encodeText(requestFileField(own)) })
      .onConflict((conflict) => conflict.columns(['application_id', 'field']).doNothing())
      .execute()
  }
}
