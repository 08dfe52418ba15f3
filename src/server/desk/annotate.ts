import { type Actor, type Application, actorName } from '../../applications/application.ts'
import type { Event, Remark } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import { outgoing } from '../../applications/outgoing.ts'
import { AppError } from '../../shared/errors.ts'
import type { Applications } from '../storage/port.ts'
import { type Deciding, read } from './decide.ts'

/** What a reviewer may write beside an application; what is undefined stays. */
export interface Annotation {
  readonly notes?: string
  /** The revision at which the notes were read that these are to replace. Undefined: they replace whatever is there. */
  readonly notesRevision?: number
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
  what: (application: Application) => readonly Remark[] | Promise<readonly Remark[]>,
): Promise<Application> {
  for (;;) {
    let current = await read(parts.applications, id)
    let stale = false
    for (const event of await what(current)) {
      const next = withRemark(current, event)
      const entry = { at: parts.now(), by: actorName(by), event }
      const change: Change = { application: next, entry, ...outgoing(next, entry, parts.delivery) }
      if ((await parts.applications.save(change)) === 'stale') {
        stale = true
        break
      }
      parts.poke()
      current = { ...next, revision: next.revision + 1 }
    }
    if (!stale) return read(parts.applications, id)
  }
}

const isAboutNotes = (event: Event): boolean => event.what === 'noted' || (event.what === 'undone' && event.undid === 'noted')

/**
 * Refuses notes that would replace others than those that their writer had read; the same text again is nobody's loss.
 * @throws AppError 409 when the notes were written, or taken back, after the revision that the annotation names
 */
async function guardNotes(
  applications: Pick<Applications, 'history'>,
  application: Application,
  { notes, notesRevision }: Annotation,
): Promise<void> {
  if (notes === undefined || notesRevision === undefined || notes === application.notes) return
  // Each change raises the revision by one and adds one entry: what came after a revision stands behind its place.
  const since = (await applications.history(application.id)).slice(notesRevision + 1)
  if (notesRevision > application.revision || since.some(({ event }) => isAboutNotes(event)))
    throw new AppError('CONFLICT', { say: 'The notes were changed in another window meanwhile.' })
}

/** Writes notes and the meeting's time. @throws AppError RECORD_NOT_FOUND; 409, see guardNotes */
export const annotate = (
  parts: Deciding & { readonly applications: Pick<Applications, 'history'> },
  id: string,
  annotation: Annotation,
  by: Actor,
): Promise<Application> =>
  write(parts, id, by, async (application) => {
    await guardNotes(parts.applications, application, annotation)
    return remarks(application, annotation)
  })
