import type { Change } from '../../applications/moves.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import { second } from '../../shared/dates.ts'
import type { Applications } from '../storage/port.ts'
import { type Sheet, SheetFault } from './port.ts'

export interface MirrorParts {
  readonly applications: Applications
  readonly sheet: Sheet
  readonly wait: (ms: number) => Promise<void>
  /** Never given personal data. */
  readonly warn: (data: object, message: string) => void
}

/** The row's update, due when the change's letter is: an undo takes back both. */
function draft({ application, entry, outbox }: Change): OutboxDraft {
  return {
    topic: 'sheet.row',
    payload: { applicationId: application.id, changed: true },
    key: `${application.id}:row:${application.revision}`,
    applicationId: application.id,
    dueAt: outbox[0]?.dueAt ?? entry.at,
  }
}

/**
 * The applications, whose decisions and deletions go to a mirroring spreadsheet, too, where its script can take them. Decisions go by outbox. A
 * deletion takes the application's outbox with it, so it is sent from memory once it cannot be undone any more, with three attempts.
 */
export function mirrored({ applications, sheet, wait, warn }: MirrorParts): Applications {
  async function deleteRow(id: string, holdMs: number): Promise<void> {
    await wait(holdMs)
    if ((await applications.byId(id)) !== undefined) return
    for (let attempt = 1; ; attempt += 1) {
      try {
        if ((await sheet.capabilities()).includes('delete')) await sheet.remove(id)
        return
      } catch (error) {
        if (attempt === 3)
          return warn({ application: id, says: error instanceof SheetFault ? error.says : '' }, 'a row could not be deleted')
        await wait(attempt * second)
      }
    }
  }

  return {
    ...applications,
    save: (change) => applications.save({ ...change, outbox: [...change.outbox, draft(change)] }),
    async remove(id, entry, holdUntil) {
      const removed = await applications.remove(id, entry, holdUntil)
      if (removed === 'removed')
        deleteRow(id, holdUntil.getTime() - entry.at.getTime()).catch((error) =>
          warn({ application: id, err: error }, 'a row could not be deleted'),
        )
      return removed
    },
  }
}
