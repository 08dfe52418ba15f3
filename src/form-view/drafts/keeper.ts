import { isFileField } from '../../forms/fields/file.ts'
import { type Form, inOrder } from '../../forms/form.ts'
import { second } from '../../shared/dates.ts'
import { isEmpty, type Raw } from '../answers.ts'
import type { SubmissionPayload } from '../delivery/payload.ts'
import { newKey } from '../delivery/payload.ts'
import { announce, discard, type QueuedSubmission } from '../delivery/queue.ts'
import { warnOnce } from '../device-store.ts'
import { fillAnswers, readAll } from '../form-dom.ts'
import { fingerprint } from './fingerprint.ts'
import { clearDraft, type Draft, loadDraft, moveToDraft, removeLeftDraft, saveDraft, saveDraftSync, saveFile } from './store.ts'

/** The draft's state, as shown to the visitor. `at`: milliseconds since 1970. */
export type DraftState =
  /** There is no draft, because nothing was typed yet. */
  | { readonly kind: 'none' }
  /** There is no draft, because the device's storage fails. */
  | { readonly kind: 'off' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'cleared'; readonly undo: () => void }
  /** Another tab has saved other answers; nothing is saved here until the visitor chooses one of the two. */
  | { readonly kind: 'conflict'; readonly loadOther: () => void; readonly keepOwn: () => void }

export interface DraftKeeper {
  /** Loads the draft into the fields that are still blank. */
  restore(): Promise<void>
  /** To be called after every edit. Saves when the typing pauses, and at least every two seconds. */
  edited(): void
  fileChosen(name: string, file: File | null): void
  /** The page was hidden and may be closed: stores unsaved edits synchronously, then saves them. */
  pageHidden(): void
  /** The idempotency key for these answers: the last one if it was used for the same answers, else a new one. */
  keyFor(answers: SubmissionPayload['answers']): Promise<string>
  /** A new key for the same answers. */
  newKey(): Promise<string>
  /** The key of the last attempt and the fingerprint of its answers; undefined before the first one. */
  lastAttempt(): { readonly key: string; readonly fingerprint: string } | undefined
  /**
   * Puts a queued submission into the form, in place of the answers there. It stays queued until its draft and files are stored, or it
   * is sent.
   */
  restoreSubmission(submission: QueuedSubmission): void
  /** Removes the draft and empties the form. */
  clear(): void
  /** The form was sent: removes the draft; the next submission gets a new key. */
  sent(): Promise<void>
  stop(): void
}

const pauseMs = 0.5 * second
const longestWaitMs = 2 * second

/** Waits for the device's storage for one second at most: sending must not hang on it. */
const withinASecond = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, second))])

/**
 * Saves what is typed into `element` as a draft on the device. Calls `onState` with the draft's state, and `onFilled` when it has
 * changed the form's answers. The form works without storage too.
 */
export function keepDraft(
  form: Form,
  element: HTMLFormElement,
  onState: (state: DraftState) => void,
  onFilled: () => void,
): DraftKeeper {
  const fileNames = inOrder(form).flatMap(([name, field]) => (isFileField(field) ? [name] : []))
  let revision = 0
  let key = newKey()
  let tried: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0
  // counts of edits and of saved edits: a save that is under way is lost with its page
  let [edits, savedEdits] = [0, 0]
  let inConflict = false
  // the submission that was put back into the form and is still queued, because its draft could not be stored
  let restoredKey: string | undefined
  // one at a time: else a save could mistake this tab's previous one for another tab's
  let last: Promise<void> = Promise.resolve()
  const serialise = (operation: string, work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      warnOnce(operation, error)
      onState({ kind: 'off' })
    })
    return last
  }

  const fill = (raw: Raw, only?: 'blank'): void => {
    fillAnswers(form, element, raw, only)
    onFilled()
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
    return serialise('saving a draft', async () => {
      if (inConflict && !overwrite) return
      const [draft, upTo] = [current(), edits]
      const result = await saveDraft(draft, revision, overwrite)
      inConflict = 'other' in result
      if ('other' in result) onState({ kind: 'conflict', loadOther, keepOwn: () => void save(true) })
      else {
        revision = result.saved
        savedEdits = upTo
        if (edits === upTo) removeLeftDraft(form.type)
        onState(isEmpty(form, readAll(form, element)) ? { kind: 'none' } : { kind: 'saved', at: draft.savedAt })
      }
    })
  }

  const load = async (only?: 'blank'): Promise<void> => {
    const draft = await loadDraft(form.type, fileNames, Date.now())
    inConflict = false
    if (draft === undefined) return
    adopt(draft)
    if (isEmpty(form, draft.answers)) return
    fill(draft.answers, only)
    onState({ kind: 'saved', at: draft.savedAt })
  }

  const saveFileOf = (name: string, file: unknown): void =>
    void serialise('keeping a file', () => saveFile(form.type, name, file instanceof File ? file : null))

  const loadOther = (): void => void serialise('restoring a draft', () => load())

  const remove = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return serialise('clearing a draft', async () => {
      await clearDraft(form.type, fileNames)
      revision = 0
      savedEdits = edits
      inConflict = false
    })
  }

  return {
    restore: () => serialise('restoring a draft', () => load('blank')),
    edited() {
      const now = Date.now()
      edits += 1
      if (timer === undefined) waitingSince = now
      clearTimeout(timer)
      timer = setTimeout(() => void save(), Math.max(0, Math.min(pauseMs, waitingSince + longestWaitMs - now)))
    },
    fileChosen: saveFileOf,
    pageHidden() {
      if (edits === savedEdits) return
      if (!inConflict) saveDraftSync(current(), revision)
      void save()
    },
    async keyFor(answers) {
      const attempt = fingerprint(answers)
      if (tried !== undefined && tried !== attempt) key = newKey()
      tried = attempt
      await withinASecond(save())
      return key
    },
    lastAttempt: () => (tried === undefined ? undefined : { key, fingerprint: tried }),
    restoreSubmission(submission) {
      clearTimeout(timer)
      timer = undefined
      edits += 1
      void serialise('putting a submission back', async () => {
        fill(submission.answers)
        key = submission.key
        tried = fingerprint(submission.answers)
        restoredKey = submission.key
        const files = Object.fromEntries(
          fileNames.map((name) => [name, submission.answers[name] instanceof File ? submission.answers[name] : null]),
        )
        const [draft, upTo] = [current(), edits]
        revision = await moveToDraft(draft, files, submission.key)
        restoredKey = undefined
        inConflict = false
        savedEdits = upTo
        onState({ kind: 'saved', at: draft.savedAt })
        announce({})
      })
    },
    async newKey() {
      key = newKey()
      await withinASecond(save())
      return key
    },
    clear() {
      const before = readAll(form, element)
      key = newKey()
      tried = undefined
      restoredKey = undefined
      fill({})
      const undo = (): void => {
        fill(before)
        for (const name of fileNames) saveFileOf(name, before[name])
        void save()
      }
      void remove().then(() => onState({ kind: 'cleared', undo }))
    },
    async sent() {
      key = newKey()
      tried = undefined
      if (restoredKey !== undefined) discard(restoredKey).catch((error: unknown) => warnOnce('discarding', error))
      restoredKey = undefined
      await withinASecond(remove())
      onState({ kind: 'none' })
    },
    stop: () => clearTimeout(timer),
  }
}
