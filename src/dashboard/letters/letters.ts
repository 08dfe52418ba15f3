import { queryOptions } from '@tanstack/react-query'
import type { ApplicationRecord, MessageRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { RequestText } from '../../applications/application.ts'
import { isDueSoon } from '../../applications/due.ts'
import { mayMove } from '../../applications/moves.ts'
import type { Addition } from '../../applications/outbox.ts'
import { letterFor } from '../../applications/outgoing/decisions.ts'
import { call } from '../client.ts'
import type { ReviewAction } from '../decisions/review-action.ts'
import { applicantLabel, messageLabel, messageStateLabel, stateOf } from '../labels.ts'
import { serverNow } from '../server-time.ts'
import { createStore, useStore } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'

/** The decisions with the names of their buttons, in the order of the buttons. */
const decisions = [
  ['approved', 'Approve'],
  ['pitch', 'Pitch'],
  ['rejected', 'Reject'],
] as const

/** Which letter of an application: one as it would be written today, or a queued or sent one. */
type LetterSource = { readonly id: string } & ({ readonly letter: string } | { readonly message: string })

/** A letter that the dialog can show. */
interface LetterChoice {
  readonly name: string
  readonly source: LetterSource
  /** The decision that it announces; undefined for a letter that is queued or sent. */
  readonly decision?: { readonly record: ApplicationRecord; readonly act: ReviewAction }
  /** The text of a request that is not made yet. */
  readonly request?: RequestText
}

/** Whether the answer to an application can be delayed, as far as the desk knows. The server makes the final check. */
export const mayDelay = (record: ApplicationRecord): boolean =>
  stateOf(record) === 'pending' && isDueSoon(new Date(record.due_at), serverNow())

/** The letters of the decisions that are possible in an application's status, and of a delay. */
function letterChoices(record: ApplicationRecord, messages: readonly MessageRecord[]): readonly LetterChoice[] {
  const { id, status } = record
  // While the invitation waits, the applicant does not know of it: the letter is written as for a pending application.
  const isInvited = messages.some(
    ({ letter, state, attempts }) => letter === 'pitch_invitation' && state === 'waiting' && attempts === 0,
  )
  const isAhead = record.meeting_scheduled_at !== null && new Date(record.meeting_scheduled_at) > serverNow()
  const isToMeet = isAhead && messages.some(({ letter, state }) => letter === 'meeting' && state !== 'cancelled')
  const delay: LetterChoice = { name: 'Delay', source: { id, letter: 'delay' }, decision: { record, act: 'delay' } }
  const decided = decisions.flatMap(([to, name]): readonly LetterChoice[] => {
    const letter = mayMove(status, to) ? letterFor(isInvited ? 'pending' : status, to, !isToMeet) : undefined
    return letter === undefined ? [] : [{ name, source: { id, letter }, decision: { record, act: to } }]
  })
  return mayDelay(record) ? [...decided, delay] : decided
}

/** The outbox entries that are letters or messages, not spreadsheet rows. */
export const onlyLetters = (messages: readonly MessageRecord[]): readonly MessageRecord[] =>
  messages.filter(({ to_applicant }) => to_applicant)

/** A letter; for a preview, with the additions or the request that the reviewer is typing. */
export const letterQuery = (source: LetterSource, words: Addition | RequestText = {}) => {
  const key = JSON.stringify(source)
  return queryOptions({
    queryKey: ['letter', key, words],
    queryFn: ({ signal }) =>
      'message' in source
        ? call(routes.message, { at: source, signal })
        : call(routes.letter, { at: source, body: words, signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === key ? previous : undefined),
    // The texts, the address or the name may have changed since the last preview.
    staleTime: 0,
  })
}

/** What the letter dialog shows. */
export interface OpenLetter {
  readonly recipient: string
  readonly choices: readonly LetterChoice[]
  /** When it is sent or was sent, as a sentence. */
  readonly about: string
}

const openLetter = createStore<OpenLetter | undefined>(undefined)

/** Opens the letter dialog; undefined closes it. */
export const showLetter = openLetter.set

/** The letter on screen; undefined when there is none. */
export const useOpenLetter = (): OpenLetter | undefined => useStore(openLetter)

const previewed = 'A preview: nothing is sent. The letter would look like this today.'

/** Previews the letter of a request. */
export const previewRequest = (record: ApplicationRecord, request: RequestText): void =>
  showLetter({
    recipient: applicantLabel(record),
    choices: [{ name: 'Request', source: { id: record.id, letter: 'request' }, request }],
    about: previewed,
  })

/** Previews the letters of the decisions that are possible now. */
export const previewLetters = (record: ApplicationRecord, messages: readonly MessageRecord[] = []): void =>
  showLetter({
    recipient: applicantLabel(record),
    choices: letterChoices(record, messages),
    about: previewed,
  })

/** Shows a queued or sent letter. */
export function showMessage(record: ApplicationRecord, message: MessageRecord): void {
  const isRedrawn = message.state === 'sent' && message.letter !== 'written'
  showLetter({
    recipient: applicantLabel(record),
    choices: [{ name: messageLabel(message), source: { id: record.id, message: message.id } }],
    about: `${messageLabel(message)}. ${messageStateLabel(message)}${isRedrawn ? '. Shown with today’s texts.' : ''}`,
  })
}

/** Previews the letters of the possible decisions, or else shows the last letter of a decided application. */
export function showLetterOf(record: ApplicationRecord, messages: readonly MessageRecord[]): void {
  if (record.hidden)
    return void toast.failure('No letter is shown', 'Who it is, and each letter to them, is hidden until the decision.')
  const last = onlyLetters(messages).at(-1)
  if (letterChoices(record, messages).length > 0) previewLetters(record, messages)
  else if (last !== undefined) showMessage(record, last)
}
