import { isFileField } from '../../forms/fields/file.ts'
import { type Form, inOrder } from '../../forms/form.ts'
import { second } from '../../shared/durations.ts'
import { isEmpty, type Raw } from '../answers.ts'
import { fingerprint, newKey, type SubmissionPayload } from '../delivery/payload.ts'
import { announce, discard, type QueuedSubmission } from '../delivery/queue.ts'
import { warnOnce } from '../device-store.ts'
import { fillAnswers, keepHeights, readAll } from '../form-dom.ts'
import { type Serialise, saveTimer, serialQueue } from './schedule.ts'
import {
  clearDraft,
  type Draft,
  isDraftStored,
  loadDraft,
  moveToDraft,
  removeLeftDraft,
  saveDraft,
  saveDraftSync,
  saveFile,
} from './store.ts'

/** The draft's state, as shown to the visitor. `at`: milliseconds since 1970. */
export type DraftState =
  /** There is no draft, because nothing was typed yet. */
  | { readonly kind: 'none' }
  /** There is no draft, because the device's storage fails. */
  | { readonly kind: 'off' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'cleared'; readonly undo: () => void }
  /** Another tab sent or cleared the form, so there is no draft until the next edit, or until the visitor saves these answers. */
  | { readonly kind: 'removed'; readonly save: () => void }
  /** Another tab saved other answers. Nothing is saved here until the visitor chooses between them. */
  | { readonly kind: 'conflict'; readonly loadOther: () => void; readonly keepOwn: () => void }

export interface DraftKeeper {
  /** Loads the draft into the blank fields. */
  restore(): Promise<void>
  /** Call this after every edit. It saves when the typing pauses, and at least every two seconds. */
  edited(): void
  fileChosen(name: string, file: File | null): void
  /** Call this when the page is hidden, because it may be closed. Stores unsaved edits synchronously, then saves them. */
  pageHidden(): void
  /** Call this when the page is shown again or gets the focus. Another tab may have removed the draft meanwhile. */
  pageShown(): void
  /** The idempotency key for these answers: the last one if it was used for the same answers, otherwise a new one. */
  keyFor(answers: SubmissionPayload['answers']): Promise<string>
  /** A new key for the same answers. */
  newKey(): Promise<string>
  /** The key that the submission will have. If it was used for other answers, the submission gets another key with the same kolam. */
  key(): string
  /** The fingerprint of the answers that were last sent with the key; undefined before the first attempt. */
  tried(): string | undefined
  /**
   * Puts a queued submission into the form and replaces the answers there. It stays queued until its draft and files are stored, or it is sent.
   */
  restoreSubmission(submission: QueuedSubmission): void
  /** Removes the draft and empties the form. */
  clear(): void
  /** Saves unsaved edits now. Returns false if that fails, or another tab saved other answers. */
  saveNow(): Promise<boolean>
  /** Call this when the form was sent. Removes the draft; the next submission gets a new key. */
  sent(): Promise<void>
  stop(): void
}

/** Waits for the device's storage for at most one second, so that it cannot block sending. */
const withinASecond = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, second))])

/** The state of the draft of one form, which the functions below share. */
interface Keeping {
  readonly form: Form
  readonly element: HTMLFormElement
  readonly fileNames: readonly string[]
  readonly onState: (state: DraftState) => void
  readonly onFilled: () => void
  /** Runs storage operations one at a time. Otherwise a save could mistake this tab's previous save for another tab's. */
  readonly serialise: Serialise
  readonly timer: ReturnType<typeof saveTimer>
  /** The revision of the stored draft. */
  revision: number
  key: string
  /** The fingerprint of the answers that the key was used for. */
  tried: string | undefined
  /** The number of edits and of saved edits. A save in progress is lost if the page closes, so it does not count yet. */
  edits: number
  savedEdits: number
  inConflict: boolean
  /** The `savedAt` of the draft that was last saved, or is being saved. */
  attemptAt: number | undefined
  /** The key of the submission that is in the form and still in the queue, because its draft could not be stored. */
  restoredKey: string | undefined
}

