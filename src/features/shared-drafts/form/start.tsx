import type { RefObject } from 'react'
import { begunToken, storeBegunToken } from '../../../form-view/delivery/form-token.ts'
import { inTransaction, warnOnce } from '../../../form-view/device-store.ts'
import type { EditedForm } from '../../../form-view/features.tsx'
import { controlsOf, fillAnswers, focusField, readAll } from '../../../form-view/form-dom.ts'
import { loadSheet } from '../../../form-view/load-sheet.ts'
import { makePart } from '../../../form-view/page-part.ts'
import { continuedFlag, draftHash } from '../../../form-view/web-storage.ts'
import { isFileField } from '../../../forms/fields/file.ts'
import { type Form, inOrder } from '../../../forms/form.ts'
import { second } from '../../../shared/durations.ts'
import { reference } from '../../../shared/ids.ts'
import { isObject } from '../../../shared/json.ts'
import {
  type Answers,
  compare,
  deleteDocument,
  isEqual,
  readDocument,
  type SharedDocument,
  type SharedStatus,
  saveDocument,
} from './document.ts'
import { SharedView } from './SharedView.tsx'
import { isSecret, keysOf, newSecret } from './seal.ts'
import sheet from './shared-draft.css?url'

/** A form whose draft is shared. */
interface Sharing extends Pick<EditedForm, 'form' | 'closes' | 'formRef' | 'keeper'> {
  /** Whether the visitor pressed the button. Otherwise the sharing goes on from an earlier visit, or by a link. */
  readonly isRequested: boolean
  /** Below the draft's line. */
  readonly host: RefObject<HTMLElement | null>
}

/** What the device stores of a shared draft: its secret, and the revision and answers that were last equal in the form and on the server; 0 for none. */
interface Row {
  readonly secret: string
  readonly revision: number
  readonly base: Answers
  /** Set after this device sent the form, until the server has it. */
  readonly sent?: SharedDocument['sent']
}

/** The delay before an edit is saved, and the interval at which the saved draft is read while the page is visible. In milliseconds. */
const saveDelayMs = 1.5 * second
const readEvery = 10 * second

/** Stores or removes the row of a form. A failure is logged: the draft itself is stored separately. */
const storeRow = ({ type }: Form, row: Row | undefined): Promise<void> =>
  inTransaction(['drafts'], 'readwrite', async (transaction) => {
    const key = continuedFlag(type)
    row === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, '1')
    row === undefined ? transaction.remove('drafts', key) : transaction.put('drafts', key, row)
  }).catch((error: unknown) => warnOnce('a shared draft', error))

const loadRow = ({ type }: Form): Promise<Row | undefined> =>
  inTransaction(['drafts'], 'readonly', async (transaction) => {
    const row = await transaction.get('drafts', continuedFlag(type))
    // An earlier version stored other values beside the secret.
    return isObject(row) ? ({ revision: 0, base: {}, ...row } as unknown as Row) : undefined
  })

/** Replaces a draft by the note that its form was sent. If that fails, the next page with the form tries again. */
async function saveSent(form: Form, row: Row): Promise<void> {
  await storeRow(form, row)
  const keys = await keysOf(row.secret)
  const note: SharedDocument = { form: form.type, answers: {}, at: Date.now(), sent: row.sent ?? {} }
  for (let { revision } = row, tries = 0; tries < 5; tries += 1) {
    const saved = await saveDocument(keys, revision, note)
    if (saved.kind === 'unreachable') return
    if (saved.kind !== 'stale') break
    const stored = await readDocument(keys, 0)
    if (stored.kind === 'unreachable') return
    if (stored.kind !== 'read' || stored.document.sent !== undefined) break
    revision = stored.revision
  }
  await storeRow(form, undefined)
}

