import type { AdminUser, ApplicationRecord } from '../api/replies.ts'

/**
 * What this browser keeps of a session (contract, section 5). None of it opens anything: the credential is a cookie that scripts
 * cannot read. Storage that is full or forbidden costs a warning and nothing else.
 */
const keys = { user: 'auth_user', token: 'auth_token', applications: 'cached_applications' } as const

/** What goes with the tab: why the session ended, and where to go on. */
const tabKeys = { notice: 'desk_notice' } as const

const warn = (doing: string, error: unknown): void =>
  console.warn(`desk: browser storage: ${doing} failed`, error instanceof Error ? error.name : error)

function write(area: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    window[area].setItem(key, value)
  } catch (error) {
    warn(`keeping ${key}`, error)
  }
}

function read(area: 'localStorage' | 'sessionStorage', key: string): unknown {
  try {
    const text = window[area].getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch (error) {
    if (!(error instanceof SyntaxError)) warn(`reading ${key}`, error)
    return undefined
  }
}

function remove(area: 'localStorage' | 'sessionStorage', key: string): void {
  try {
    window[area].removeItem(key)
  } catch (error) {
    warn(`removing ${key}`, error)
  }
}

/** Keeps who signed in, and the readable claims of the session. */
export function keepSession(user: AdminUser, token: string): void {
  write('localStorage', keys.user, JSON.stringify(user))
  write('localStorage', keys.token, token)
}

/** Forgets the session and the copy of applications. */
export function forgetSession(): void {
  for (const key of Object.values(keys)) remove('localStorage', key)
}

/** The end of the session that the kept claims speak of; undefined when there are none, or none that can be read. */
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

/** Calls `ended` when another tab of this browser forgets the session; returns what stops that. */
export function onForgotten(ended: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === keys.token && event.newValue === null) ended()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Keeps the newest applications, to be painted at the next visit while the truth is loaded. */
export const keepApplications = (applications: readonly ApplicationRecord[]): void =>
  write('localStorage', keys.applications, JSON.stringify(applications))

/** The applications that were kept; empty when there are none. */
export function keptApplications(): readonly ApplicationRecord[] {
  const kept = read('localStorage', keys.applications)
  if (!Array.isArray(kept)) return []
  return kept.filter((one): one is ApplicationRecord => typeof one?.id === 'string' && typeof one?.form_data === 'object')
}

/** What the sign-in screen is told by the desk that had to close. */
export interface Notice {
  readonly say: string
  /** The path and query to go on at. */
  readonly back: string
}

export const leaveNotice = (notice: Notice): void => write('sessionStorage', tabKeys.notice, JSON.stringify(notice))

export function readNotice(): Notice | undefined {
  const notice = read('sessionStorage', tabKeys.notice) as Partial<Notice> | undefined
  return typeof notice?.say === 'string' && typeof notice.back === 'string' ? (notice as Notice) : undefined
}

export const clearNotice = (): void => remove('sessionStorage', tabKeys.notice)

const keysSwitch = 'desk_keys'

/** Whether single keys were switched off in this browser (WCAG 2.1.4). */
export const keysAreOff = (): boolean => read('localStorage', keysSwitch) === 'off'

export const keepKeysOff = (off: boolean): void =>
  off ? write('localStorage', keysSwitch, '"off"') : remove('localStorage', keysSwitch)
