import { after, minute, second } from '../shared/dates.ts'
import type { Application, Status } from './application.ts'
import type { HistoryEntry } from './history.ts'
import { isLetter, isTemplateLetter, type Letter, letters, type OutboxDraft, type OutboxEntry } from './outbox.ts'

/** The settings on which the outbox entries of a change depend. */
export interface Delivery {
  /** `mirror`: the spreadsheet follows every change. `primary`: submissions go to it by outbox, everything else directly. */
  readonly spreadsheet: 'none' | 'mirror' | 'primary'
  /** The hold in seconds: how long a decision or deletion can be undone, before anything leaves the desk. */
  readonly holdS: number
}

/** The outbox entries of a change. */
export interface Outgoing {
  readonly outbox: readonly OutboxDraft[]
  /** Ids of entries that it makes obsolete: they are cancelled if they are still waiting. */
  readonly cancels?: readonly string[]
  /** Ids of entries that it recalls: if one of them is no longer waiting, nothing of the change is written. */
  readonly recalls?: readonly string[]
}

/** An effective decision, with the revision it produced. */
export interface Decision {
  readonly at: Date
  readonly revision: number
}

/** The earlier state that a change depends on; each property names the kinds of change that read it. */
export interface Before {
  /** The application's messages, oldest first. For decisions, addresses, and undone decisions. */
  readonly messages?: readonly OutboxEntry[]
  /** Whether the form confirms a submission by a letter. */
  readonly confirms?: boolean
  /** Letters that were sent to a wrong address, and are to be sent again to the new one. */
  readonly again?: readonly Letter[]
  /** The effective decisions, oldest first: the last one is undone. */
  readonly decisions?: readonly Decision[]
  /** The text of a message. */
  readonly text?: string
}

/**
 * An append that timed out may still be carried out by the spreadsheet's script, for as long as Google lets a script run: 6 minutes. A deleted row is
 * taken out a second time after that.
 */
const lastAppend = 10 * minute

/** The letter about a transition; undefined if there is none. */
export function letterFor(from: Status, to: Status): Letter | undefined {
  if (to === 'approved') return 'approval'
  if (to === 'pitch') return 'pitch_invitation'
  if (to === 'rejected') return from === 'pitch' ? 'after_meeting_rejection' : 'rejection'
  return undefined
}

/** The letters of the decision that led to `revision`, those that were queued again included. */
export const lettersOf = (id: string, revision: number, messages: readonly OutboxEntry[]) =>
  messages
    .filter(isTemplateLetter)
    .filter(({ key }) => letters.some((letter) => `${key}:`.startsWith(`${id}:${letter}:${revision - 1}:`)))

/** Whether a letter failed to reach the application's address: it was given up, or is still retried. */
const failed = ({ state, failingSince }: OutboxEntry): boolean =>
  state === 'parked' || (state === 'waiting' && failingSince !== null)

/** Letters of decisions whose hold is not over. */
const held = (messages: readonly OutboxEntry[], at: Date) =>
  messages
    .filter(isTemplateLetter)
    .filter(
      ({ payload, state, attempts, dueAt }) =>
        payload.letter !== 'confirmation' && state === 'waiting' && attempts === 0 && dueAt > at,
    )

/**
 * The outbox entries of a change of any kind: letters, messages, and rows for a mirroring spreadsheet.
 * @param application as it was read: `revision` is the one before the change
 */
