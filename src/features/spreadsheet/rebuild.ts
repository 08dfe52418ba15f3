import { withoutHeld } from '../../applications/letter-hold.ts'
import { type OutboxDraft, type OutboxEntry, sequential } from '../../applications/outbox.ts'
import { ofEveryState, type StoredApplications } from '../../server/records/applications/lists.ts'
import type { Outbox } from '../../server/records/outbox/port.ts'
import { reviewOf, type Sheet, SheetFault } from '../../server/sheets/port.ts'
import type { Witnesses } from '../../server/sheets/store.ts'
import { second } from '../../shared/dates.ts'
import { isId } from '../../shared/ids.ts'

interface Rebuilt {
  readonly rows: number
  /** The number of deleted rows, whose applications the database does not have. */
  readonly removed: number
}

interface Rebuilding {
  readonly applications: Pick<StoredApplications, 'all' | 'history'>
  readonly witnesses: Pick<Witnesses, 'deleted'>
  readonly outbox: Pick<Outbox, 'queue' | 'forApplication' | 'wake'>
  readonly sheet: Sheet
  /** Seconds in which a decision can be undone. The spreadsheet does not show a decision before they are over. */
  readonly holdS: number
  now(): Date
  /** Makes the worker poll the outbox now. */
  poke(): void
  wait(ms: number): Promise<void>
}

/** The longest pause between two reads of an entry that is being sent. */
const maxPauseMs = second

/** Whether an entry for a row waits for another attempt. Those after it wait for it. */
const isFailing = ({ topic, state, failingSince }: OutboxEntry): boolean =>
  sequential.includes(topic) && state === 'waiting' && failingSince !== null

/**
 * Makes the spreadsheet equal to the database, one row at a time: appends missing rows, updates changed ones and deletes superfluous ones, as far as the
 * script can. It is idempotent. Each row goes through the outbox, in order with the application's other entries, so that a row that is deleted meanwhile does
 * not return. A row that has an id of ours, but neither an application nor a record of its deletion, stays.
 * @param onProgress called with the number of finished rows
 * @throws SheetFault at the first call that the script does not accept; finished rows stay
 */
export async function rebuild(
  { applications, witnesses, outbox, sheet, holdS, now, poke, wait }: Rebuilding,
  onProgress: (rows: number) => void = () => {},
): Promise<Rebuilt> {
  /** Queues an entry. Resolves when it is sent or cancelled. @throws SheetFault when an attempt of it, or of an earlier one of its row, fails */
  async function send(draft: OutboxDraft): Promise<void> {
    const failing = (await outbox.forApplication(draft.applicationId)).filter(isFailing)
    if (failing.length > 0) for (const topic of sequential) await outbox.wake(topic, draft.dueAt)
    const before = new Map(failing.map(({ id, attempts }) => [id, attempts]))
    await outbox.queue([draft], draft.dueAt)
    poke()
    for (let pause = 10; ; pause = Math.min(2 * pause, maxPauseMs)) {
      const entries = await outbox.forApplication(draft.applicationId)
      const entry = entries.find(({ key }) => key === draft.key)
      if (entry === undefined || entry.state === 'sent' || entry.state === 'cancelled') return
      const failed = entries.find((each) => isFailing(each) && each.attempts !== before.get(each.id))
      if (failed !== undefined || entry.failingSince !== null) throw new SheetFault((failed ?? entry).lastFault)
      await wait(pause)
    }
  }
  const run = now().getTime()
  const can = await sheet.capabilities()
  const remaining = new Map((await sheet.read({})).map((row) => [String(row.id), row]))
  let rows = 0
  let removed = 0
  for await (const application of ofEveryState(applications, { limit: 200 })) {
    const { id } = application
    const row = remaining.get(id)
    remaining.delete(id)
    const [history, messages] = await Promise.all([applications.history(id), outbox.forApplication(id)])
    const shown = withoutHeld(application, history, messages, now(), holdS)
    const differs = Object.entries(reviewOf(shown)).some(([name, value]) => String(row?.[name] ?? '') !== value)
    if (row === undefined || (differs && can.includes('update')))
      await send({
        topic: 'sheet.row',
        payload: { applicationId: id, whole: true },
        key: `${id}:row:rebuild:${run}`,
        applicationId: id,
        dueAt: now(),
      })
    rows += 1
    onProgress(rows)
  }
  if (!can.includes('delete')) return { rows, removed }
  // The row of an application that is missing without a deletion may be its last copy.
  const deleted = await witnesses.deleted([...remaining.keys()])
  for (const id of remaining.keys()) {
    if (isId(id) && !deleted.has(id)) continue
    await send({
      topic: 'sheet.removal',
      payload: { applicationId: id },
      key: `${id}:removal:rebuild:${run}`,
      applicationId: id,
      dueAt: now(),
    })
    removed += 1
  }
  return { rows, removed }
}
