import { type Event, reportedChanges } from '../history.ts'
import type { OutboxDraft, ReportKind } from '../outbox.ts'
import type { Cause } from './change.ts'

/**
 * The entries that report a change to the features that want to hear of it.
 * @param dueAt a decision is reported when it can no longer be undone, as its letter is sent
 */
export function reportEntries(cause: Cause, event: ReportKind, dueAt: Date = cause.at): readonly OutboxDraft[] {
  const { id: applicationId, revision, delivery } = cause
  return Object.entries(delivery.reports?.() ?? {}).flatMap(([to, chosen]) =>
    chosen.includes(event)
      ? [
          {
            topic: 'report' as const,
            payload: { to, applicationId, event, revision: revision + 1, what: changeOf(cause.event) },
            key: `${applicationId}:report:${to}:${event === 'received' ? event : revision}`,
            ...{ applicationId, dueAt },
          },
        ]
      : [],
  )
}

/** The kind of a change, for who hears of it. */
const changeOf = (event: Event): string => (event.what === 'undone' ? event.undid : event.what)

/** Whether a change is reported as `changed`. Nothing is reported of an application in quarantine. */
export const isChange = (event: Event): boolean =>
  reportedChanges.includes(changeOf(event)) && !(event.what === 'answers_changed' && event.quarantined === true)
