import type { Application } from '../applications/application.ts'
import type { Forms } from '../forms/definitions/all.ts'
import type { Form } from '../forms/form.ts'
import { formOfSnapshot, snapshotOf, versionOf } from '../forms/snapshot.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import { sha256 } from './hashes.ts'
import type { FormSnapshots, StoredSnapshot } from './storage/port.ts'

type Sent = Pick<Application, 'formType' | 'formVersion'>

/** The forms as they were asked: answers keep their questions when a definition changes (decision 0165). */
export interface FormVersions {
  readonly today: Forms
  /** The version of a submission: the one that its page names, if there is such a version of the form; otherwise today's. */
  versionFor(type: FormType, named?: unknown): string
  /** Whether an application was asked by today's definition. */
  isCurrent(sent: Sent): boolean
  /** The form that an application answered; today's where that is not known. */
  of(sent: Sent): Promise<Form>
  /** The version that an application answered; empty if unknown. */
  version(sent: Sent): string
  /** Every version of a form, as this process knows them: today's, then the newest first. */
  all(type: FormType): readonly FormVersion[]
}

/** A form as it was asked, with its version. */
export interface FormVersion {
  readonly version: string
  readonly form: Form
}

/** Stores the versions that today's forms have, once for each process, and reads those of before. */
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
  const made = new Map<string, Form>()
  const currentOf = (type: FormType): string => current.get(type) as string
  const ofType = (type: FormType) => stored.filter(({ formType }) => formType === type)

  /** The version that answers a record's; `first` stands for those of before versions were kept. */
  const resolved = ({ formType, formVersion }: Sent): string =>
    formVersion === 'first' ? (ofType(formType)[0]?.version ?? '') : formVersion

  function formOf({ version, formType, snapshot }: StoredSnapshot): Form {
    if (version === currentOf(formType)) return forms[formType]
    const form = made.get(version) ?? formOfSnapshot(forms[formType], snapshot)
    made.set(version, form)
    return form
  }

  return {
    today: forms,
    versionFor: (type, named) =>
      typeof named === 'string' && ofType(type).some(({ version }) => version === named) ? named : currentOf(type),
    version: resolved,
    isCurrent: (sent) => ['', currentOf(sent.formType)].includes(resolved(sent)),
    of: async (sent) => {
      const version = resolved(sent)
      if (version === '' || version === currentOf(sent.formType)) return forms[sent.formType]
      const find = () => ofType(sent.formType).find((each) => each.version === version)
      // another server of this database may have newer definitions
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
