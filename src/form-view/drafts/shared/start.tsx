import type { RefObject } from 'react'
import { isFileField } from '../../../forms/fields/file.ts'
import { type Form, inOrder } from '../../../forms/form.ts'
import { second } from '../../../shared/durations.ts'
import { reference } from '../../../shared/ids.ts'
import { begunToken, storeBegunToken } from '../../delivery/form-token.ts'
import { warnOnce } from '../../device-store.ts'
import { controlsOf, fillAnswers, focusField, readAll } from '../../form-dom.ts'
import { makePart, type Part } from '../../page-part.ts'
import { sharedHash } from '../../web-storage.ts'
import type { DraftKeeper } from '../keeper.ts'
import { type Inputs, newState } from './joining.ts'
import type { Value } from './merge.ts'
import { SharedView as View } from './SharedView.tsx'
import { isSecret, type Keys, keysOf, newSecret } from './seal.ts'
import { deleteDraft, serverOf } from './server.ts'
import sheet from './shared-draft.css?url'
import { loadRow, removeRow, type SharedRow, saveRow } from './shared-row.ts'
import { createSync, type Ending, type SentNote, type Sync, type SyncStatus, saveSent } from './sync.ts'

interface Sharing {
  readonly form: Form
  /** Whether the form has deadlines. */
  readonly closes: boolean | undefined
  /** Whether the visitor requested a link. Otherwise the page was opened with one, or the draft is already shared. */
  readonly isRequested: boolean
  /** The element that shows the state. */
  readonly host: HTMLElement
  readonly element: HTMLFormElement
  readonly keeper: Pick<DraftKeeper, 'saveNow'>
}

/** The same for a form that may no longer be shown. */
interface SharingRequest extends Omit<Sharing, 'host' | 'element' | 'keeper'> {
  readonly host: RefObject<HTMLElement | null>
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly keeper: RefObject<Sharing['keeper'] | undefined>
}

/** The delay before an edit is saved, and the interval at which other devices' edits are read while the page is visible. In milliseconds. */
const saveDelayMs = 1.5 * second
const readEvery = 10 * second

/** Reads the secret from the page's URL and removes it there; undefined if there is none. */
function takeSecret(): string | undefined {
  if (!location.hash.startsWith(sharedHash)) return undefined
  const secret = location.hash.slice(sharedHash.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}

/** Loads the style sheet; resolves even if that fails. */
const loadSheet = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.querySelector(`link[href="${sheet}"]`) !== null) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.onload = link.onerror = () => resolve()
    document.head.append(link)
  })

/** The inputs of a form, except file inputs. `filling` is called before and after a change by the script, which is no edit. */
function inputsOf(form: Form, element: HTMLFormElement, filling: (on: boolean) => void): Inputs {
  const names = inOrder(form).flatMap(([name, field]) => (isFileField(field) ? [] : [name]))
  return {
    read() {
      const raw = readAll(form, element)
      return Object.fromEntries(names.map((name) => [name, raw[name] as Value]))
    },
    fill(answers) {
      filling(true)
      const filled = names.filter((name) => name in answers)
      fillAnswers({ ...form, sections: [{ title: '', fields: filled }] }, element, answers)
      for (const name of filled) controlsOf(element, name)[0]?.dispatchEvent(new Event('input', { bubbles: true }))
      filling(false)
    },
    // In a window without focus, nobody is editing a question.
    isFocused: (name) => document.hasFocus() && controlsOf(element, name).some((control) => control === document.activeElement),
  }
}

/** Saves the note that the form was sent. If that fails, the next page with the form tries again. */
async function finish(form: Form, row: SharedRow, sent: SentNote): Promise<void> {
  await saveRow(form.type, { ...row, state: newState, sent })
  if (await saveSent(serverOf(await keysOf(row.secret)), form.type, sent)) await removeRow(form.type)
}

/** The draft to share: the one in the page's URL, the one that is already shared, or a new one. */
async function findRow({ form, isRequested }: Sharing): Promise<SharedRow | 'unreadable' | undefined> {
  const secret = takeSecret()
  const row = await loadRow(form.type).catch(() => undefined)
  if (row?.sent !== undefined) await finish(form, row, row.sent).catch((error: unknown) => warnOnce('a shared draft', error))
  if (secret !== undefined && !isSecret(secret)) return 'unreadable'
  if (secret !== undefined && secret !== row?.secret) return { secret, joins: true, state: newState }
  if (row !== undefined && row.sent === undefined) return row
  return isRequested ? { secret: newSecret(), joins: false, state: newState } : undefined
}

/** Synchronises after the events that need it. Returns a function that stops this. */
function watch(element: HTMLFormElement, isFilling: () => boolean, sync: Sync): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    clearTimeout(timer)
    timer = undefined
    void sync.sync()
  }
  const onInput = (): void => {
    if (!isFilling()) timer ??= setTimeout(now, saveDelayMs)
  }
  const onLeft = (): void => sync.left()
  const onSeen = (): void => now()
  const interval = setInterval(() => document.visibilityState === 'visible' && now(), readEvery)
  element.addEventListener('input', onInput)
  element.addEventListener('focusout', onLeft)
  document.addEventListener('visibilitychange', onSeen)
  window.addEventListener('online', now)
  return () => {
    clearTimeout(timer)
    clearInterval(interval)
    element.removeEventListener('input', onInput)
    element.removeEventListener('focusout', onLeft)
    document.removeEventListener('visibilitychange', onSeen)
    window.removeEventListener('online', now)
  }
}

