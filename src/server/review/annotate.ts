import { type Actor, type Application, actorName } from '../../applications/application.ts'
import type { Remark } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import { type Deciding, read } from './decide.ts'

/** What a reviewer may write beside an application; what is undefined stays. */
export interface Annotation {
  readonly notes?: string
  readonly meetingAt?: Date | null
}

/** The application as it is once `remark` is made: its notes, its meeting or one of its scores. */
export function withRemark(application: Application, remark: Remark): Application {
  switch (remark.what) {
    case 'noted':
      return { ...application, notes: remark.to }
    case 'meeting_set':
      return { ...application, meetingAt: remark.to === null ? null : new Date(remark.to) }
    case 'scored': {
      const others = Object.entries(application.scores).filter(([id]) => id !== remark.criterion)
      return {
        ...application,
        scores: Object.fromEntries(remark.to === null ? others : [...others, [remark.criterion, remark.to]]),
      }
    }
  }
}

/** What an annotation writes that is not there already. */
function remarks(application: Application, { notes, meetingAt }: Annotation): readonly Remark[] {
  const all: Remark[] = []
  if (notes !== undefined && notes !== application.notes) all.push({ what: 'noted', from: application.notes, to: notes })
  const from = application.meetingAt?.toISOString() ?? null
  const to = meetingAt?.toISOString() ?? null
  if (meetingAt !== undefined && from !== to) all.push({ what: 'meeting_set', from, to })
  return all
}

/**
 * Writes beside an application what `what` says of it as it is now; asked again when something else was saved meanwhile.
 * @throws AppError RECORD_NOT_FOUND
 */
export async function write(
  parts: Deciding,
  id: string,
  by: Actor,
  what: (application: Application) => readonly Remark[],
): Promise<Application> {
  for (;;) {
    let current = await read(parts.applications, id)
    let stale = false
    for (const event of what(current)) {
      const next = withRemark(current, event)
      const change: Change = { application: next, entry: { at: parts.now(), by: actorName(by), event }, outbox: [] }
      if ((await parts.applications.save(change)) === 'stale') {
        stale = true
        break
      }
      current = { ...next, revision: next.revision + 1 }
    }
    if (!stale) return read(parts.applications, id)
  }
}

/** Writes notes and the meeting's time. @throws AppError RECORD_NOT_FOUND */
export const annotate = (parts: Deciding, id: string, annotation: Annotation, by: Actor): Promise<Application> =>
  write(parts, id, by, (application) => remarks(application, annotation))
