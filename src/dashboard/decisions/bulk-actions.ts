import type { LetterHoldResponse } from '../../api/letter-responses.ts'
import { formatCount } from '../labels.ts'
import type { ReviewAction } from './review-action.ts'

export type BulkAction = Exclude<ReviewAction, 'pending'>

const applications = (n: number): string => (n === 1 ? '1 application' : `${formatCount(n)} applications`)

/** Each decision: its button, the question that confirms it, and the letter it sends. */
export const acts: Readonly<
  Record<
    BulkAction,
    { name(n: string): string; question(n: number): string; letter(invitation: LetterHoldResponse['invitation']): string }
  >
> = {
  approved: {
    name: (n) => `Approve ${n}`,
    question: (n) => `Approve ${applications(n)}?`,
    letter: () => 'an approval with the booking link',
  },
  pitch: {
    name: (n) => `Invite ${n} to pitch`,
    question: (n) => `Invite ${applications(n)} to pitch?`,
    letter: (invitation) =>
      invitation === 'booking link'
        ? 'an invitation to a meeting with the booking link'
        : 'an invitation to choose the time of a meeting',
  },
  rejected: { name: (n) => `Reject ${n}`, question: (n) => `Reject ${applications(n)}?`, letter: () => 'a rejection' },
  delay: {
    name: (n) => `Delay ${n}`,
    question: (n) => `Delay the answer to ${applications(n)}?`,
    letter: () => 'a letter with the new day by which we answer',
  },
}
