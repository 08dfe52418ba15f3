import { type Actor, type Application, actorName } from '../../applications/application.ts'
import type { Change } from '../../applications/moves.ts'
import { type Deciding, read } from './decide.ts'

/** What a reviewer may write beside an application; what is undefined stays. */
export interface Annotation {
  readonly notes?: string
  readonly meetingAt?: Date | null
}

function annotated(application: Application, { notes, meetingAt }: Annotation, by: Actor, at: Date): readonly Change[] {
  const changes: Change[] = []
  let current = application
  const change = (next: Application, event: Change['entry']['event']): void => {
    changes.push({ application: next, entry: { at, by: actorName(by), event }, outbox: [] })
    current = { ...next, revision: next.revision + 1 }
  }
  if (notes !== undefined && notes !== current.notes)
    change({ ...current, notes }, { what: 'noted', from: current.notes, to: notes })
  const from = current.meetingAt?.toISOString() ?? null
  const to = meetingAt?.toISOString() ?? null
  if (meetingAt !== undefined && from !== to) change({ ...current, meetingAt }, { what: 'meeting_set', from, to })
  return changes
}

/** Writes notes and the meeting's time. @throws AppError RECORD_NOT_FOUND */
export async function annotate(parts: Deciding, id: string, annotation: Annotation, by: Actor): Promise<Application> {
  for (;;) {
    const application = await read(parts.applications, id)
    let stale = false
    for (const change of annotated(application, annotation, by, parts.now()))
      if ((await parts.applications.save(change)) === 'stale') {
        stale = true
        break
      }
    if (!stale) return read(parts.applications, id)
  }
}
