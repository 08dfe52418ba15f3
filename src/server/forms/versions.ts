import type { Application } from '../../applications/application.ts'
import type { Form, FormSnapshot, Forms } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A form as it was asked. */
export interface StoredSnapshot {
  /** The hash of the snapshot (`versionOf`). */
  readonly version: string
  readonly formType: FormType
  readonly snapshot: FormSnapshot
  /** When it was first stored. */
  readonly since: Date
}

/** The versions of the forms. New ones are added; stored ones never change. */
export interface FormSnapshots {
  /** Oldest first. */
  all(): Promise<readonly StoredSnapshot[]>
  /** Adds those versions that are not stored yet. */
  add(versions: readonly StoredSnapshot[]): Promise<void>
}

export type VersionedRecord = Pick<Application, 'formType' | 'formVersion'>

/** The form versions: when a definition changes, earlier answers keep their questions (decision 0165). */
export interface FormVersions {
  readonly today: Forms
  /** The version of the current form. */
  current(type: FormType): string
  /**
   * The form by which answers that are given now are checked, with its version: the current one; for a page of an earlier version, which names it as `formVersion`,
   * with the options and the questions that this page offered.
   */
  judged(type: FormType, raw: Readonly<Record<string, unknown>>): JudgedVersion
  /** Whether an application answered the current version. */
  isCurrent(sent: VersionedRecord): boolean
  /** The form that an application answered; the current form if that is unknown. */
  of(sent: VersionedRecord): Promise<Form>
  /** The version that an application answered; empty if unknown. */
  version(sent: VersionedRecord): string
  /** Stores the versions of the forms if they are new: for forms that will be published, before their pages are served. */
  announce(forms: Forms, now: Date): Promise<void>
  /** Every version of a form that this process has read: the current one, then the others, newest first. */
  all(type: FormType): readonly FormVersion[]
}

export interface FormVersion {
  readonly version: string
  readonly form: Form
}

/** `isEarlier`: it is not the current version. */
export interface JudgedVersion extends FormVersion {
  readonly isEarlier: boolean
}
