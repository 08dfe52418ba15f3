import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, MessageRecord } from '../../api/replies.ts'
import { messageName } from '../message-names.ts'
import { messageState } from '../message-state.ts'
import { whom } from '../whom.ts'
import { choicesFor, lettersAmong } from './letters.ts'
import { showLetter } from './open-letter.ts'

/** Shows the letters of the decisions that can be taken now. */
export const seeDecisions = (record: ApplicationRecord): void =>
  showLetter({
    whom: whom(record),
    choices: choicesFor(record),
    about: 'Nothing is sent by looking. This is what would go today.',
  })

/** Shows a queued or sent letter. */
export function seeMessage(record: ApplicationRecord, message: MessageRecord): void {
  const isRedrawn = message.state === 'sent' && message.letter !== 'written'
  showLetter({
    whom: whom(record),
    choices: [{ name: messageName(message), path: paths.message(record.id, message.id) }],
    about: `${messageName(message)}. ${messageState(message)}${isRedrawn ? '. Drawn again, in the wording of today.' : ''}`,
  })
}

/** What the key shows: the letters of the decisions that are open, or else the last letter of what was decided. */
export function seeLetter(record: ApplicationRecord, messages: readonly MessageRecord[]): void {
  const last = lettersAmong(messages).at(-1)
  if (choicesFor(record).length > 0) seeDecisions(record)
  else if (last !== undefined) seeMessage(record, last)
}