function fill({ form, element, onFilled }: Keeping, raw: Raw, only?: 'blank'): void {
  if (only === 'blank') keepHeights(element)
  fillAnswers(form, element, raw, only)
  onFilled()
}

/** The draft with the answers that are in the form now. */
function currentDraft({ form, element, fileNames, key, tried }: Keeping): Omit<Draft, 'revision'> {
  const answers = Object.fromEntries(Object.entries(readAll(form, element)).filter(([name]) => !fileNames.includes(name)))
  return { formType: form.type, answers, savedAt: Date.now(), key, tried }
}

/** @param overwrite replaces the draft of another tab */
function save(keeping: Keeping, overwrite = false): Promise<void> {
  const { form, element, onState } = keeping
  keeping.timer.cancel()
  return keeping.serialise('saving a draft', async () => {
    if (keeping.inConflict && !overwrite) return
    const draft = currentDraft(keeping)
    const upTo = keeping.edits
    keeping.attemptAt = draft.savedAt
    const result = await saveDraft(draft, keeping.revision, overwrite)
    const other = 'other' in result ? result.other : undefined
    // If the other tab saved the same answers, as with a shared draft, there is no conflict.
    keeping.inConflict = other !== undefined && JSON.stringify(other.answers) !== JSON.stringify(draft.answers)
    if (keeping.inConflict) {
      const loadOther = (): void => void keeping.serialise('restoring a draft', () => load(keeping))
      return onState({ kind: 'conflict', loadOther, keepOwn: () => void save(keeping, true) })
    }
    const stored = 'other' in result ? result.other : result.saved
    keeping.revision = stored.revision
    keeping.savedEdits = upTo
    if (overwrite || result.isFirst) storeFiles(keeping, readAll(form, element))
    if (keeping.edits === upTo) removeLeftDraft(form.type)
    onState(isEmpty(form, readAll(form, element)) ? { kind: 'none' } : { kind: 'saved', at: stored.savedAt })
  })
}

/** Loads the stored draft into the form. */
async function load(keeping: Keeping, only?: 'blank'): Promise<void> {
  const { form, fileNames, onState } = keeping
  const draft = await loadDraft(form.type, fileNames, Date.now())
  keeping.inConflict = false
  if (draft === undefined) return
  keeping.revision = draft.revision
  keeping.key = draft.key
  keeping.tried = draft.tried
  if (isEmpty(form, draft.answers)) return
  fill(keeping, draft.answers, only)
  onState({ kind: 'saved', at: draft.savedAt })
}

const storeFile = ({ form, serialise }: Keeping, name: string, file: unknown): void =>
  void serialise('storing a file', () => saveFile(form.type, name, file instanceof File ? file : null))

/** Stores the files of answers; fields without a file get none. */
function storeFiles(keeping: Keeping, raw: Raw): void {
  for (const name of keeping.fileNames) storeFile(keeping, name, raw[name])
}

/** Reports that another tab removed the draft that this tab has saved or loaded. */
function checkStored(keeping: Keeping): void {
  void keeping.serialise('restoring a draft', async () => {
    if (keeping.revision === 0 || keeping.edits !== keeping.savedEdits || (await isDraftStored(keeping.form.type))) return
    keeping.revision = 0
    keeping.onState({ kind: 'removed', save: () => void save(keeping) })
  })
}

/** Removes the stored draft, and starts over with a new key. */
function remove(keeping: Keeping): Promise<void> {
  keeping.key = newKey()
  keeping.tried = undefined
  keeping.restoredKey = undefined
  keeping.timer.cancel()
  return keeping.serialise('clearing a draft', async () => {
    await clearDraft(keeping.form.type, keeping.fileNames)
    keeping.revision = 0
    keeping.savedEdits = keeping.edits
    keeping.inConflict = false
  })
}

