/** The letters about an application; each has a template in `content/mail`. */
export const letters = [
  'confirmation',
  'approval',
  'after_meeting_approval',
  'pitch_invitation',
  'rejection',
  'after_meeting_rejection',
  'correction',
  'delay',
  'withdrawn',
  'changed',
  'request',
  'request_reminder',
] as const

export type Letter = (typeof letters)[number]

/** The letters that have no hold: they go at once, or at a time of their own. */
const noticeLetters: readonly Letter[] = ['confirmation', 'withdrawn', 'changed', 'request_reminder']
/** Whether a letter has no hold. */
export const isNotice = (letter: string): boolean => noticeLetters.some((notice) => notice === letter)

/** Whether a word names a letter about an application. */
export const isLetterName = (word: unknown): word is Letter => letters.some((letter) => letter === word)

/** What the reviewer adds to the letter of a decision. Neither is ever empty. */
export type Addition = {
  /** Why an application is rejected, as the applicant reads it. */
  readonly reason?: string
  /** Plain text; an empty line separates paragraphs. */
  readonly sentence?: string
}

/** What a letter from a template says beside the template's words. */
export type Inserted = Addition & {
  /** Of a delay: the moment by which the applicant hears from us now; ISO 8601. */
  readonly until?: string
  /** The id of the request that it is about (requests.ts). */
  readonly request?: number
}

/** A letter from a template. */
export type TemplateLetter = Inserted & {
  readonly letter: Letter
  readonly applicationId: string
}

/** A message written by the admin, sent as it is. */
export interface WrittenMessage {
  readonly letter: 'written'
  readonly applicationId: string
  readonly subject: string
  /** Plain text; an empty line separates paragraphs. */
  readonly text: string
}

/** The payloads of outbox entries by topic. */
export interface Topics {
  /** A letter to the applicant. */
  readonly 'mail.letter': TemplateLetter | WrittenMessage
  /**
   * A submission's row in the spreadsheet. `changed`: the row is there, and what the review has changed is to be written to it. `whole`: both, for a
   * row that may be missing. `applicant`: the row is there, and what the applicant has changed is to be written to it.
   */
  readonly 'sheet.row': {
    readonly applicationId: string
    readonly changed?: true
    readonly whole?: true
    readonly applicant?: true
  }
  /** The admin's letter of a morning, about what came in a window of time. It belongs to no application. Moments are ISO 8601. */
  readonly 'mail.digest': { readonly day: string; readonly since: string; readonly until: string }
  /** Mail to an address that waits for a cohort: that `cohort` (`Cohort 6`) is open, or without one the link that confirms the address. */
  readonly 'mail.opening': { readonly subscriptionId: string; readonly cohort?: string }
  /** The removal of a deleted application's row. */
  readonly 'sheet.removal': { readonly applicationId: string }
}

export type Topic = keyof Topics

/** Topics that are sent although their application was purged, or that have none; their payload has no personal data. */
export const outliving: readonly Topic[] = ['sheet.removal', 'mail.digest', 'mail.opening']
/** Whether an entry of a topic stays when its application is purged. */
export const outlives = (topic: Topic): boolean => outliving.includes(topic)

/**
 * Topics whose entries of one application go to one row, and therefore one at a time, in the order of the changes that drafted them: a row that is
 * being appended would otherwise outlive its removal.
 */
export const sequential: readonly Topic[] = ['sheet.row', 'sheet.removal']

/** A new outbox entry. The same key is inserted once, however often it is drafted. */
export type OutboxDraft = {
  [T in Topic]: {
    readonly topic: T
    readonly payload: Topics[T]
    readonly key: string
    readonly applicationId: string
    /** Not before then. */
    readonly dueAt: Date
    /** The entry that it takes the place of: that one is cancelled. If it cannot be any more, this one is not queued. */
    readonly replaces?: string
  }
}[Topic]

