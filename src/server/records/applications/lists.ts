import { type Application, endings, type Scores, type Stats, type Status } from '../../../applications/application.ts'
import type { DueFilter, DueSpan } from '../../../applications/due.ts'
import type { Fact } from '../../../applications/facts.ts'
import type { Event, HistoryEntry } from '../../../applications/history.ts'
import type { Order } from '../../../applications/order.ts'
import type { PersonKind } from '../../../applications/person.ts'
import type { ParsedQuery } from '../../../applications/query/query.ts'
import type { Signal } from '../../../applications/signals.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { Applications, StoredFile } from './port.ts'

/**
 * Without a status: all applications in review. `search`: words in name, e-mail, company or any answer, in any order and case, the last one
 * as a prefix, without wildcards. `has`: fields that must have an answer; also `notes`, `meeting`, `stopped`, `asked` and `answered`.
 */
export interface ListQuery extends Omit<ParsedQuery, keyof DueFilter | 'marks'> {
  /** `date` by default. With `dueIn` the list is ordered by due moment instead. */
  readonly order?: Order
  /** Only pending applications that are due in this span. */
  readonly dueIn?: DueSpan
  /** The words of features that must hold at a moment. */
  readonly marked?: { readonly words: readonly string[]; readonly at: Date }
  /** The forms whose pending applications are left out. */
  readonly leftOut?: readonly FormType[]
  /** `Page.nextCursor` of the previous page; undefined for the first. */
  readonly cursor?: string
  /** Applications per page. */
  readonly limit: number
}

/** The applications that figures count: submitted at `from` or later, and before `before`. */
export interface FactQuery {
  readonly formType?: FormType
  readonly status?: Status
  readonly from?: Date
  readonly before?: Date
  /** With answers, total and cohort; these facts take more time to read. */
  readonly detailed?: true
}

/** A part of the list. */
export interface Page {
  /** In the order of the query. */
  readonly applications: readonly Application[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
  readonly total: number
  /** Whether counting stopped at 1,000, as it does with a search, a span of time, `dueIn`, or a filter other than form, status and address. */
  readonly totalCapped: boolean
}

interface Quarantined {
  readonly application: Application
  /** Why it is there, the signal with the highest weight first. */
  readonly reasons: readonly Signal[]
  /** When it will be deleted. */
  readonly until: Date
  /** The number of quarantined applications with the same form and reasons, including this one. */
  readonly alike: number
}

/** Another application, and the person keys that it shares with the requested one. */
export interface Related {
  readonly application: Application
  readonly shared: readonly PersonKind[]
}

/** A stored file without its bytes, and the application that it belongs to. */
export interface FileOf extends Omit<StoredFile, 'bytes'> {
  readonly applicationId: string
}

/** A history entry without its details. */
export interface News {
  readonly id: string
  /** The revision that the change led to. */
  readonly revision: number
  /** `quarantined`: submitted, and in quarantine. */
  readonly what: Event['what'] | 'quarantined'
}

/** An application of an address, for the letter with its private links. */
export interface OfAddress {
  readonly id: string
  readonly submittedAt: Date
  readonly isInReview: boolean
  /** When its owner's link was first opened; null before. */
  readonly openedAt: Date | null
}

/**
 * What is read of many applications. No method returns deleted applications, except `newsSince`, or quarantined ones, except `quarantined`. Every method rejects
 * with AppError DATABASE_CONNECTION_FAILED or DATABASE_QUERY_FAILED when the database fails.
 */
export interface Lists {
  /** Applications in quarantine that match every word of `search`, newest first. @throws AppError FORM_VALIDATION_FAILED for an invalid cursor */
  quarantined(query: Pick<ListQuery, 'cursor' | 'limit' | 'search'>): Promise<{
    readonly quarantined: readonly Quarantined[]
    readonly nextCursor: string | undefined
    /** The number of all in quarantine, also with a search. */
    readonly total: number
  }>
  /** The histories of several applications by id; see `history`. */
  histories(ids: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>>
  /** The files of several applications, in the order of `ids`. */
  files(ids: readonly string[]): Promise<readonly FileOf[]>
  /**
   * A page of applications.
   * @throws AppError FORM_VALIDATION_FAILED for an invalid cursor, or one of another order
   */
  list(query: ListQuery): Promise<Page>
  /** All applications of an e-mail address that are not deleted, newest first. */
  ofAddress(email: string): Promise<readonly OfAddress[]>
  /** Streams every match in the order of the query, in batches of `limit`; yields to the event loop between batches. For exports. */
  all(query: ListQuery): AsyncIterable<Application>
  /** The exact number of matches of `all`. */
  count(query: ListQuery): Promise<number>
  /** Applications that share an address, telephone number, company, domain or name with this one, newest first: at most 20 for each key. */
  related(id: string): Promise<readonly Related[]>
  /** Recomputes the totals of a form's scored applications. Their revisions do not change. @returns whether one was another */
  recomputeTotals(formType: FormType, totalOf: (scores: Scores) => number | null): Promise<boolean>
  /** The numbers of applications in review, by status and by form. */
  stats(): Promise<Stats>
  /** Streams facts of applications in review, oldest first, in batches; yields to the event loop between batches. */
  facts(query: FactQuery): AsyncIterable<readonly Fact[]>
  /** The history entries since `since` of all applications, deleted ones included, newest first, at most `limit`. */
  newsSince(since: Date, limit: number): Promise<readonly News[]>
}

export type StoredApplications = Applications & Lists

/** The applications of a list in every state: those in review, then those whose review is ended. */
export async function* ofEveryState({ all }: Pick<Lists, 'all'>, query: Omit<ListQuery, 'status'>): AsyncIterable<Application> {
  for (const status of [undefined, ...endings.map(({ state }) => state)]) yield* all({ ...query, status })
}
