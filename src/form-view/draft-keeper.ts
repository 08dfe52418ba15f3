import { isFileField } from '../forms/fields/file.ts'
import { type Form, inOrder } from '../forms/form.ts'
import { second } from '../shared/dates.ts'
import { newId } from '../shared/ids.ts'
import { warnOnce } from './device-store.ts'
import { clearDraft, type Draft, keepFile, leaveDraft, loadDraft, saveDraft } from './drafts.ts'
import { print } from './print.ts'
import { isEmpty, type Raw } from './raw.ts'
import { fillAnswers, readAll } from './read-answers.ts'
import type { Parcel } from './send.ts'

/** What a visitor is told of the draft. `at`: milliseconds since 1970. */
export type DraftState =
  /** Nothing is kept, because nothing was written yet. */
  | { readonly kind: 'none' }
  /** Nothing is kept, because the device keeps nothing. */
  | { readonly kind: 'off' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'cleared'; readonly undo: () => void }
  /** Another tab has written other answers; nothing is saved here until one of the two is chosen. */
  | { readonly kind: 'conflict'; readonly takeTheirs: () => void; readonly keepMine: () => void }

export interface DraftKeeper {
  /** Reads what was kept, and puts it where nothing has been typed yet. */
  restore(): Promise<void>
  /** To be called after every edit; saves when the typing pauses, and every two seconds while it does not. */
  edited(): void
  fileChosen(name: string, file: File | null): void
  /** The page goes out of sight, perhaps for good: leaves what is not saved yet, and saves it. */
  left(): void
  /** The key for these answers: the one that was tried before if they are the same, else a new one. */
  keyFor(answers: Parcel['answers']): Promise<string>
  /** A key that was never tried, for the same answers. */
  newKey(): Promise<string>
  /** Forgets all and empties the form. */
  clear(): void
  /** The form was sent: forgets the draft; the next submission has a new key. */
  sent(): Promise<void>
  stop(): void
}

const pauseMs = 0.5 * second
const atLeastEveryMs = 2 * second

/** Waits for the device's storage, but not for ever: sending must not hang on it. */
const soon = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, second))])

/**
 * Keeps what is typed into `element` on the device; `tell` hears how it stands, `filled` when the form's answers were changed from
 * here. A device that keeps nothing is no fault: the form works as before.
 */
export function keepDraft(
  form: Form,
  element: HTMLFormElement,
  tell: (state: DraftState) => void,
  filled: () => void,
): DraftKeeper {
  const fileNames = inOrder(form).flatMap(([name, field]) => (isFileField(field) ? [name] : []))
  let revision = 0
  let key = newId(new Date())
  let tried: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0
  // how many edits there were, and how many of them are on the disk: a save that is on its way dies with its page
  let [edits, kept] = [0, 0]
  let inConflict = false
  // one at a time: a save must not take this tab's own last one for another tab's
  let last: Promise<void> = Promise.resolve()
  const inTurn = (operation: string, work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      warnOnce(operation, error)
      tell({ kind: 'off' })
    })
    return last
  }

  const put = (raw: Raw, only?: 'blank'): void => {
    fillAnswers(form, element, raw, only)
    filled()
  }

  const adopt = (draft: Draft): void => {
    revision = draft.revision
    key = draft.key
    tried = draft.tried
  }

  const current = (): Omit<Draft, 'revision'> => {
    const answers = Object.fromEntries(Object.entries(readAll(form, element)).filter(([name]) => !fileNames.includes(name)))
    return { formType: form.type, answers, savedAt: Date.now(), key, tried }
  }

  const save = (overwrite = false): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return inTurn('saving a draft', async () => {
      if (inConflict && !overwrite) return
      const [draft, upTo] = [current(), edits]
      const result = await saveDraft(draft, revision, overwrite)
      inConflict = 'other' in result
      if ('other' in result) tell({ kind: 'conflict', takeTheirs, keepMine: () => void save(true) })
      else {
        revision = result.saved
        kept = upTo
        tell(isEmpty(form, readAll(form, element)) ? { kind: 'none' } : { kind: 'saved', at: draft.savedAt })
      }
    })
  }

  const load = async (only?: 'blank'): Promise<void> => {
    const draft = await loadDraft(form.type, fileNames, Date.now())
    inConflict = false
    if (draft === undefined) return
    adopt(draft)
    if (isEmpty(form, draft.answers)) return
    put(draft.answers, only)
    tell({ kind: 'saved', at: draft.savedAt })
  }

  const keep = (name: string, file: unknown): void =>
    void inTurn('keeping a file', () => keepFile(form.type, name, file instanceof File ? file : null))

  const takeTheirs = (): void => void inTurn('restoring a draft', () => load())

  const forget = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return inTurn('clearing a draft', async () => {
      await clearDraft(form.type, fileNames)
      revision = 0
      kept = edits
      inConflict = false
    })
  }

  return {
    restore: () => inTurn('restoring a draft', () => load('blank')),
    edited() {
      const now = Date.now()
      edits += 1
      if (timer === undefined) waitingSince = now
      clearTimeout(timer)
      timer = setTimeout(() => void save(), Math.max(0, Math.min(pauseMs, waitingSince + atLeastEveryMs - now)))
    },
    fileChosen: keep,
    left() {
      if (edits === kept) return
      if (!inConflict) leaveDraft(current(), revision)
      void save()
    },
    async keyFor(answers) {
      const now = print(answers)
      if (tried !== undefined && tried !== now) key = newId(new Date())
      tried = now
      await soon(save())
      return key
    },
    async newKey() {
      key = newId(new Date())
      await soon(save())
      return key
    },
    clear() {
      const before = readAll(form, element)
      key = newId(new Date())
      tried = undefined
      put({})
      const undo = (): void => {
        put(before)
        for (const name of fileNames) keep(name, before[name])
        void save()
      }
      void forget().then(() => tell({ kind: 'cleared', undo }))
    },
    async sent() {
      key = newId(new Date())
      tried = undefined
      await soon(forget())
      tell({ kind: 'none' })
    },
    stop: () => clearTimeout(timer),
  }
}
