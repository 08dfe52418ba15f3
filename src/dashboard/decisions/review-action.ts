import type { Status } from '../../applications/application.ts'
import type { Wording } from '../../applications/moves.ts'

/** What the reviewer does with an application: a decision, or a delay of the answer. */
export type ReviewAction = Status | 'delay'

/** The past participle of an act, for a toast. */
export const actionLabel = (act: ReviewAction): string => (act === 'delay' ? 'delayed' : act)

/** What is being done with an application, in place of its state. */
export const underWayNames: Readonly<Record<ReviewAction, string>> = {
  approved: 'Approving…',
  pitch: 'Inviting…',
  rejected: 'Rejecting…',
  delay: 'Delaying…',
  pending: 'Reopening…',
}

/** What the reviewer says with a decision. `with`: what was typed for features that add to it, by the name of each. */
export type DecisionWords = Wording & { readonly with?: Readonly<Record<string, unknown>> }
