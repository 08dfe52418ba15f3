import type { Origin } from '../../applications/origin.ts'
import type { Signal } from '../../applications/signals.ts'
import type { Answers, Form } from '../../forms/form.ts'
import type { Excuse } from '../deadlines/port.ts'
import type { JudgedVersion } from '../forms/versions.ts'
import type { StoredFile } from '../records/applications/port.ts'

/** A submission, read from any of the specification's body formats. */
export interface Submission {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
  /** The code of the language in which the form was filled in; undefined for English. */
  readonly language: string | undefined
}

/** The files of a submission by field. */
export type SentFiles = ReadonlyMap<string, Omit<StoredFile, 'field'>>

/** What a submission has besides its answers: the origin, and the versions of the privacy notice and of the form that the applicant saw. */
export interface Provenance {
  readonly origin: Origin | null
  readonly notice: string
  /** The form by which the answers are checked, and the version that the applicant saw (`FormVersions`). */
  readonly judged: JudgedVersion
  readonly excuse: Excuse
}

/** The sender of a submission, by its headers. */
export interface Sender {
  readonly ip: string
  /** Whether a page of our site sent it. */
  readonly ownPage: boolean
  /** Whether a page of another site sent it. */
  readonly foreign: boolean
  /** Whether the headers are not those of a browser. */
  readonly program: boolean
}

/** Judges a submission. @returns the signals for which it is quarantined; undefined when it is not */
export type Suspect = (
  submission: Submission,
  answers: Answers,
  sender: Sender & { readonly speed: number },
  now: Date,
) => readonly Signal[] | undefined
