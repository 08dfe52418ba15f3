import type { Change } from '../../applications/moves.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { Applications } from '../storage/port.ts'

/** The row's update, due when the change's letter is: an undo takes back both. */
function update({ application, entry, outbox }: Change): OutboxDraft {
  return {
    topic: 'sheet.row',
    payload: { applicationId: application.id, changed: true },
    key: `${application.id}:row:${application.revision}`,
    applicationId: application.id,
    dueAt: outbox[0]?.dueAt ?? entry.at,
  }
}

/** The row's removal, due when the deletion cannot be taken back any more. */
const removal = (id: string, at: Date, dueAt: Date): OutboxDraft => ({
  topic: 'sheet.removal',
  payload: { applicationId: id },
  key: `${id}:removal:${at.getTime()}`,
  applicationId: id,
  dueAt,
})

/** The applications, whose decisions and deletions go by outbox to a mirroring spreadsheet, too, where its script can take them. */
export const mirrored = ({ applications }: { readonly applications: Applications }): Applications => ({
  ...applications,
  save: (change) => applications.save({ ...change, outbox: [...change.outbox, update(change)] }),
  remove: (id, entry, holdUntil) => applications.remove(id, entry, holdUntil, [removal(id, entry.at, holdUntil)]),
})
