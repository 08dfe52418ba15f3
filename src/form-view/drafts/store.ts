import type { FormType } from '../../shared/form-types.ts'
import type { Raw } from '../answers.ts'
import { inStore, isOld, isWrongReading, putAtOnce } from '../device-store.ts'

/** What was typed into a form and not sent yet. Files stand beside it, so that typing does not write them again and again. */
export interface Draft {
  readonly formType: FormType
  readonly answers: Raw
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Counts the savings, so that a tab can tell whether another one has written since. */
  readonly revision: number
  /** The idempotency key of the submission that this will be. */
  readonly key: string
  /** What was last tried under that key (print.ts); none when nothing was. */
  readonly tried?: string
}

const fileKey = (formType: FormType, name: string): string => `${formType}/${name}`

/** Where a page that goes away leaves what it had no time to save. */
const leftKey = (formType: FormType): string => `${formType}/left`

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'savedAt' in value

/** What was saved, or what was left behind later: unless another tab has saved something since. */
function joined(saved: unknown, left: unknown): Draft | undefined {
  const draft = isDraft(saved) ? saved : undefined
  if (!isDraft(left) || left.revision !== (draft?.revision ?? 0)) return draft
  return { ...left, revision: left.revision + 1 }
}

/**
 * Leaves a draft behind at once, to be found by `loadDraft`; `known` as for `saveDraft`. A page that is left before its tables are open
 * has only `localStorage`, which answers at once; where that is full or forbidden, what was saved before is there.
 */
export function leaveDraft(draft: Omit<Draft, 'revision'>, known: number): void {
  const left = { ...draft, revision: known }
  if (putAtOnce('drafts', leftKey(draft.formType), left)) return
  try {
    localStorage.setItem(leftKey(draft.formType), JSON.stringify(left))
  } catch {}
}

/** What a page left that had only `localStorage`. */
function leftEarly(formType: FormType): unknown {
  try {
    return JSON.parse(localStorage.getItem(leftKey(formType)) ?? 'null')
  } catch {
    return undefined
  }
}

function forgetLeftEarly(formType: FormType): void {
  try {
    localStorage.removeItem(leftKey(formType))
  } catch {}
}

/** The draft of a form, with its files; undefined when there is none, or it is too old. */
export async function loadDraft(formType: FormType, fileNames: readonly string[], now: number): Promise<Draft | undefined> {
  const early = leftEarly(formType)
  const found = await inStore(['drafts', 'files'], 'readwrite', async (work) => {
    const saved = joined(await work.get('drafts', formType), (await work.get('drafts', leftKey(formType))) ?? early)
    if (saved === undefined) return undefined
    // saved by a wrong clock: how old it is nobody knows, so its age counts from now on
    const draft = isWrongReading(saved.savedAt, now) ? { ...saved, savedAt: now } : saved
    work.put('drafts', formType, draft)
    work.remove('drafts', leftKey(formType))
    if (isOld(draft.savedAt, now)) {
      work.remove('drafts', formType)
      for (const name of fileNames) work.remove('files', fileKey(formType, name))
      return undefined
    }
    const files: Record<string, unknown> = {}
    for (const name of fileNames) files[name] = await work.get('files', fileKey(formType, name))
    return { ...draft, answers: { ...draft.answers, ...files } }
  })
  forgetLeftEarly(formType)
  return found
}

/**
 * Saves a draft, unless another tab has saved one since `known` (the revision that this tab last read or wrote; 0: none): then that
 * one is answered and nothing is written. `overwrite` writes all the same.
 */
export const saveDraft = (
  draft: Omit<Draft, 'revision'>,
  known: number,
  overwrite = false,
): Promise<{ readonly saved: number } | { readonly other: Draft }> =>
  inStore(['drafts'], 'readwrite', async (work) => {
    const there = await work.get('drafts', draft.formType)
    if (isDraft(there) && there.revision !== known && !overwrite) return { other: there }
    const revision = Math.max(known, isDraft(there) ? there.revision : 0) + 1
    work.put('drafts', draft.formType, { ...draft, revision })
    return { saved: revision }
  })

/**
 * Makes a draft of what waits to be delivered under `key`, with its files (null: none), in one step: it is in one of the two places
 * whatever happens. Answers the draft's revision. @throws when the device cannot keep the draft; then the submission still waits.
 */
export const moveToDraft = (
  draft: Omit<Draft, 'revision'>,
  files: Readonly<Record<string, File | null>>,
  key: string,
): Promise<number> =>
  inStore(['drafts', 'files', 'deliveries'], 'readwrite', async (work) => {
    const there = await work.get('drafts', draft.formType)
    const revision = (isDraft(there) ? there.revision : 0) + 1
    work.put('drafts', draft.formType, { ...draft, revision })
    work.remove('drafts', leftKey(draft.formType))
    for (const [name, file] of Object.entries(files))
      if (file === null) work.remove('files', fileKey(draft.formType, name))
      else work.put('files', fileKey(draft.formType, name), file)
    work.remove('deliveries', key)
    return revision
  })

/** Keeps the file of a question beside the draft, or forgets it. */
export const keepFile = (formType: FormType, name: string, file: File | null): Promise<void> =>
  inStore(['files'], 'readwrite', async (work) => {
    if (file === null) work.remove('files', fileKey(formType, name))
    else work.put('files', fileKey(formType, name), file)
  })

/** Forgets a form's draft and its files. */
export function clearDraft(formType: FormType, fileNames: readonly string[]): Promise<void> {
  forgetLeftEarly(formType)
  return inStore(['drafts', 'files'], 'readwrite', async (work) => {
    work.remove('drafts', formType)
    work.remove('drafts', leftKey(formType))
    for (const name of fileNames) work.remove('files', fileKey(formType, name))
  })
}
