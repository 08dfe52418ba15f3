import type { ApplicationResponse, GroupResponse, Revised } from '../../api/responses.ts'
import { post, whileBlind } from '../../api/route.ts'
import type { LeftOut } from './rules.ts'

/** The response to a message to several applicants. `applications` are those that get it. */
export interface GroupMessageResponse extends GroupResponse, Pick<ApplicationResponse, 'waitsUntil'> {
  /** The revision of each message, which an undo needs. */
  readonly messages: readonly Revised[]
  readonly leftOut: readonly { readonly id: string; readonly why: LeftOut }[]
  readonly undoFor: number
}

export const groupLetterRoutes = whileBlind('redacted', {
  /** Writes one message with placeholders to up to 1,000 applicants, each person once; a repeat with the same Idempotency-Key is the same message. */
  writeGroupMessage: post('/api/applications/message')
    .takes<{ readonly subject: string; readonly text: string; readonly applications: readonly { readonly id: string }[] }>()
    .answers<GroupMessageResponse>(),
})
