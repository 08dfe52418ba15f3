import { sessionKeys as keys } from '../api/access.ts'
import type { AdminUser, ApplicationRecord, Revised, SessionResponse } from '../api/responses.ts'
import type { RequestText } from '../applications/application.ts'
import { createStore, type Store } from './ui/store.ts'

// What this browser stores of a session. The credential is not here: it is a cookie that scripts cannot read. If storage is full or forbidden, the
// desk logs a warning and works without it.

type Area = 'localStorage' | 'sessionStorage'

const warn = (operation: string, error: unknown): void =>
  console.warn(`desk: browser storage: ${operation} failed`, error instanceof Error ? error.name : error)

/** Stores a text. Returns whether the browser accepted it. */
export function write(area: Area, key: string, value: string): boolean {
  try {
    window[area].setItem(key, value)
    return true
  } catch (error) {
    warn(`storing ${key}`, error)
    return false
  }
}

/** The stored JSON value; undefined when there is none or it cannot be read. */
export function read(area: Area, key: string): unknown {
  try {
    const text = window[area].getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch (error) {
    if (!(error instanceof SyntaxError)) warn(`reading ${key}`, error)
    return undefined
  }
}

/** Removes the value of a key. Returns whether the browser accepted it. */
export function remove(area: Area, key: string): boolean {
  try {
    window[area].removeItem(key)
    return true
  } catch (error) {
    warn(`removing ${key}`, error)
    return false
  }
}

/** The keys that begin with `prefix`. */
export function storedKeys(area: Area, prefix: string): readonly string[] {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(prefix))
  } catch (error) {
    warn('reading the keys', error)
    return []
  }
}

let hasEnded = false

/** Stores the signed-in user and the readable claims of the session. */
export function storeSession(user: AdminUser, token: string): void {
  if (hasEnded) return
  write('localStorage', keys.user, JSON.stringify(user))
  write('localStorage', keys.token, token)
}

/** The readable claims of a session, in the format in which the server makes them. */
export function claimsOf({ user, expiresAt }: SessionResponse): string {
  const claims = JSON.stringify({ userId: user.id, email: user.email, exp: Math.floor(Date.parse(expiresAt) / 1000) })
  const bytes = String.fromCharCode(...new TextEncoder().encode(claims))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Removes the session and the cached applications. */
export function removeSession(): void {
  for (const key of Object.values(keys)) remove('localStorage', key)
  storeSteps([])
}

/**
 * Removes the session and the cached applications, and stops this page from storing them again. Otherwise a response that arrives while the page is
 * being left would restore them.
 */
export function endSession(): void {
  hasEnded = true
  removeSession()
}

/** When the session ends according to the stored claims; undefined if there are none, or they cannot be read. */
export function signedInUntil(): Date | undefined {
  try {
    const token = localStorage.getItem(keys.token)
    if (token === null) return undefined
    const claims: unknown = JSON.parse(atob(token.replace(/-/g, '+').replace(/_/g, '/')))
    const exp = (claims as { exp?: unknown }).exp
    return typeof exp === 'number' ? new Date(exp * 1000) : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as Error).name !== 'InvalidCharacterError') warn(`reading ${keys.token}`, error)
    return undefined
  }
}

/** Calls `ended` when another tab of this browser removes the session. Returns a function that stops listening. */
export function onSessionRemoved(ended: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === keys.token && event.newValue === null) ended()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Stores the newest applications. The next visit shows them while the list is loading. */
export function cacheApplications(applications: readonly ApplicationRecord[]): void {
  if (!hasEnded) write('localStorage', keys.applications, JSON.stringify(applications))
}

/** The stored applications; empty when there are none. */
export function cachedApplications(): readonly ApplicationRecord[] {
  const cached = read('localStorage', keys.applications)
  if (!Array.isArray(cached)) return []
  return (
    cached
      .filter((record) => typeof record?.id === 'string' && typeof record?.form_data === 'object')
      // Records that an earlier version stored lack the newer keys.
      .map(
        (record: ApplicationRecord): ApplicationRecord => ({
          ...record,
          answers_revision: record.answers_revision ?? 0,
          seen_revision: record.seen_revision ?? 0,
          read_at: record.read_at ?? null,
          starred: record.starred ?? false,
          scores: record.scores ?? {},
          revision: record.revision ?? 0,
        }),
      )
  )
}

const noticeKey = 'desk_notice'

/** Why the session ended, for the sign-in screen. */
interface Notice {
  readonly message: string
  /** The path and query to return to. */
  readonly returnTo: string
}

export const storeNotice = (notice: Notice): void => void write('sessionStorage', noticeKey, JSON.stringify(notice))