/** Shows why a draft is not shared, or no longer. Calls `done` after the visitor closed the dialog for a new link. */
function drawEnding(part: Part, sharing: Sharing, ending: Ending, done: () => void): void {
  part.draw(
    <View
      form={sharing.form}
      element={sharing.element}
      status={{ kind: 'current', alternatives: {}, ending }}
      onNewLink={() => {
        part.remove()
        void share({ ...sharing, isRequested: true }).then(done)
      }}
    />,
  )
}

/** The link with which other devices join. */
const linkOf = (form: Form, secret: string): string => `${location.origin}${form.path}${sharedHash}${secret}`

/** Shares the draft of a form. Resolves if there was nothing to share, or when the visitor stopped the sharing. */
export async function startSharing({ host, formRef, keeper, ...request }: SharingRequest): Promise<void> {
  if (host.current === null || formRef.current === null || keeper.current === undefined) return
  try {
    await share({ ...request, host: host.current, element: formRef.current, keeper: keeper.current })
  } catch (error) {
    warnOnce('sharing the draft', error)
    throw error
  }
}

async function share(sharing: Sharing): Promise<void> {
  const { element, host } = sharing
  const byLink = location.hash.startsWith(sharedHash)
  if (byLink) element.closest('section')?.scrollIntoView()
  const part = makePart((error) => console.error('forms: the shared draft could not be shown', error))
  host.append(part.element)
  const [row] = await Promise.all([findRow(sharing), loadSheet()])
  if (row === undefined) return part.remove()
  const keys = row === 'unreadable' || crypto.subtle === undefined ? undefined : await keysOf(row.secret)
  return new Promise((done) => {
    if (row === 'unreadable') drawEnding(part, sharing, { why: 'unreadable' }, done)
    else if (keys === undefined) drawEnding(part, sharing, { why: 'unable' }, done)
    else run(sharing, part, row, keys, done)
  })
}

/** The actions in the view of a shared draft. */
type Actions = Omit<Parameters<typeof View>[0], 'form' | 'element' | 'status' | 'opens'>

/** @param onStopped is called when the draft was deleted for everyone */
const actionsOf = ({ form, element }: Sharing, row: SharedRow, keys: Keys, sync: Sync, onStopped: () => void): Actions => ({
  link: linkOf(form, row.secret),
  email: String(readAll(form, element)[form.applicant.email]),
  onUse(name, version) {
    sync.use(name, version)
    focusField(element, name)
  },
  onDismiss(name, version) {
    sync.dismiss(name, version)
    focusField(element, name)
  },
  onRetry: () => void sync.sync(),
  async onStop() {
    if (!(await deleteDraft(keys))) return false
    onStopped()
    return true
  },
})

function run(sharing: Sharing, part: Part, row: SharedRow, keys: Keys, done: () => void): void {
  const { form, element, keeper, isRequested, closes } = sharing
  let isFilling = false
  let isLeft = false
  let stopWatching = (): void => undefined
  const stop = (): void => {
    isLeft = true
    sync.stop()
    stopWatching()
    element.removeEventListener('clear', onClear)
    element.removeEventListener('sent', onSent)
  }
  const leave = (): void => {
    stop()
    removeRow(form.type).catch((error: unknown) => warnOnce('a shared draft', error))
  }
  const onClear = (): void => {
    leave()
    part.remove()
    done()
  }
  const onSent = ({ detail }: Event & { readonly detail?: unknown }): void => {
    stop()
    const sent = { at: Date.now(), ...(typeof detail === 'string' && { reference: reference(detail) }) }
    finish(form, row, sent).catch((error: unknown) => warnOnce('a shared draft', error))
  }
  const onChange = (status: SyncStatus): void => {
    if (status.ending === undefined) {
      part.draw(<View form={form} element={element} status={status} opens={isRequested} {...actions} />)
      return
    }
    leave()
    drawEnding(part, sharing, status.ending, done)
  }
  const sync: Sync = createSync(
    {
      form: form.type,
      joins: row.joins,
      page: newSecret().slice(0, 8),
      inputs: inputsOf(form, element, (on) => {
        isFilling = on
      }),
      server: serverOf(keys),
      ...(closes && { begun: { get: begunToken, set: storeBegunToken } }),
      now: Date.now,
      // Stores the draft first: a draft older than the shared state would look edited.
      store: async (state) => {
        if ((await keeper.saveNow()) && !isLeft) await saveRow(form.type, { secret: row.secret, joins: row.joins, state })
      },
      onChange,
    },
    row.state,
  )
  const actions = actionsOf(sharing, row, keys, sync, onClear)
  onChange({ kind: 'busy', alternatives: {} })
  element.addEventListener('clear', onClear)
  element.addEventListener('sent', onSent)
  stopWatching = watch(element, () => isFilling, sync)
  void sync.start()
}
