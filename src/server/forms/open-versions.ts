import type { Form, Forms } from '../../forms/form.ts'
import { refusingRetired, withOffers } from '../../forms/offered.ts'
import { formOfSnapshot, snapshotOf, versionOf } from '../../forms/snapshot.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { sha256 } from '../crypto/hashes.ts'
import type { FormSnapshots, FormVersions, StoredSnapshot, VersionedRecord } from './versions.ts'

/** Stores the current versions of the forms if they are new, and reads the earlier ones. */
export async function openFormVersions(store: FormSnapshots, forms: Forms, now: Date): Promise<FormVersions> {
  let stored: readonly StoredSnapshot[] = await store.all()
  const announce = async (announced: Forms, since: Date): Promise<void> => {
    const added = formTypes.flatMap((formType) => {
      const version = versionOf(announced[formType], sha256)
      if (stored.some((each) => each.version === version)) return []
      return [{ version, formType, snapshot: snapshotOf(announced[formType]), since }]
    })
    if (added.length === 0) return
    await store.add(added)
    stored = await store.all()
  }
  await announce(forms, now)
  const cached = new Map<string, Form>()
  /** The version of a form; a publish replaces the forms. */
  const versions = new WeakMap<Form, string>()
  const currentOf = (type: FormType): string => {
    const form = forms[type]
    const version = versions.get(form) ?? versionOf(form, sha256)
    versions.set(form, version)
    return version
  }
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
    announce,
    current: currentOf,
    judged: (type, raw) => {
      const today = forms[type]
      const sent = ofType(type).find(({ version }) => version === raw.formVersion && version !== currentOf(type))
      const earlier = sent && formOf(sent)
      // The page of a refused form has the current questions.
      const isEarlier =
        earlier !== undefined && Object.keys(today.fields).every((name) => name in earlier.fields || !(name in raw))
      if (sent === undefined || !isEarlier) return { version: currentOf(type), form: refusingRetired(today), isEarlier: false }
      return { version: sent.version, form: refusingRetired(withOffers(today, earlier)), isEarlier: true }
    },
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
