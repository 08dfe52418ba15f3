/** The letters about an application, with the title that its applicant reads on the own page. Each has a template in `content/mail`. */
export const letterTitles = {
  confirmation: 'We have received it',
  approval: 'We would like to go ahead',
  after_meeting_approval: 'We would like to go ahead, after the conversation',
  pitch_invitation: 'Invitation to a conversation',
  rejection: 'Our answer',
  after_meeting_rejection: 'Our answer after the conversation',
  correction: 'A correction of our last letter',
  delay: 'We need more time',
  withdrawn: 'You have withdrawn it',
  changed: 'It was changed',
  request: 'We need something from you',
  request_reminder: 'A reminder of what we need',
  meeting: 'The time of our meeting',
  meeting_cancelled: 'Our meeting is cancelled',
  meeting_reminder: 'A reminder of our meeting',
} as const

export type Letter = keyof typeof letterTitles

export const letters = Object.keys(letterTitles) as readonly Letter[]

/** The letters that strangers can cause, who gave an address that is not theirs: they follow what a form sends. */
export const strangersLetters: readonly string[] = ['confirmation', 'withdrawn', 'changed'] satisfies readonly Letter[]

/** The letters without a hold. They are sent immediately, or at a fixed time. */
const noticeLetters: readonly string[] = [
  ...strangersLetters,
  ...(['request_reminder', 'meeting', 'meeting_cancelled', 'meeting_reminder'] satisfies readonly Letter[]),
]
/** Whether a letter has no hold. */
export const isNotice = (letter: string): boolean => noticeLetters.includes(letter)

/** Whether a value is the name of a letter about an application. */
export const isLetterName = (word: unknown): word is Letter => letters.some((letter) => letter === word)

/** What the reviewer adds to the letter of a decision. Neither text is ever empty. */
export type Addition = {
  /** The reason for a rejection, in words for the applicant. */
  readonly reason?: string
  /** Plain text; an empty line separates paragraphs. */
  readonly sentence?: string
}

/** The addition alone, of an object that has more. */
export const additionOf = ({ reason, sentence }: Addition): Addition => ({
  ...(reason !== undefined && { reason }),
  ...(sentence !== undefined && { sentence }),
})

/** How long a meeting takes, and where it is: an address, or the link of a call; empty when nobody has said it. */
export type MeetingTerms = { readonly minutes: number; readonly location: string }

/** A meeting in a letter. `at`: when it begins, or would have begun; ISO 8601. */
export type LetterMeeting = MeetingTerms & {
  readonly at: string
  /** The revision that the change led to: it rises, so a calendar knows which of two letters is newer. */
  readonly sequence: number
  /** When it was changed; ISO 8601. */
  readonly since: string
}

/** The texts and values that are inserted into a letter's template. */
export type Inserted = Addition & {
  /** For a delay: the new due moment; ISO 8601. */
  readonly until?: string
  /** For a request: its id (requests.ts). */
  readonly request?: number
  readonly meeting?: LetterMeeting
}

/**
 * A letter from a template. As an entry of the outbox it has only its name and its meeting: what the reviewer wrote stands in the history
 * (letter-content.ts). Entries from before 28 Nov 2026 also have the words.
 */
export type TemplateLetter = Inserted & {
  readonly letter: Letter
  readonly applicationId: string
}

/** A message written by the admin, sent without a template. */
export interface WrittenMessage {
  readonly letter: 'written'
  readonly applicationId: string
  readonly subject: string
  /** Plain text; an empty line separates paragraphs. */
  readonly text: string
}

/** What is reported to features that hear of applications. `decided`: when the decision can no longer be undone. */
export const reportKinds = ['received', 'decided', 'changed'] as const

export type ReportKind = (typeof reportKinds)[number]

/** The payloads of outbox entries by topic. */
export interface Topics {
  /** A letter to the applicant. */
  readonly 'mail.letter': TemplateLetter | WrittenMessage
  /**
   * A submission's row in the spreadsheet. `changed`: updates the columns of the review in an existing row. `whole`: appends the row if it is missing,
   * and updates it. `applicant`: updates the answers in an existing row.
   */
  readonly 'sheet.row': {
    readonly applicationId: string
    readonly changed?: true
    readonly whole?: true
    readonly applicant?: true
  }
  /**
   * Mail that is not about an application, such as the morning letter. `mail`: the name of its definition (server/mail/other-mail.ts); `data`: what that
   * composes it from. `strangers`: anyone can cause it, so it has a budget (mail-budget.ts). `title`: it is a letter of a feature about an application, under
   * this English title on its applicant's page.
   */
  readonly 'mail.other': {
    readonly mail: string
    readonly data: Readonly<Record<string, string>>
    readonly strangers?: true
    readonly title?: string
  }
  /** A change of an application, for the feature `to`. `revision`: the one that the change led to. `what`: the kind of change. */
  readonly report: {
    readonly to: string
    readonly applicationId: string
    readonly event: ReportKind
    readonly revision: number
    readonly what: string
  }
  /** The removal of a deleted application's row. */
  readonly 'sheet.removal': { readonly applicationId: string }
}

export type Topic = keyof Topics