export function outgoing(
  { id: applicationId, revision }: Pick<Application, 'id' | 'revision'>,
  { at, event }: Pick<HistoryEntry, 'at' | 'event'>,
  { spreadsheet, holdS }: Delivery,
  { messages = [], confirms = false, again = [], decisions = [], text = '' }: Before = {},
): Outgoing {
  const holdEnd = after(at, holdS * second)
  const letter = (name: Letter, key: string, dueAt: Date): OutboxDraft => ({
    topic: 'mail.letter',
    payload: { letter: name, applicationId },
    key: `${applicationId}:${name}${key}`,
    applicationId,
    dueAt,
  })
  const row = (key: string, dueAt: Date, how: { changed?: true; whole?: true } = {}): OutboxDraft => ({
    topic: 'sheet.row',
    payload: { applicationId, ...how },
    key: `${applicationId}:row${key}`,
    applicationId,
    dueAt,
  })
  const removal = (key: string, dueAt: Date): OutboxDraft => ({
    topic: 'sheet.removal',
    payload: { applicationId },
    key: `${applicationId}:removal:${key}`,
    applicationId,
    dueAt,
  })
  const changed = (dueAt: Date): readonly OutboxDraft[] =>
    spreadsheet === 'mirror' ? [row(`:${revision}`, dueAt, { changed: true })] : []

  switch (event.what) {
    case 'submitted':
      return {
        outbox: [...(confirms ? [letter('confirmation', '', at)] : []), ...(spreadsheet === 'none' ? [] : [row('', at)])],
      }

    case 'moved': {
      // A decision within the hold of another replaces it: the applicant gets one letter, as from the status that they know.
      const replaced = held(messages, at)
      const invited = replaced.some(({ payload }) => payload.letter === 'pitch_invitation')
      const name = letterFor(invited && event.from === 'pitch' ? 'pending' : event.from, event.to)
      return {
        outbox: [...(name === undefined ? [] : [letter(name, `:${revision}`, holdEnd)]), ...changed(holdEnd)],
        cancels: replaced.map(({ id }) => id),
      }
    }

    case 'readdressed': {
      const all = messages.filter(isLetter)
      const resent = again.flatMap((name) => {
        const last = all.filter(({ payload }) => payload.letter === name).at(-1)
        return last?.state === 'sent' ? [last] : []
      })
      // As new entries, so that no provider takes them for repeats. Entries within their hold go to the new address anyway.
      const requeued = [...all.filter(failed), ...resent].map(
        ({ id, topic, payload, key, state }): OutboxDraft => ({
          topic,
          payload,
          key: `${key}:to:${revision}`,
          applicationId,
          dueAt: at,
          ...(state !== 'sent' && { replaces: id }),
        }),
      )
      return { outbox: [...requeued, ...changed(at)] }
    }

    case 'deleted': {
      // The moment alone is not enough: an undo and a second deletion may share its millisecond.
      const deletion = `${revision}:${at.getTime()}`
      return {
        outbox:
          spreadsheet === 'mirror' ? [removal(deletion, holdEnd), removal(`${deletion}:again`, after(holdEnd, lastAppend))] : [],
      }
    }

    case 'undone': {
      if (event.undid === 'scored') return { outbox: [] }
      if (event.undid === 'written')
        return { outbox: [], recalls: messages.filter(({ key }) => key === event.key).map(({ id }) => id) }
      // The row may have been removed already, if another node's clock is ahead.
      if (event.undid === 'deleted') return { outbox: spreadsheet === 'mirror' ? [row(`:${revision}`, at, { whole: true })] : [] }
      if (event.undid !== 'moved') return { outbox: changed(at) }
      const [earlier, last] = decisions.length === 1 ? [undefined, decisions[0]] : decisions.slice(-2)
      const recalled = last === undefined ? [] : lettersOf(applicationId, last.revision, messages)
      const rows = messages.filter(({ key }) => last !== undefined && key === `${applicationId}:row:${last.revision - 1}`)
      // The earlier decision is effective again. If the undone one had replaced its letter, the letter is queued again.
      const replaced = earlier === undefined ? [] : lettersOf(applicationId, earlier.revision, messages)
      const lost = replaced.every(({ state }) => state === 'cancelled') ? replaced.at(-1)?.payload.letter : undefined
      return {
        outbox: [
          ...(earlier === undefined || lost === undefined
            ? []
            : [
                letter(
                  lost,
                  `:${earlier.revision - 1}:again:${revision}`,
                  new Date(Math.max(at.getTime(), earlier.at.getTime() + holdS * second)),
                ),
              ]),
          ...changed(at),
        ],
        cancels: [...recalled, ...rows].map(({ id }) => id),
      }
    }

    case 'written':
      return {
        outbox: [
          {
            topic: 'mail.letter',
            payload: { letter: 'written', applicationId, subject: event.subject, text },
            key: event.key ?? `${applicationId}:written:${revision}`,
            applicationId,
            dueAt: holdEnd,
          },
        ],
      }

    // The spreadsheet has no scores.
    case 'scored':
      return { outbox: [] }

    case 'noted':
    case 'meeting_set':
      return { outbox: changed(at) }
  }
}
