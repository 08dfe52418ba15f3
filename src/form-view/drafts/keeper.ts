import { isFileField } from '../../forms/fields/file.ts'
import { type Form, inOrder } from '../../forms/form.ts'
import { second } from '../../shared/dates.ts'
import { isEmpty, type Raw } from '../answers.ts'
import type { Parcel } from '../delivery/payload.ts'
import { newKey } from '../delivery/payload.ts'
import { announce, discard, type Waiting } from '../delivery/queue.ts'
import { warnOnce } from '../device-store.ts'
import { fillAnswers, readAll } from '../form-dom.ts'
import { print } from './fingerprint.ts'
import { clearDraft, type Draft, keepFile, leaveDraft, loadDraft, moveToDraft, saveDraft } from './store.ts'

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
  /** The key that was last tried, and what for (print.ts); none when nothing was. */
  triedKey(): { readonly key: string; readonly print: string } | undefined
  /**
   * Puts a submission that waits on the device into the form, in place of what is there. It waits on until the draft that it becomes is
   * stored, its file too, or it is sent.
   */
  takeBack(waiting: Waiting): void
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
  let key = newKey()
  let tried: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0
  // how many edits there were, and how many of them are on the disk: a save that is on its way dies with its page
  let [edits, kept] = [0, 0]
  let inConflict = false
  // the submission that was put back into the form and still waits, because no draft of it could be stored
  let takenBack: string | undefined
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
      if (tried !== undefined && tried !== now) key = newKey()
      tried = now
      await soon(save())
      return key
    },
    triedKey: () => (tried === undefined ? undefined : { key, print: tried }),
    takeBack(waiting) {
      clearTimeout(timer)
      timer = undefined
      edits += 1
      void inTurn('putting a submission back', async () => {
        put(waiting.answers)
        key = waiting.key
        tried = print(waiting.answers)
        takenBack = waiting.key
        const files = Object.fromEntries(
          fileNames.map((name) => [name, waiting.answers[name] instanceof File ? waiting.answers[name] : null]),
        )
        const [draft, upTo] = [current(), edits]
        revision = await moveToDraft(draft, files, waiting.key)
        takenBack = undefined
        inConflict = false
        kept = upTo
        tell({ kind: 'saved', at: draft.savedAt })
        announce({})
      })
    },
    async newKey() {
      key = newKey()
      await soon(save())
      return key
    },
    clear() {
      const before = readAll(form, element)
      key = newKey()
      tried = undefined
      takenBack = undefined
      put({})
      const undo = (): void => {
        put(before)
        for (const name of fileNames) keep(name, before[name])
        void save()
      }
      void forget().then(() => tell({ kind: 'cleared', undo }))
    },
    async sent() {
      key = newKey()
      tried = undefined
      if (takenBack !== undefined) discard(takenBack).catch((error: unknown) => warnOnce('discarding', error))
      takenBack = undefined
      await soon(forget())
      tell({ kind: 'none' })
    },
    stop: () => clearTimeout(timer),
  }
}
