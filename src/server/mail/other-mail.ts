import type { OutboxDraft, OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { sendOnce } from './attempts.ts'
import type { Mailer, Message } from './port.ts'

/** Sends the entries of one kind of mail that is not about an application. */
export interface OtherMailHandler {
  readonly name: string
  readonly title: string
  send(data: Readonly<Record<string, string>>, entry: OutboxEntry): Promise<Outcome>
}

interface DraftOptions {
  /** An entry with the same key is queued only once. */
  readonly key: string
  /** The id of what the mail is about, so that it can be deleted with it. */
  readonly about?: string
  readonly dueAt: Date
}

/**
 * A kind of mail that is not about an application. Whoever queues it and whoever sends it use the same value, so both agree on `Data`, which has no personal data.
 * @param name stored with each entry: it does not change
 * @param title for the desk
 * @param strangers whether anyone can cause it: then it counts against the budget of its address
 */
export function otherMail<Data extends { readonly [Name in keyof Data]?: string }>(
  name: string,
  title: string,
  strangers?: 'strangers',
) {
  return {
    draft: (data: Data, { key, about = '', dueAt }: DraftOptions): OutboxDraft => ({
      topic: 'mail.other',
      payload: {
        ...{ mail: name, data: data as Readonly<Record<string, string>> },
        ...(strangers !== undefined && { strangers: true as const }),
      },
      ...{ key, applicationId: about, dueAt },
    }),
    /** The handler that sends what `send` does. */
    sentBy: (send: (data: Data, entry: OutboxEntry) => Promise<Outcome>): OtherMailHandler => ({
      name,
      title,
      send: (data, entry) => send(data as Data, entry),
    }),
    /** The handler that sends what `compose` makes; undefined when there is nothing to say any more. */
    composedBy: (mailer: Mailer, compose: (data: Data, entryId: string) => Promise<Message | undefined>): OtherMailHandler => ({
      name,
      title,
      async send(data, entry) {
        const message = await compose(data as Data, entry.id)
        return message === undefined ? { kind: 'deleted' } : sendOnce(mailer, message)
      },
    }),
  }
}
