import type { FormType } from '../../shared/form-types.ts'
import type { ListState } from '../application.ts'
import type { DueFilter } from '../due.ts'
import type { Order } from '../order.ts'

/** The filters of a list, with those of the query typed into the search box. */
export interface ParsedQuery extends DueFilter {
  readonly formType?: FormType
  /** If it is undefined, all applications in review. */
  readonly status?: ListState
  readonly email?: string
  /** The plain words of the query. */
  readonly search?: string
  /** Submitted at this moment or later. */
  readonly since?: Date
  /** Submitted before this moment. */
  readonly until?: Date
  /** Lower-case names of fields that must have an answer. */
  readonly has?: readonly string[]
  /** Words in the answer to how they heard of the programme. */
  readonly source?: string
  /** Words and phrases that an application must not contain. */
  readonly excluded?: readonly string[]
  /** Whether every criterion has a score. */
  readonly isScored?: boolean
  /** Whether the reviewer opened it with its present answers. */
  readonly isRead?: boolean
  readonly isStarred?: boolean
  /** Whether it is not pending. */
  readonly isDecided?: boolean
  /** Bounds of the total score. An application without a total is in none of them. */
  readonly scores?: readonly ScoreBound[]
  /** The order that the query asks for. */
  readonly order?: Order
  /** The value of a cohort in the form's question, such as `cohort-6`. */
  readonly cohort?: string
  /** The words of features that must hold, such as `is:taken`. */
  readonly marks?: readonly string[]
}

/** What the total score must be, such as at least 3.5. */
export interface ScoreBound {
  readonly comparison: '<' | '<=' | '=' | '>=' | '>'
  readonly score: number
}
