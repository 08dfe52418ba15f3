import { second } from '../../../shared/durations.ts'
import type { FormType } from '../../../shared/form-types.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { fitsKeepalive } from '../../../shared/keepalive.ts'
import { sharedDraftPath } from '../api.ts'
import { type Keys, seal, unseal } from './seal.ts'

/** Answers by question, in the format of the form's inputs. Files are not shared. */
export type Answers = Readonly<Record<string, string | readonly string[]>>

/** A shared draft, before it is encrypted. */
export interface SharedDocument {
  readonly form: FormType
  readonly answers: Answers
  /** When it was saved, by the clock of the device that saved it, in milliseconds since 1970. */
  readonly at: number
  /** The earliest token that records when the form was begun (decision 0164). */
  readonly begun?: string | undefined
  /** Set after the form was sent; then there are no answers. `reference` is missing while the submission is in the delivery queue of the device. */
  readonly sent?: { readonly reference?: string }
}

/** The state of a shared draft. `differing`: nothing is saved until the visitor chooses between two answers. */
export interface SharedStatus {
  readonly kind: 'busy' | 'current' | 'unreachable' | 'refused' | 'differing' | 'ended'
  /** Why the server refused it. */
  readonly message?: string
  /** Why a draft is no longer shared. */
  readonly why?: 'sent' | 'none' | 'incomplete' | 'unable' | 'other form'
}

/** `none`: no draft is stored that this link opens; `unreachable`: no response, or one that says nothing about the draft. */
type ReadResult =
  | { readonly kind: 'read'; readonly revision: number; readonly document: SharedDocument }
  | { readonly kind: 'same' | 'none' | 'unreachable' }
type SaveResult =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'saved' | 'stale' | 'none' }

/** Makes a call; status 0 means no response. The call continues when the page is left, if its body is small enough. */
async function call(method: string, content: object) {
  const body = JSON.stringify(content)
  const keepalive = document.visibilityState === 'hidden' && fitsKeepalive(body)
  const headers = { 'content-type': 'application/json' }
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 15 * second)
  try {
    const response = await fetch(sharedDraftPath, { method, headers, body, keepalive, signal: controller.signal })
    const json = parseJson(await response.text())
    return { status: response.status, json: isObject(json) ? json : {} }
  } catch {
    return { status: 0, json: {} as Readonly<Record<string, unknown>> }
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the draft, unless it still has the revision `lastRead`; 0 for none. */
export async function readDocument(keys: Keys, lastRead: number): Promise<ReadResult> {
  const { status, json } = await call('POST', { id: keys.id, revision: lastRead })
  const revision = Number(json.revision)
  if (status === 404 || revision < lastRead) return { kind: 'none' }
  if (json.success !== true) return { kind: 'unreachable' }
  if (typeof json.sealed !== 'string') return { kind: 'same' }
  const opened = await unseal(keys, revision, json.sealed).catch(() => undefined)
  return opened === undefined ? { kind: 'none' } : { kind: 'read', revision, document: opened as SharedDocument }
}

/** Saves the draft over `revision`, 0 for a new one. */
export async function saveDocument(keys: Keys, revision: number, content: SharedDocument): Promise<SaveResult> {
  const sealed = await seal(keys, revision + 1, content)
  const { status, json } = await call('PUT', { id: keys.id, revision, sealed })
  if (json.success === true) return { kind: 'saved' }
  if (status === 404) return { kind: 'none' }
  if (status === 409) return { kind: 'stale' }
  const isRefused = status === 413 || (status === 503 && json.code === 'TOO_MANY_REQUESTS')
  return isRefused && typeof json.error === 'string' ? { kind: 'refused', message: json.error } : { kind: 'unreachable' }
}

/** Deletes a shared draft for everyone. Returns whether the server could be reached. */
export const deleteDocument = async ({ id }: Keys): Promise<boolean> => (await call('DELETE', { id })).json.success === true

const isBlank = (value: Answers[string] | undefined): boolean => value === undefined || String(value).trim() === ''

export const isEqual = (a: Answers[string] | undefined, b: Answers[string] | undefined): boolean =>
  (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b)

/**
 * Compares the answers in the form with those of the saved draft, question by question.
 * @param base the answers in the form when both were last equal
 * @returns `taken`: what only another device changed; `differing`: the questions that both changed
 */
export function compare(
  mine: Answers,
  base: Answers,
  theirs: Answers,
): { readonly taken: Answers; readonly differing: string[] } {
  const changed = Object.keys(mine).filter((name) => name in theirs && !isEqual(mine[name], theirs[name]))
  const isMine = (name: string): boolean => !isEqual(mine[name], base[name])
  return {
    taken: Object.fromEntries(changed.flatMap((name) => (isMine(name) ? [] : [[name, theirs[name] ?? '']]))),
    differing: changed.filter((name) => isMine(name) && !isEqual(theirs[name], base[name])),
  }
}
