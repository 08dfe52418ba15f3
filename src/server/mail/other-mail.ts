import type { OutboxDraft, OutboxEntry, Outcome } from '../../applications/outbox.ts'
import { sendOnce } from './attempts.ts'
import type { Mailer, Message } from './port.ts'

/** Sends the entries of one kind of mail that is not about an application. */
export interface OtherMailHandler {
  readonly name: string
  readonly title: string
  send(data: Readonly<Record<string, string>>, entry: OutboxEntry): Promise<Outcome>
  /** A letter to an applicant as it is sent, or was, with today's texts; undefined when what it is about is gone. */
  show?(data: Readonly<Record<string, string>>): Promise<Message | undefined>
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
 * @param more `strangers`: anyone can cause it, so it counts against the budget of its address. Else its title for the applicant, whom it goes to (English).
 */
export function otherMail<Data extends { readonly [Name in keyof Data]?: string }>(
  name: string,
  title: string,
  more?: 'strangers' | { readonly toApplicant: string },
) {
  return {
    draft: (data: Data, { key, about = '', dueAt }: DraftOptions): OutboxDraft => ({
      topic: 'mail.other',
      payload: {
        ...{ mail: name, data: data as Readonly<Record<string, string>> },
        ...(more === 'strangers' && { strangers: true as const }),
        ...(typeof more === 'object' && { title: more.toApplicant }),
      },
      ...{ key, applicationId: about, dueAt },
    }),
    /** The handler that sends what `send` does. */
    sentBy: (
      send: (data: Data, entry: OutboxEntry) => Promise<Outcome>,
      show?: (data: Data) => Promise<Message | undefined>,
    ): OtherMailHandler => ({
      name,
      title,
      send: (data, entry) => send(data as Data, entry),
      ...(show !== undefined && { show: (data) => show(data as Data) }),
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