/** Every topic. */
export const topics = Object.keys({
  'mail.letter': true,
  'sheet.row': true,
  'mail.other': true,
  report: true,
  'sheet.removal': true,
} satisfies Readonly<Record<Topic, true>>) as readonly Topic[]

/** Topics that are sent even after their application was purged, or that have no application. Their payload has no personal data. */
export const outliving: readonly Topic[] = ['sheet.removal', 'mail.other']
/** Whether an entry of a topic stays when its application is purged. */
export const outlives = (topic: Topic): boolean => outliving.includes(topic)

/**
 * Topics whose entries for one application write to the same row. They are sent one at a time, in the order of the changes that drafted them. Otherwise
 * a slow append could restore a row after its removal.
 */
export const sequential: readonly Topic[] = ['sheet.row', 'sheet.removal']

/** A new outbox entry. A key is inserted only once. */
export type OutboxDraft = {
  [T in Topic]: {
    readonly topic: T
    readonly payload: Topics[T]
    readonly key: string
    readonly applicationId: string
    /** It is not sent before this moment. */
    readonly dueAt: Date
    /** The revision of the change that it is about; by default of the change that queues it. */
    readonly revision?: number
  }
}[Topic]

/** The draft of a letter. @param key distinguishes it from other letters of this name about the application */
export const letterDraft = (
  applicationId: string,
  letter: Letter,
  key: string,
  dueAt: Date,
  meeting?: LetterMeeting,
): OutboxDraft => ({
  topic: 'mail.letter',
  payload: { letter, applicationId, ...(meeting !== undefined && { meeting }) },
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

/** `parked`: not delivered after days of failures; it waits until someone sends it again. `cancelled`: by an undo. */
export const outboxStates = ['waiting', 'claimed', 'sent', 'parked', 'cancelled'] as const

export type OutboxState = (typeof outboxStates)[number]

/** A stored entry, with the results of its attempts. */
export type OutboxEntry = OutboxDraft & {
  readonly id: string
  /** Of the change that it is about: the index of that change in the history. */
  readonly revision: number
  readonly state: OutboxState
  readonly attempts: number
  readonly createdAt: Date
  readonly sentAt: Date | null
  /** The receiver's message at the last failure, or why it is postponed; otherwise empty. */
  readonly lastFault: string
  /** When it first failed since it was queued or sent again by hand; null if it has not failed, or was sent. */
  readonly failingSince: Date | null
  /** Increased by every claim, so that the result of a lapsed claim is ignored. */
  readonly fence: number
}

/** Faults that come from us, not from a provider. The desk shows them unchanged. */
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

/** An entry that is a letter to an applicant: the core's, or a feature's. */
export type ToApplicant = Extract<OutboxEntry, { topic: 'mail.letter' | 'mail.other' }>

export const isToApplicant = (entry: OutboxEntry): entry is ToApplicant =>
  isLetter(entry) || (entry.topic === 'mail.other' && entry.payload.title !== undefined)

export const nameOfLetter = ({ payload }: Pick<ToApplicant, 'payload'>): string =>
  'letter' in payload ? payload.letter : payload.mail

/** An entry that is a letter with a template, not a message written by hand. */
type LetterEntry = Extract<OutboxEntry, { topic: 'mail.letter' }> & { readonly payload: TemplateLetter }

export const isTemplateLetter = (entry: OutboxEntry): entry is LetterEntry =>
  isLetter(entry) && entry.payload.letter !== 'written'

/** Whether an entry has not left and can still be cancelled. */
export const isUnsent = ({ state }: Pick<OutboxEntry, 'state'>): boolean => state === 'waiting' || state === 'parked'

/** The result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** Not sent, because its application is deleted. It waits again if the deletion is undone. */
  | { readonly kind: 'deleted' }
  /** Not sent, because the review of its application was ended after it was queued. It waits again if the applicant returns. */
  | { readonly kind: 'ended' }
  /**
   * The provider did not accept it now; it is retried. `ofRecipient`: the fault is about its address, so the provider works. `retryAfterMs`: the provider
   * asked for this pause.
   */
  | { readonly kind: 'failed'; readonly fault: string; readonly ofRecipient?: true; readonly retryAfterMs?: number }
  /** The provider will never accept it; it is not retried automatically. `ofRecipient`: because of its address. */
  | { readonly kind: 'refused'; readonly fault: string; readonly ofRecipient?: true }
  /** Not attempted yet. `why`: a reason for the desk. */
  | { readonly kind: 'postponed'; readonly until: Date; readonly why: string }
  /** Never attempted, because a later letter replaces it. */
  | { readonly kind: 'obsolete' }

/** Whether a letter that strangers can cause is sent, for one entry of the outbox. */
export type Turn =
  /** `merged`: others to this address wait, so one letter with the links of all its applications is sent for all of them. */
  | { readonly kind: 'now'; readonly merged: boolean }
  | { readonly kind: 'later'; readonly at: Date; readonly why: string }
  /** Never: a later letter told the same, or the owner of the address has not proven it. */
  | { readonly kind: 'needless' }

/** The handlers of all topics; code without one of them does not compile. */
export type Handlers = {
  readonly [T in Topic]: (payload: Topics[T], entry: OutboxEntry) => Promise<Outcome>
}
