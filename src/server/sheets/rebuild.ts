import type { Application } from '../../applications/application.ts'
import { withoutHeld } from '../../applications/letter-hold.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import { second } from '../../shared/dates.ts'
import type { Accounts } from '../storage/accounts-port.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import { reviewOf, type Sheet, SheetFault } from './port.ts'

interface Rebuilt {
  readonly rows: number
  /** Deleted rows, of applications that the database does not have. */
  readonly removed: number
}

interface Rebuilding {
  readonly applications: Pick<Applications, 'all' | 'history'>
  readonly accounts: Pick<Accounts, 'lost'>
  readonly outbox: Pick<Outbox, 'queue' | 'forApplication'>
  readonly sheet: Sheet
  /** Seconds in which a decision can be undone: until then the spreadsheet does not show it. */
  readonly holdS: number
  now(): Date
  /** Makes the worker poll the outbox now. */
  poke(): void
  wait(ms: number): Promise<void>
}

/** The applications of all lists. */
async function* everyApplication({ all }: Pick<Applications, 'all'>): AsyncIterable<Application> {
  yield* all({ limit: 200 })
  yield* all({ limit: 200, status: 'withdrawn' })
}

/** Milliseconds between two reads of an entry in flight, at most. */
const longestPause = second

/**
 * Makes the spreadsheet equal to the database, one row at a time: missing rows are appended, changed ones updated and superfluous ones deleted, as
 * far as the script can. It is idempotent. Each row goes through the outbox, in order with the application's other entries, so that a row that is
 * deleted meanwhile does not return. The row of an application that is missing in the database without a reason stays.
 * @param onProgress called with the number of rows done
 * @throws SheetFault at the first call that the script does not accept; rows done before stay
 */
export async function rebuild(
  { applications, accounts, outbox, sheet, holdS, now, poke, wait }: Rebuilding,
  onProgress: (rows: number) => void = () => {},
): Promise<Rebuilt> {
  /** Resolves when the entry is settled, whatever became of its application. */
  async function send(draft: OutboxDraft): Promise<void> {
    await outbox.queue([draft], draft.dueAt)
    poke()
    for (let pause = 10; ; pause = Math.min(2 * pause, longestPause)) {
      const entry = (await outbox.forApplication(draft.applicationId)).find(({ key }) => key === draft.key)
      if (entry === undefined || entry.state === 'sent' || entry.state === 'cancelled') return
      if (entry.failingSince !== null) throw new SheetFault(entry.lastFault)
      await wait(pause)
    }
  }
  const run = now().getTime()
  const can = await sheet.capabilities()
  const there = new Map((await sheet.read({})).map((row) => [String(row.id), row]))
  let rows = 0
  let removed = 0
  for await (const application of everyApplication(applications)) {
    const { id } = application
    const row = there.get(id)
    there.delete(id)
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
  // of what is missing in the database without a reason, the row may be the last copy
  const lost = await accounts.lost([...there.keys()])
  for (const id of there.keys()) {
    if (lost.has(id)) continue
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
