import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse } from '../../api/responses.ts'
import { second } from '../../shared/dates.ts'
import { mergeResponse } from '../applications/cache.ts'
import { call } from '../client.ts'
import { applicantLabel, formatMoment } from '../labels.ts'
import { isSignedOut, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'

/** Called with each application whose decision or deletion was undone. */
export type OnUndone = (record: ApplicationRecord) => void

/** An application and the revision of its decision or deletion, which the undo call needs. */
export interface Undoable {
  readonly record: ApplicationRecord
  readonly revision: number
}

/** A decision or deletion that can be undone for `undoFor` seconds. */
interface UndoOffer {
  readonly title: string
  /** The second line; by default the applicants. */
  readonly detail?: string | undefined
  readonly done: readonly Undoable[]
  readonly undoFor: number | undefined
  /** See ApplicationResponse. While the letter waits, the keyboard shortcut undoes the decision. */
  readonly waitsUntil?: string | null | undefined
  readonly onUndone: OnUndone | undefined
}

interface Step {
  readonly label: string
  readonly until: number
  run(): void
}

/** What can be undone, oldest first; at most `maxSteps`. */
let steps: readonly Step[] = []
const maxSteps = 50

/** How long the toast of an edit stays open, in milliseconds. The keyboard shortcut undoes the edit later, too. */
const visibleMs = 6 * second

/** Shows a toast with an Undo button and adds a step for the keyboard shortcut. `until`: when the undo expires. Returns the toast's id. */
function offer(title: string, detail: string, durationMs: number, until: number, act: () => void): number {
  const step: Step = {
    label: `${title}. ${detail}`,
    until,
    run: () => {
      toast.end(id)
      steps = steps.filter((remaining) => remaining !== step)
      act()
    },
  }
  const id = toast.success(title, detail, { label: 'Undo', run: step.run }, durationMs)
  steps = [...steps.slice(1 - maxSteps), step]
  return id
}

/** The longest time that a toast with an Undo button stays open, in milliseconds. A letter that waits longer can be taken back in the outbox. */
const longestOfferMs = 10 * second

const offeredMs = (undoFor: number): number => Math.min(undoFor * second, longestOfferMs)

/** When the undo by keyboard shortcut expires, in milliseconds since 1970. */
function undoableUntil(undoFor: number, waitsUntil: string | null | undefined): number {
  if (waitsUntil === null) return Number.POSITIVE_INFINITY
  return waitsUntil === undefined ? Date.now() + undoFor * second : new Date(waitsUntil).getTime()
}

/** How long a letter waits, as a sentence. */
const waitLabel = (waitsUntil: string | null): string =>
  waitsUntil === null ? 'The letter waits in the outbox.' : `The letter goes ${formatMoment(waitsUntil)}.`

/** Reports decisions or a deletion in a toast, with an Undo button during the hold. */
export function offerUndo(client: QueryClient, { title, detail, done, undoFor, waitsUntil, onUndone }: UndoOffer): void {
  const applicants =
    done.length === 1 && done[0] ? applicantLabel(done[0].record) : done.map(({ record }) => record.applicant_name).join(', ')
  const subject = detail ?? applicants
  const about = waitsUntil === undefined ? subject : `${subject.replace(/\.$/, '')}. ${waitLabel(waitsUntil)}`
  if (undoFor === undefined || undoFor <= 0) toast.success(title, about)
  else offer(title, about, offeredMs(undoFor), undoableUntil(undoFor, waitsUntil), () => void undoChanges(client, done, onUndone))
}

/** An edit of an application (notes, meeting, score): the revisions of its first and last history entry. */
interface EditOffer {
  readonly title: string
  readonly record: ApplicationRecord
  readonly revision: number
  readonly upTo: number
}

/** Reports an edit in a toast, with an Undo button; the server refuses the undo after the next edit of the same field. Returns the toast's id. */
export const offerEditUndo = (client: QueryClient, { title, record, revision, upTo }: EditOffer): number =>
  offer(
    title,
    applicantLabel(record),
    visibleMs,
    Number.POSITIVE_INFINITY,
    () => void undoEdit(client, record, { revision, upTo }),
  )

/** A queued message or request and the revision of its history entry; `undone` is called after an undo. */
interface MessageOffer {
  readonly record: ApplicationRecord
  readonly noun?: 'message' | 'request'
  readonly revision: number
  readonly undoFor: number
  readonly waitsUntil?: string | null | undefined
  undone(): void
}

/** Reports a queued message in a toast, with an Undo button during its hold. */
export function offerMessage(
  client: QueryClient,
  { record, noun = 'message', revision, undoFor, waitsUntil, undone }: MessageOffer,
): void {
  const title = 'On its way'
  const to = record.applicant_email
  if (undoFor <= 0) return void toast.success(title, `Your ${noun} goes to ${to} now. The history says when it was sent.`)
  const undo = async (): Promise<void> => {
    if (await undoEdit(client, record, { revision, upTo: revision })) undone()
  }
  const ms = offeredMs(undoFor)
  const until = undoableUntil(undoFor, waitsUntil)
  if (waitsUntil === undefined) offer(title, `Your ${noun} goes to ${to} in ${undoFor} s.`, ms, until, () => void undo())
  else {
    const when = waitsUntil === null ? 'when you send it there' : formatMoment(waitsUntil)
    offer('In the outbox', `Your ${noun} goes to ${to} ${when}.`, ms, until, () => void undo())
  }
}

/**
 * Undoes the last step. If it has expired, reports that and undoes nothing: the step before it may belong to another application, which the
 * reviewer does not expect to change.
 */
export function undoLast(): void {
  const step = steps.at(-1)
  if (step === undefined) return
  if (Date.now() <= step.until) step.run()
  else toast.failure('Too late to undo', `${step.label}. The time for it has passed.`)
}

async function undoEdit(
  client: QueryClient,
  record: ApplicationRecord,
  body: { readonly revision: number; readonly upTo: number },
): Promise<boolean> {
  try {
    mergeResponse(client, await call<ApplicationResponse>(paths.undo(record.id), { method: 'POST', body }))
    toast.success('Undone', `${applicantLabel(record)}: as it was before.`)
    return true
  } catch (error) {
    showFailure('undo', 'Failed to undo', error)
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['application', record.id] })
  }
}

async function undoChanges(client: QueryClient, done: readonly Undoable[], onUndone: OnUndone | undefined): Promise<void> {
  const restored: ApplicationRecord[] = []
  for (const { record, revision } of done)
    try {
      const response = await call<ApplicationResponse>(paths.undo(record.id), { method: 'POST', body: { revision } })
      mergeResponse(client, response)
      restored.push(response.application)
    } catch (error) {
      showFailure('undo', 'Failed to undo', error)
      if (isSignedOut(error)) return
    }
  if (restored.length === 1 && restored[0])
    toast.success('Undone', `${applicantLabel(restored[0])} is ${restored[0].status} again.`)
  else if (restored.length > 1) toast.success('Undone', `${restored.length} applications are as they were.`)
  for (const record of restored) onUndone?.(record)
  for (const queryKey of [['stats'], ['application'], ['applications'], ['outbox']]) void client.invalidateQueries({ queryKey })
}