/** The draft of a letter. @param key distinguishes it from the application's other letters of this name */
export const letterDraft = (
  applicationId: string,
  letter: Letter,
  key: string,
  dueAt: Date,
  { reason, sentence, until, request }: Inserted = {},
): OutboxDraft => ({
  topic: 'mail.letter',
  payload: {
    letter,
    applicationId,
    ...(reason !== undefined && { reason }),
    ...(sentence !== undefined && { sentence }),
    ...(until !== undefined && { until }),
    ...(request !== undefined && { request }),
  },
  key: `${applicationId}:${letter}${key}`,
  applicationId,
  dueAt,
})

/** The draft of a spreadsheet row. @param mode see `Topics['sheet.row']`; without one the row is appended */
export const rowDraft = (
  applicationId: string,
  key: string,
  dueAt: Date,
  mode?: 'changed' | 'whole' | 'applicant',
): OutboxDraft => ({
  topic: 'sheet.row',
  payload: { applicationId, ...(mode !== undefined && { [mode]: true }) },
  key: `${applicationId}:row${key}`,
  applicationId,
  dueAt,
})

/** The draft of a row's removal. */
export const removalDraft = (applicationId: string, key: string, dueAt: Date): OutboxDraft => ({
  topic: 'sheet.removal',
  payload: { applicationId },
  key: `${applicationId}:removal:${key}`,
  applicationId,
  dueAt,
})

/** `waiting` until claimed and settled; `parked` after days of failure, until someone sends it again; `cancelled` by an undo. */
export const outboxStates = ['waiting', 'claimed', 'sent', 'parked', 'cancelled'] as const

export type OutboxState = (typeof outboxStates)[number]

/** An entry as it is stored, with how its sending went. */
export type OutboxEntry = OutboxDraft & {
  readonly id: string
  readonly state: OutboxState
  readonly attempts: number
  readonly createdAt: Date
  readonly sentAt: Date | null
  /** The last failure, in the words of who refused, or why it is postponed; empty when there is neither. */
  readonly lastFault: string
  /** When it first failed since it was queued, or sent again by hand; null when it has not, or was sent. */
  readonly failingSince: Date | null
  /** Increased by every claim: the result of a lapsed claim is ignored. */
  readonly fence: number
}

/** Faults of our own, which no provider said: the desk shows them as they are. */
export const ownFaults = {
  /** The owner of the address stopped its letters. */
  stopped: 'The owner of this address says that they did not apply. Correct the address, or delete the application.',
  /** A restore cannot tell whether the letter was sent. */
  restored: 'It may have been sent before the restore. Send it again only if it did not arrive.',
} as const

/** Whether a fault is our own, not a provider's. */
export const isOwnFault = (fault: string): boolean => Object.values<string>(ownFaults).includes(fault)

/** Whether an entry is a letter or a message to an applicant. */
export const isLetter = (entry: OutboxEntry): entry is Extract<OutboxEntry, { topic: 'mail.letter' }> =>
  entry.topic === 'mail.letter'

/** Whether an entry is a letter with a template, not a message written by hand. */
export const isTemplateLetter = (
  entry: OutboxEntry,
): entry is Extract<OutboxEntry, { topic: 'mail.letter' }> & { readonly payload: TemplateLetter } =>
  isLetter(entry) && entry.payload.letter !== 'written'

/** The result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** Not sent, because its application is deleted: it waits again if the deletion is undone. */
  | { readonly kind: 'deleted' }
  /** Not sent, because its application was withdrawn: it waits again if the applicant returns. */
  | { readonly kind: 'withdrawn' }
  /** To be retried: the provider did not accept it now. */
  | { readonly kind: 'failed'; readonly fault: string }
  /** Not to be retried automatically: the provider will never accept it. */
  | { readonly kind: 'refused'; readonly fault: string }
  /** Not attempted: its time comes later. `why` is for the desk. */
  | { readonly kind: 'postponed'; readonly until: Date; readonly why: string }
  /** Not attempted, and never to be: a later letter has said more. */
  | { readonly kind: 'obsolete' }

/**
 * Total: a topic without a handler does not compile. `turn` resolves when nothing else of the topic is between its hand-over and its mark; a handler
 * whose counterpart cannot tell a repeat waits for it before it hands over.
 */
export type Handlers = {
  readonly [T in Topic]: (payload: Topics[T], entry: OutboxEntry, turn: () => Promise<void>) => Promise<Outcome>
}
