import type { FormType } from '../../shared/form-types.ts'
import type { Raw } from '../answers.ts'
import { inTransaction, isExpired, isImpossibleTime } from '../device-store.ts'

/** Answers that are not sent yet. Files are stored separately, so that typing does not write them again. */
export interface Draft {
  readonly formType: FormType
  readonly answers: Raw
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Increased by every save. A tab compares it to detect that another tab has saved. */
  readonly revision: number
  /** The idempotency key of the future submission. */
  readonly key: string
  /** The fingerprint of the answers that were last sent with that key; missing before the first attempt. */
  readonly tried?: string
}

const fileKey = (formType: FormType, name: string): string => `${formType}/${name}`

/** The key in `localStorage` under which a page that is being closed stores edits that it has no time to save. */
const leftKey = (formType: FormType): string => `${formType}/left`

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'savedAt' in value

/** A draft that a closing page stored. */
interface LeftDraft extends Draft {
  /** The `savedAt` of the draft that the page tried to save last. It may be stored although the page did not see that. */
  readonly attemptAt?: number
}

/** What a draft says, without its time and revision. */
const contentOf = ({ answers, key, tried }: Omit<Draft, 'revision'>): string => JSON.stringify([answers, key, tried])

/** The saved draft, or the later one that a closing page stored, unless it says the same or another tab has saved since. */
function newerDraft(saved: unknown, left: unknown): Draft | undefined {
  const draft = isDraft(saved) ? saved : undefined
  if (!isDraft(left)) return draft
  const { attemptAt, ...later }: LeftDraft = left
  const revision = draft?.revision ?? 0
  if (later.revision !== revision && (attemptAt === undefined || attemptAt !== draft?.savedAt)) return draft
  const newer = { ...later, answers: { ...draft?.answers, ...later.answers }, revision: revision + 1 }
  return draft !== undefined && contentOf(draft) === contentOf(newer) ? draft : newer
}

/**
 * Stores a draft synchronously in `localStorage`, for `loadDraft`; `baseRevision` as for `saveDraft`. (IndexedDB may lose writes that start while the
 * page closes.) If `localStorage` is full or forbidden, the previously saved draft remains.
 * @param attemptAt the `savedAt` of the draft that this tab tried to save last, if any
 */
export function saveDraftSync(draft: Omit<Draft, 'revision'>, baseRevision: number, attemptAt: number | undefined): void {
  try {
    localStorage.setItem(leftKey(draft.formType), JSON.stringify({ ...draft, revision: baseRevision, attemptAt }))
  } catch {}
}

/** The draft that a closing page stored. */
function readLeftDraft(formType: FormType): unknown {
  try {
    return JSON.parse(localStorage.getItem(leftKey(formType)) ?? 'null')
  } catch {
    return undefined
  }
}

/** Call this when all edits of the page are saved. */
export function removeLeftDraft(formType: FormType): void {
  try {
    localStorage.removeItem(leftKey(formType))
  } catch {}
}

/** The draft of a form, with its files; undefined if there is none or it has expired. */
export async function loadDraft(formType: FormType, fileNames: readonly string[], now: number): Promise<Draft | undefined> {
  const left = readLeftDraft(formType)
  const draft = await inTransaction(['drafts', 'files'], 'readwrite', async (transaction) => {
    const saved = newerDraft(await transaction.get('drafts', formType), left)
    if (saved === undefined) return undefined
    // It was saved by a wrong clock, so its age is unknown and starts now.
    const dated = isImpossibleTime(saved.savedAt, now) ? { ...saved, savedAt: now } : saved
    transaction.put('drafts', formType, dated)
    if (isExpired(dated.savedAt, now)) {
      transaction.remove('drafts', formType)
      for (const name of fileNames) transaction.remove('files', fileKey(formType, name))
      return undefined
    }
    const files: Record<string, unknown> = {}
    for (const name of fileNames) files[name] = await transaction.get('files', fileKey(formType, name))
    return { ...dated, answers: { ...dated.answers, ...files } }
  })
  removeLeftDraft(formType)
  return draft
}

/** Whether a draft of the form is stored, of this tab or another. */
export const isDraftStored = (formType: FormType): Promise<boolean> =>
  inTransaction(['drafts'], 'readonly', async (transaction) => isDraft(await transaction.get('drafts', formType)))

/**
 * Saves a draft, unless another tab has saved one since `baseRevision`, the revision that this tab last read or wrote (0: none). Then it writes
 * nothing and returns the other draft. `overwrite` writes in any case. Answers to questions that the form does not ask now stay. A draft equal to the stored
 * one keeps its time. `isFirst`: no draft was stored, so its files are not stored either.
 */
export const saveDraft = (
  typed: Omit<Draft, 'revision'>,
  baseRevision: number,
  overwrite = false,
): Promise<{ readonly saved: Draft; readonly isFirst: boolean } | { readonly other: Draft; readonly isFirst?: never }> =>
  inTransaction(['drafts'], 'readwrite', async (transaction) => {
    const stored = await transaction.get('drafts', typed.formType)
    if (isDraft(stored) && stored.revision !== baseRevision && !overwrite) return { other: stored }
    const draft = { ...typed, answers: { ...(isDraft(stored) && stored.answers), ...typed.answers } }
    if (isDraft(stored) && contentOf(stored) === contentOf(draft)) return { saved: stored, isFirst: false }
    const saved = { ...draft, revision: Math.max(baseRevision, isDraft(stored) ? stored.revision : 0) + 1 }
    transaction.put('drafts', draft.formType, saved)
    return { saved, isFirst: !isDraft(stored) }
  })

/**
 * Moves the queued submission `key` into the draft, with its files (null: none), in one transaction.
 * @returns the draft's revision
 * @throws Error when the device cannot store the draft; then the submission is still queued
 */
export const moveToDraft = (
  draft: Omit<Draft, 'revision'>,
  files: Readonly<Record<string, File | null>>,
  key: string,
): Promise<number> =>
  inTransaction(['drafts', 'files', 'deliveries'], 'readwrite', async (transaction) => {
    const stored = await transaction.get('drafts', draft.formType)
    const revision = (isDraft(stored) ? stored.revision : 0) + 1
    transaction.put('drafts', draft.formType, { ...draft, revision })
    for (const [name, file] of Object.entries(files))
      if (file === null) transaction.remove('files', fileKey(draft.formType, name))
      else transaction.put('files', fileKey(draft.formType, name), file)
    transaction.remove('deliveries', key)
    return revision
  })

/** Stores the file of a field for the draft; null removes it. */
export const saveFile = (formType: FormType, name: string, file: File | null): Promise<void> =>
  inTransaction(['files'], 'readwrite', async (transaction) => {
    if (file === null) transaction.remove('files', fileKey(formType, name))
    else transaction.put('files', fileKey(formType, name), file)
  })

/** Removes a form's draft and its files. */
export function clearDraft(formType: FormType, fileNames: readonly string[]): Promise<void> {
  removeLeftDraft(formType)
  return inTransaction(['drafts', 'files'], 'readwrite', async (transaction) => {
    transaction.remove('drafts', formType)
    for (const name of fileNames) transaction.remove('files', fileKey(formType, name))
  })
}
