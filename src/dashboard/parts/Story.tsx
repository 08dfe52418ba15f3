import type { ApplicationReply, MessageRecord } from '../../api/replies.ts'
import { historyWords } from '../data/history-words.ts'
import { messageName } from '../data/message-names.ts'
import { momentOf } from '../data/times.ts'
import { Button } from './Button.tsx'
import styles from './desk-story.module.css'
import { useSendAgain } from './ParkedMail.tsx'

/** What happened to an application, and every message about it. */
export function Story({ reply }: { reply: ApplicationReply }) {
  const { messages = [], history = [] } = reply
  return (
    <div className={styles.story}>
      {messages.length > 0 && (
        <section>
          <h3>Messages</h3>
          <ul>
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        </section>
      )}
      {history.length > 0 && (
        <section>
          <h3>History</h3>
          <ol>
            {history.map(({ at, by, event }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the history is only ever appended to
              <li key={n}>
                <span>{historyWords(event)}</span>
                <span className={styles.aside}>
                  {by === 'applicant' ? 'the applicant' : by}, <time dateTime={at}>{momentOf(at)}</time>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function stateWords({ state, due_at, sent_at, attempts, last_fault }: MessageRecord): string {
  if (state === 'sent') return `Sent ${momentOf(sent_at ?? due_at)}`
  if (state === 'claimed') return 'Being sent'
  if (state === 'cancelled') return 'Cancelled before it was sent'
  if (state === 'parked') return `Not delivered. ${last_fault}`
  return attempts === 0
    ? 'Goes out in a moment'
    : `Tried ${attempts === 1 ? 'once' : `${attempts} times`}; again at ${momentOf(due_at)}. ${last_fault}`
}

function Message({ message }: { message: MessageRecord }) {
  const again = useSendAgain()
  return (
    <li data-state={message.state}>
      <span>{messageName(message)}</span>
      <span className={styles.aside}>{stateWords(message)}</span>
      {message.state === 'parked' && (
        <Button disabled={again.isPending} onClick={() => again.mutate(message.id)}>
          Send again
        </Button>
      )}
    </li>
  )
}
