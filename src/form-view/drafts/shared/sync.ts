import type { FormType } from '../../../shared/form-types.ts'
import { alternatives, dismiss, fill, type Inputs, type Joining, note, type SyncState, use } from './joining.ts'
import { merge, noAnswers, type SharedAnswers, type Version } from './merge.ts'

/** Replaces the answers of a shared draft after its form was sent. */
export interface SentNote {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Missing while the submission is in the delivery queue of the device. */
  readonly reference?: string
}

/** The content of a shared draft, before it is encrypted. */
export interface Content extends SharedAnswers {
  readonly form: FormType
  /** The earliest token that records when the form was begun (decision 0164). */
  readonly begun?: string
  /** Set after the form was sent; then there are no answers. */
  readonly sent?: SentNote
}

/** The server's response. `unreadable`: encrypted with another key; `unreachable`: no response, or one that says nothing about the draft. */
type Read =
  | { readonly kind: 'draft'; readonly revision: number; readonly content: Content }
  | { readonly kind: 'same' | 'none' | 'unreadable' | 'unreachable' }
export type Saved =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'stale' | 'none' | 'unreachable' }

export interface Server {
  /** Reads the draft, unless it still has `revision`. */
  read(revision: number): Promise<Read>
  /** Saves the draft over `revision`, 0 for a new one. */
  save(revision: number, content: Content): Promise<Saved>
}

/** Why a draft is no longer shared. */
export type Ending =
  | { readonly why: 'sent'; readonly sent: SentNote }
  | { readonly why: 'none' | 'unreadable' | 'unable' | 'other form' }

export interface SyncStatus {
  readonly kind: 'busy' | 'current' | 'unreachable' | 'refused'
  /** Why the server refused it. */
  readonly message?: string
  readonly ending?: Ending
  /** By question: the answers of other devices. */
  readonly alternatives: Readonly<Record<string, readonly Version[]>>
}

interface SyncParts {
  readonly form: FormType
  /** Whether another device started the draft. Then the server must have it. */
  readonly joins: boolean
  readonly page: string
  readonly inputs: Inputs
  readonly server: Server
  readonly begun?: { get(): string | undefined; set(token: string): void }
  now(): number
  /** Stores the state on the device, after the draft itself. */
  store(state: SyncState): Promise<void>
  onChange(status: SyncStatus): void
}

/** The state that the functions of a synchronisation share. */
interface Syncing extends Joining {
  readonly parts: SyncParts
  revision: number
  /** The content on the server, as JSON; undefined if it is not known. */
  serverJson: string | undefined
  /** The token in the shared draft, as last read. */
  begun: string | undefined
  status: SyncStatus
  stopped: boolean
}

/** The maximum number of attempts if other devices save at the same time. */
const maxTries = 8

/** Whether the synchronisation has ended. */
const isOver = ({ status, stopped }: Syncing): boolean => stopped || status.ending !== undefined

function noteTyped(syncing: Syncing): void {
  if (!syncing.stopped) note(syncing)
}

function report(syncing: Syncing, kind: SyncStatus['kind'], message?: string): void {
  if (isOver(syncing)) return
  syncing.status = { kind, alternatives: alternatives(syncing), ...(message !== undefined && { message }) }
  syncing.parts.onChange(syncing.status)
}

function end(syncing: Syncing, ending: Ending): void {
  if (isOver(syncing)) return
  syncing.status = { kind: 'current', alternatives: {}, ending }
  syncing.parts.onChange(syncing.status)
}

/** The token of the earlier moment. */
function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const moment = (token: string): number => Number.parseInt(token, 36)
  return moment(b) < moment(a) ? b : a
}

function contentOf({ parts: { form, begun }, begun: remote, shared }: Syncing): Content {
  const first = earlier(begun?.get(), remote)
  return { form, ...(first !== undefined && { begun: first }), ...shared }
}

/** Merges the content that was read. */
function mergeContent(syncing: Syncing, revision: number, content: Content): void {
  const { begun } = syncing.parts
  syncing.begun = content.begun
  const first = earlier(begun?.get(), content.begun)
  if (first !== undefined && first !== begun?.get()) begun?.set(first)
  syncing.shared = merge(syncing.shared, { seen: content.seen, answers: content.answers })
  syncing.revision = revision
  syncing.serverJson = JSON.stringify(content)
  fill(syncing)
}