/** The draft to share: the one in the page's URL, which is removed there, the one that is already shared, or a new one. */
async function findRow({ form, isRequested }: Sharing): Promise<Row | 'incomplete' | undefined> {
  const secret = location.hash.startsWith(draftHash) ? location.hash.slice(draftHash.length) : undefined
  if (secret !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  const row = await loadRow(form).catch(() => undefined)
  if (row?.sent !== undefined) await saveSent(form, row)
  else if (row !== undefined && (secret === undefined || secret === row.secret)) return row
  if (secret === undefined) return isRequested ? { secret: newSecret(), revision: 0, base: {} } : undefined
  if (!isSecret(secret)) return 'incomplete'
  const joined = { secret, revision: 0, base: {} }
  await storeRow(form, joined)
  return joined
}

/** The token of the earlier moment. */
const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a !== undefined && b !== undefined && Number.parseInt(b, 36) < Number.parseInt(a, 36) ? b : (a ?? b)

/** Shares the draft of a form. Resolves if there was nothing to share, or when the visitor stopped the sharing. */
export async function start(sharing: Sharing): Promise<void> {
  const { form, closes, isRequested, host, formRef, keeper } = sharing
  const element = formRef.current
  if (element === null) return
  if (location.hash.startsWith(draftHash)) element.closest('section')?.scrollIntoView()
  const [row] = await Promise.all([findRow(sharing), loadSheet(sheet)])
  if (row === undefined) return
  const part = makePart((error) => console.error('forms: the shared draft could not be shown', error))
  host.current?.append(part.element)
  let resolve = (): void => {}
  let reject = (_error: unknown): void => {}
  const done = new Promise<void>((onDone, onFault) => {
    resolve = onDone
    reject = onFault
  })
  const leave = (): void => {
    part.remove()
    resolve()
  }
  const show = (status: SharedStatus, actions: Partial<Parameters<typeof SharedView>[0]> = {}): void =>
    part.draw(<SharedView form={form} element={element} status={status} opens={isRequested} {...actions} />)
  if (row === 'incomplete' || crypto.subtle === undefined) {
    show({ kind: 'ended', why: row === 'incomplete' ? row : 'unable' })
    return done
  }

  const { secret } = row
  const keys = await keysOf(secret)
  const names = inOrder(form).flatMap(([name, field]) => (isFileField(field) ? [] : [name]))
  const read = (): Answers =>
    Object.fromEntries(Object.entries(readAll(form, element)).filter(([name]) => names.includes(name))) as Answers
  let { revision } = row
  // The server must have it, because another page began it.
  const isJoined = !isRequested || revision > 0
  /** The draft as it was last read or saved; undefined before. */
  let saved: SharedDocument | undefined
  // A blank input is not an edit when the page is opened: the draft on the device may be lost.
  const base: Record<string, Answers[string]> = { ...row.base }
  for (const [name, value] of Object.entries(read())) if (isEqual(value, '')) base[name] = value
  let isFilling = false
  let isOver = false
  let status: SharedStatus = { kind: 'busy' }

  /** Fills inputs, which is no edit. A select may lack an option, so they are read again. */
  const fill = (answers: Answers): void => {
    isFilling = true
    fillAnswers({ ...form, sections: [{ title: '', fields: Object.keys(answers) }] }, element, answers)
    const filled = read()
    for (const name of Object.keys(answers)) {
      base[name] = filled[name] ?? ''
      controlsOf(element, name)[0]?.dispatchEvent(new Event('input', { bubbles: true }))
    }
    isFilling = false
  }
  const differing = (): readonly string[] => (saved === undefined ? [] : compare(read(), base, saved.answers).differing)
  const report = (next: SharedStatus): void => {
    if (isOver) return
    status = next
    show(status, { ...actions, differing: differing(), theirs: saved })
  }
  const stop = (): void => {
    isOver = true
    for (const end of ends) end()
  }
  const end = (why: SharedStatus['why'], document?: SharedDocument): void => {
    stop()
    void storeRow(form, undefined)
    const onNewLink = (): void => {
      part.remove()
      start({ ...sharing, isRequested: true }).then(resolve, reject)
    }
    show({ kind: 'ended', why }, { onNewLink, theirs: document })
  }
  /** Reads the saved draft and takes what only another device changed. Returns whether the page goes on. */
  const load = async (): Promise<boolean> => {
    const result = await readDocument(keys, revision)
    if (isOver) return false
    if (result.kind === 'unreachable') report({ kind: 'unreachable' })
    if (result.kind === 'none') end('none')
    if (result.kind === 'same') saved ??= { form: form.type, answers: { ...row.base }, at: 0 }
    if (result.kind !== 'read') return result.kind === 'same'
    if (result.document.form !== form.type) end('other form')
    else if (result.document.sent !== undefined) end('sent', result.document)
    if (isOver) return false
    saved = result.document
    revision = result.revision
    if (closes) storeBegunToken(earlier(begunToken(), saved.begun))
    fill(compare(read(), base, saved.answers).taken)
    return true
  }
  /** Saves what was edited here over the draft that was read. If another device was faster, reads that first; nothing is saved while the visitor has to choose. */
  const exchange = async (): Promise<void> => {
    const isEdited = (): boolean =>
      saved === undefined || Object.entries(read()).some(([name, value]) => !isEqual(value, base[name]))
    let mustRead = saved === undefined ? isJoined : !isEdited()
    for (let tries = 0; tries < 5 && !isOver; tries += 1) {
      if (mustRead && !(await load())) return
      if (differing().length > 0) return report({ kind: 'differing' })
      const answers = read()
      if (isEdited()) {
        const begun = earlier(closes ? begunToken() : undefined, saved?.begun)
        const content = { form: form.type, answers: { ...saved?.answers, ...answers }, at: Date.now(), begun }
        const result = await saveDocument(keys, revision, content)
        if (result.kind === 'refused' || result.kind === 'unreachable') return report(result)
        mustRead = result.kind === 'stale'
        if (mustRead) continue
        if (result.kind === 'none') return end('none')
        saved = content
        revision += 1
      }
      Object.assign(base, answers)
      // The draft first: one that is older than the row would look edited.
      if ((await keeper.current?.saveNow()) && !isOver) await storeRow(form, { secret, revision, base: { ...base } })
      return report({ kind: 'current' })
    }
  }
  let running: Promise<void> | undefined
  let isAgain = false
  const sync = (): void => {
    if (isOver) return
    isAgain = running !== undefined
    running ??= exchange()
      .catch((error: unknown) => warnOnce('sharing the draft', error))
      .finally(() => {
        running = undefined
        if (isAgain) sync()
      })
  }
  const choose = (name: string, isTaken: boolean): void => {
    const value = saved?.answers[name] ?? ''
    base[name] = value
    if (isTaken) fill({ [name]: value })
    focusField(element, name)
    report(status)
    sync()
  }
  const actions = {
    link: `${location.origin}${form.path}${draftHash}${secret}`,
    email: String(readAll(form, element)[form.applicant.email]),
    onUse: (name: string) => choose(name, true),
    onKeep: (name: string) => choose(name, false),
    onRetry: sync,
    onStop: async () => {
      if (!(await deleteDocument(keys))) return false
      onClear()
      return true
    },
  }
  const onClear = (): void => {
    stop()
    void storeRow(form, undefined)
    leave()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const ends: (() => void)[] = []
  const on = (target: EventTarget, type: string, act: (event: Event) => void): void => {
    target.addEventListener(type, act)
    ends.push(() => target.removeEventListener(type, act))
  }
  const onInput = (): void => {
    if (isFilling) return
    clearTimeout(timer)
    timer = setTimeout(sync, saveDelayMs)
  }
  const onSent = (event: Event): void => {
    stop()
    const { detail } = event as CustomEvent<unknown>
    void saveSent(form, { secret, revision, base: {}, sent: typeof detail === 'string' ? { reference: reference(detail) } : {} })
  }
  on(element, 'input', onInput)
  on(element, 'clear', onClear)
  on(element, 'sent', onSent)
  on(document, 'visibilitychange', sync)
  on(window, 'online', sync)
  const interval = setInterval(() => document.visibilityState === 'visible' && sync(), readEvery)
  ends.push(
    () => clearInterval(interval),
    () => clearTimeout(timer),
  )
  report(status)
  sync()
  return done
}
