import { queryOptions } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, LetterReply, LettersReply, MessageRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { mayMove } from '../../applications/moves.ts'
import { letterFor } from '../../applications/outgoing.ts'
import { call } from '../client.ts'

/** In the order of the buttons, and by their names. */
const decisions: readonly (readonly [Status, string])[] = [
  ['approved', 'Approve'],
  ['pitch', 'Pitch'],
  ['rejected', 'Reject'],
]

/** A letter that can be looked at. */
export interface Choice {
  readonly name: string
  /** Where it is asked for. */
  readonly path: string
}

/** The letters of the decisions that an application's status leaves open. */
export const choicesFor = ({ id, status }: ApplicationRecord): readonly Choice[] =>
  decisions.flatMap(([to, name]) => {
    const letter = mayMove(status, to) ? letterFor(status, to) : undefined
    return letter === undefined ? [] : [{ name, path: paths.letter(id, letter) }]
  })

/** The letters that an application had or has in the queue; spreadsheet rows are none. */
export const lettersAmong = (messages: readonly MessageRecord[]): readonly MessageRecord[] =>
  messages.filter(({ topic }) => topic === 'mail.letter')

export const letterQuery = (path: string) =>
  queryOptions({
    queryKey: ['letter', path],
    queryFn: ({ signal }) => call<LetterReply>(path, { signal }),
    // The wording, the address or the name may have changed: what is shown is what would go now.
    staleTime: 0,
  })

export const lettersQuery = queryOptions({
  queryKey: ['letters'],
  queryFn: ({ signal }) => call<LettersReply>(paths.letters, { signal }),
  meta: { toast: 'Failed to load the letters' },
})