export function readNotice(): Notice | undefined {
  const notice = read('sessionStorage', noticeKey) as Partial<Notice> | undefined
  return typeof notice?.message === 'string' && typeof notice.returnTo === 'string' ? (notice as Notice) : undefined
}

export const clearNotice = (): void => void remove('sessionStorage', noticeKey)

const keysKey = 'desk_keys'

/** Whether keyboard shortcuts are switched off in this browser (WCAG 2.1.4). */
export const keysAreOff = (): boolean => read('localStorage', keysKey) === 'off'

export const storeKeysOff = (off: boolean): void =>
  void (off ? write('localStorage', keysKey, '"off"') : remove('localStorage', keysKey))

/** What this browser keeps as yes or no; undefined until it was chosen. */
function choice(key: string): Store<boolean | undefined> {
  const { get, set, subscribe } = createStore<boolean | undefined>(undefined)
  return {
    get: () => {
      const stored = get() ?? read('localStorage', key)
      return typeof stored === 'boolean' ? stored : undefined
    },
    set: (value) => {
      write('localStorage', key, JSON.stringify(value))
      set(value)
    },
    subscribe,
  }
}

/** Whether the rail is folded. */
export const railFolded = choice('desk_rail')

/** Whether each application of the list is on one line. */
export const oneLine = choice('desk_one_line')

const decided = choice('desk_decided')

/** Whether anything was decided in this browser; until then each row shows its buttons with their words. */
export const hasDecided = (): boolean => decided.get() === true

export const storeDecided = (): void => void (hasDecided() || decided.set(true))

/**
 * What the reviewer wrote for applications and did not send, by application id: in memory, and stored with the tab, so that it stays after a reload
 * and after the end of the session.
 */
function unsentTexts<Text>(key: string) {
  let texts: Map<string, Text> | undefined
  const all = (): Map<string, Text> => {
    texts ??= new Map(Object.entries((read('sessionStorage', key) ?? {}) as Record<string, Text>))
    return texts
  }
  return {
    of: (id: string): Text | undefined => all().get(id),
    all: (): readonly (readonly [id: string, text: Text])[] => [...all()],
    /** Stores a text; undefined removes it. */
    store(id: string, text: Text | undefined): void {
      if (text === undefined) all().delete(id)
      else all().set(id, text)
      if (all().size === 0) remove('sessionStorage', key)
      else write('sessionStorage', key, JSON.stringify(Object.fromEntries(all())))
    },
  }
}

/** A message written by hand that is not sent yet. */
export interface UnsentMessage {
  readonly subject: string
  readonly text: string
  /** The idempotency key of an attempt without a response. With it, another attempt does not send the message twice. */
  readonly key?: string
}

export const unsentMessages = unsentTexts<UnsentMessage>('desk_unsent_letters')
export const unsentRequests = unsentTexts<RequestText>('desk_unsent_requests')
/** Notes that are not saved, with those that they were written over and the revision at which those were read; undefined until it is loaded. */
export const unsavedNotes = unsentTexts<{
  readonly text: string
  readonly base: { readonly notes: string; readonly revision: number | undefined }
}>('desk_unsaved_notes')
/** Values of documents of the site that are not saved, by path, with the value and the revision over which they were typed, and the last one that was sent. */
export const unsavedDocuments = unsentTexts<{
  readonly value: unknown
  readonly base: { readonly value: unknown; readonly revision: number }
  readonly sent?: unknown
}>('desk_unsaved_documents')
/** The answers about who we are that are no drafts yet, by question; there is one set, `begin`. */
export const unsentAnswers = unsentTexts<Readonly<Record<string, string>>>('desk_unsent_answers')
/** The sentences for the letters of decisions. */
export const unsentSentences = unsentTexts<string>('desk_unsent_sentences')

/** A decision or deletion that this tab can undo: what the toast said, when the undo expires in milliseconds since 1970 (null: never), what it reverts. */
export interface StoredStep {
  readonly title: string
  readonly detail: string
  readonly until: number | null
  readonly done: readonly Revised[]
  /** Whether an undo of it was not answered: the next one is a repeat. */
  readonly again?: boolean
}

const stepsKey = 'desk_undo'

/** Stores the decisions and deletions that this tab can undo, oldest first. */
export const storeSteps = (steps: readonly StoredStep[]): void =>
  void (steps.length === 0 || hasEnded
    ? remove('sessionStorage', stepsKey)
    : write('sessionStorage', stepsKey, JSON.stringify(steps)))

/** The decisions and deletions that this tab could undo before the page was loaded. */
export function storedSteps(): readonly StoredStep[] {
  const steps = read('sessionStorage', stepsKey)
  return Array.isArray(steps) ? steps : []
}
