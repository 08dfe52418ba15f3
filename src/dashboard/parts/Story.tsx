import type { ApplicationRecord, ApplicationReply, MessageRecord } from '../../api/replies.ts'
import { historyWords } from '../data/history-words.ts'
import { messageName } from '../data/message-names.ts'
import { messageState } from '../data/message-state.ts'
import { seeMessage } from '../data/see-letter.ts'
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
              <Message key={message.id} message={message} record={reply.application} />
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

function Message({ message, record }: { message: MessageRecord; record: ApplicationRecord }) {
  const again = useSendAgain()
  return (
    <li data-state={message.state}>
      <span>{messageName(message)}</span>
      <span className={styles.aside}>{messageState(message)}</span>
      {message.topic === 'mail.letter' && (
        <Button tone="quiet" onClick={() => seeMessage(record, message)}>
          See it
        </Button>
      )}
      {message.state === 'parked' && (
        <Button disabled={again.isPending} onClick={() => again.mutate(message.id)}>
          Send again
        </Button>
      )}
    </li>
  )
}