async function keyFor(keeping: Keeping, answers: SubmissionPayload['answers']): Promise<string> {
  const attempt = fingerprint(answers)
  if (keeping.tried !== undefined && keeping.tried !== attempt) keeping.key = newKey(keeping.key)
  keeping.tried = attempt
  await withinASecond(save(keeping))
  return keeping.key
}

function restoreSubmission(keeping: Keeping, { key, answers }: QueuedSubmission): void {
  keeping.timer.cancel()
  keeping.edits += 1
  void keeping.serialise('putting a submission back', async () => {
    keeping.key = key
    keeping.tried = fingerprint(answers)
    fill(keeping, answers)
    keeping.restoredKey = key
    const files = Object.fromEntries(
      keeping.fileNames.map((name) => [name, answers[name] instanceof File ? answers[name] : null]),
    )
    const draft = currentDraft(keeping)
    const upTo = keeping.edits
    keeping.revision = await moveToDraft(draft, files, key)
    keeping.restoredKey = undefined
    keeping.inConflict = false
    keeping.savedEdits = upTo
    keeping.onState({ kind: 'saved', at: draft.savedAt })
    announce({})
  })
}

function clear(keeping: Keeping): void {
  const before = readAll(keeping.form, keeping.element)
  const { key, tried } = keeping
  const removed = remove(keeping)
  fill(keeping, {})
  const undo = (): void => {
    Object.assign(keeping, { key, tried })
    fill(keeping, before)
    storeFiles(keeping, before)
    void save(keeping)
  }
  void removed.then(() => keeping.onState({ kind: 'cleared', undo }))
}

async function sent(keeping: Keeping): Promise<void> {
  const { restoredKey, onState } = keeping
  if (restoredKey !== undefined) discard(restoredKey).catch((error: unknown) => warnOnce('discarding', error))
  await withinASecond(remove(keeping))
  onState({ kind: 'none' })
}

/**
 * Saves what is typed into `element` as a draft on the device. Calls `onState` with the draft's state, and `onFilled` after it changed the form's
 * answers. The form also works without storage.
 */
export function keepDraft(
  form: Form,
  element: HTMLFormElement,
  onState: (state: DraftState) => void,
  onFilled: () => void,
): DraftKeeper {
  const keeping: Keeping = {
    form,
    element,
    fileNames: inOrder(form).flatMap(([name, field]) => (isFileField(field) ? [name] : [])),
    onState,
    onFilled,
    serialise: serialQueue((operation, error) => {
      warnOnce(operation, error)
      onState({ kind: 'off' })
    }),
    timer: saveTimer(() => void save(keeping)),
    revision: 0,
    key: newKey(),
    tried: undefined,
    edits: 0,
    savedEdits: 0,
    inConflict: false,
    attemptAt: undefined,
    restoredKey: undefined,
  }
  return {
    restore: () => keeping.serialise('restoring a draft', () => load(keeping, 'blank')),
    edited() {
      keeping.edits += 1
      keeping.timer.start()
    },
    fileChosen: (name, file) => storeFile(keeping, name, file),
    pageHidden() {
      if (keeping.edits === keeping.savedEdits) return
      if (!keeping.inConflict) saveDraftSync(currentDraft(keeping), keeping.revision, keeping.attemptAt)
      void save(keeping)
    },
    pageShown: () => checkStored(keeping),
    keyFor: (answers) => keyFor(keeping, answers),
    tried: () => keeping.tried,
    restoreSubmission: (submission) => restoreSubmission(keeping, submission),
    async newKey() {
      keeping.key = newKey(keeping.key)
      await withinASecond(save(keeping))
      return keeping.key
    },
    key: () => keeping.key,
    clear: () => clear(keeping),
    async saveNow() {
      if (keeping.edits !== keeping.savedEdits) await save(keeping)
      return keeping.edits === keeping.savedEdits && !keeping.inConflict
    },
    sent: () => sent(keeping),
    stop: () => keeping.timer.cancel(),
  }
}
