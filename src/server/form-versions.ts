import type { Application } from '../applications/application.ts'
import type { Forms } from '../forms/definitions/all.ts'
import type { Form } from '../forms/form.ts'
import { formOfSnapshot, snapshotOf, versionOf } from '../forms/snapshot.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import { sha256 } from './hashes.ts'
import type { FormSnapshots, StoredSnapshot } from './storage/port.ts'

type VersionedRecord = Pick<Application, 'formType' | 'formVersion'>

/** The form versions: when a definition changes, earlier answers keep their questions (decision 0165). */
export interface FormVersions {
  readonly today: Forms
  /** The version of a submission: the one that its page sent, if the form has such a version; otherwise the current one. */
  versionFor(type: FormType, sent?: unknown): string
  /** Whether an application answered the current version. */
  isCurrent(sent: VersionedRecord): boolean
  /** The form that an application answered; the current form if that is unknown. */
  of(sent: VersionedRecord): Promise<Form>
  /** The version that an application answered; empty if unknown. */
  version(sent: VersionedRecord): string
  /** Every version of a form that this process has read: the current one, then the others, newest first. */
  all(type: FormType): readonly FormVersion[]
}

/** A form with its version. */
export interface FormVersion {
  readonly version: string
  readonly form: Form
}

/** Stores the current versions of the forms if they are new, and reads the earlier ones. */
export async function openFormVersions(store: FormSnapshots, forms: Forms, now: Date): Promise<FormVersions> {
  const current = new Map(formTypes.map((type) => [type, versionOf(forms[type], sha256)]))
  let stored: readonly StoredSnapshot[] = await store.all()
  const missing = formTypes.filter((type) => !stored.some(({ version }) => version === current.get(type)))
  if (missing.length > 0) {
    await store.add(
      missing.map((formType) => ({
        version: current.get(formType) as string,
        formType,
        snapshot: snapshotOf(forms[formType]),
        since: now,
      })),
    )
    stored = await store.all()
  }
  const cached = new Map<string, Form>()
  const currentOf = (type: FormType): string => current.get(type) as string
  const ofType = (type: FormType) => stored.filter(({ formType }) => formType === type)

  /** Resolves a record's version. `first` means the oldest version: the record is older than the first stored version. */
  const resolved = ({ formType, formVersion }: VersionedRecord): string =>
    formVersion === 'first' ? (ofType(formType)[0]?.version ?? '') : formVersion

  function formOf({ version, formType, snapshot }: StoredSnapshot): Form {
    if (version === currentOf(formType)) return forms[formType]
    const form = cached.get(version) ?? formOfSnapshot(forms[formType], snapshot)
    cached.set(version, form)
    return form
  }

  return {
    today: forms,
    versionFor: (type, sent) =>
      typeof sent === 'string' && ofType(type).some(({ version }) => version === sent) ? sent : currentOf(type),
    version: resolved,
    isCurrent: (sent) => ['', currentOf(sent.formType)].includes(resolved(sent)),
    of: async (sent) => {
      const version = resolved(sent)
      if (version === '' || version === currentOf(sent.formType)) return forms[sent.formType]
      const find = () => ofType(sent.formType).find((each) => each.version === version)
      // Another node may have stored a newer definition.
      if (find() === undefined) stored = await store.all()
      const match = find()
      return match === undefined ? forms[sent.formType] : formOf(match)
    },
    all: (type) => {
      const version = currentOf(type)
      const earlier = ofType(type).filter((each) => each.version !== version)
      return [
        { version, form: forms[type] },
        ...earlier.toReversed().map((each) => ({ version: each.version, form: formOf(each) })),
      ]
    },
  }
}