/** Reads the draft and merges it. Returns whether the server could be reached. */
async function read(syncing: Syncing): Promise<boolean> {
  const { server, form } = syncing.parts
  const response = await server.read(syncing.serverJson === undefined ? 0 : syncing.revision)
  noteTyped(syncing)
  if (response.kind === 'unreachable' || isOver(syncing)) return false
  if (response.kind === 'none' || response.kind === 'unreadable') end(syncing, { why: response.kind })
  if (response.kind !== 'draft') return true
  const { content, revision } = response
  if (content.form !== form) end(syncing, { why: 'other form' })
  else if (content.sent !== undefined) end(syncing, { why: 'sent', sent: content.sent })
  else mergeContent(syncing, revision, content)
  return true
}

/** Merges the form and the server's draft. Changes on this device are saved without reading first: if another device was faster, the server refuses the save. */
async function exchange(syncing: Syncing): Promise<void> {
  const { parts } = syncing
  noteTyped(syncing)
  const isDirty = syncing.serverJson === undefined || JSON.stringify(contentOf(syncing)) !== syncing.serverJson
  let mustRead = (parts.joins || syncing.revision > 0) && (syncing.serverJson === undefined || !isDirty)
  for (let tries = 0; tries < maxTries && !isOver(syncing); tries += 1) {
    if (mustRead && !(await read(syncing))) return report(syncing, 'unreachable')
    if (isOver(syncing)) return
    const content = contentOf(syncing)
    if (JSON.stringify(content) === syncing.serverJson) return report(syncing, 'current')
    const saved = await parts.server.save(syncing.revision, content)
    if (saved.kind === 'unreachable') return report(syncing, 'unreachable')
    if (saved.kind === 'refused') return report(syncing, 'refused', saved.message)
    if (saved.kind === 'none') return end(syncing, { why: 'none' })
    if (saved.kind === 'saved') {
      syncing.revision = saved.revision
      syncing.serverJson = JSON.stringify(content)
      noteTyped(syncing)
      return report(syncing, 'current')
    }
    mustRead = true
    syncing.serverJson = undefined
  }
  report(syncing, 'unreachable')
}

/** A synchronisation that starts with the state that the device stored. The content on the server is not known yet. */
const syncingFrom = (parts: SyncParts, { shared, shown, revision }: SyncState): Syncing => ({
  parts,
  page: parts.page,
  inputs: parts.inputs,
  now: parts.now,
  shared,
  shown: { ...shown },
  revision,
  serverJson: undefined,
  begun: undefined,
  status: { kind: 'busy', alternatives: {} },
  stopped: false,
})

/** Synchronises a form and its shared draft. Calls do not throw: failures are in the status, and the next `sync` tries again. */
export function createSync(parts: SyncParts, state: SyncState) {
  const syncing = syncingFrom(parts, state)
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await exchange(syncing)
      const { shared, shown, revision } = syncing
      if (!isOver(syncing)) await parts.store({ shared, shown: { ...shown }, revision })
    } while (again && !isOver(syncing))
  }
  /** Merges the form and the server's draft, one exchange at a time. Resolves when both are equal, or the attempt failed. */
  const sync = (): Promise<void> => {
    if (isOver(syncing)) return Promise.resolve()
    again = running !== undefined
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  /** Applies the visitor's choice, and shares it. */
  const choose = (work: () => void): void => {
    if (isOver(syncing)) return
    work()
    report(syncing, syncing.status.kind)
    void sync()
  }
  return {
    sync,
    /** Starts with the answers in the form. */
    start(): Promise<void> {
      note(syncing, true)
      fill(syncing)
      return sync()
    },
    use: (name: string, version: Version) => choose(() => use(syncing, name, version)),
    dismiss: (name: string, version: Version) => choose(() => dismiss(syncing, name, version)),
    /** Called when the visitor leaves an input, so that it can be updated. */
    left(): void {
      if (isOver(syncing)) return
      note(syncing)
      fill(syncing)
      report(syncing, syncing.status.kind)
    },
    /** Stops permanently, before the inputs are emptied or removed. */
    stop(): void {
      syncing.stopped = true
    },
  }
}

export type Sync = ReturnType<typeof createSync>

/** Replaces a shared draft by the note that its form was sent. Returns true if that succeeded or there is no draft. */
export async function saveSent(server: Server, form: FormType, sent: SentNote): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const response = await server.read(0)
    if (response.kind === 'unreachable') return false
    if (response.kind !== 'draft' || response.content.sent !== undefined) return true
    const saved = await server.save(response.revision, { form, sent, ...noAnswers })
    if (saved.kind === 'saved' || saved.kind === 'none') return true
    if (saved.kind !== 'stale') return false
  }
  return false
}
