import { type Form, inOrder } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'
import { idFrom, newId } from '../../shared/ids.ts'
import type { Raw } from '../answers.ts'

/** A submission as it is sent, and as it is kept while it waits: it needs no definition any more. */
export interface Parcel {
  /** The idempotency key: however often the parcel is sent, it is stored once. */
  readonly key: string
  readonly formType: FormType
  /** The answers by name. Lists are joined by a comma and a space (specification, section 7.7). */
  readonly answers: Readonly<Record<string, string | File>>
  /** What goes beside the answers and is none: the notice that stood at the form, how the visitor came. */
  readonly beside?: Readonly<Partial<Record<'notice' | 'origin', string>>>
}

/** Packs raw answers: every field of the form has one, blank where nothing was said. */
export function pack(form: Form, key: string, raw: Raw): Parcel {
  const answers: Record<string, string | File> = {}
  for (const [name] of inOrder(form)) {
    const value = raw[name]
    answers[name] = value instanceof File ? value : Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  return { key, formType: form.type, answers }
}

/** The body: multipart where there is a file, else JSON. */
export function bodyOf({ key, formType, answers, beside = {} }: Parcel): FormData | string {
  const all = Object.entries<string | File | undefined>({ ...beside, ...answers })
  const said = all.filter((entry): entry is [string, string | File] => entry[1] !== undefined)
  if (!said.some(([, value]) => value instanceof File)) return JSON.stringify({ formType, ...Object.fromEntries(said) })
  const body = new FormData()
  body.append('formType', formType)
  body.append('idempotencyKey', key)
  for (const [name, value] of said) body.append(name, value)
  return body
}

/**
 * An idempotency key. A browser whose `crypto` fails gives one from `Math.random`: a key must not be used twice, but it is no secret.
 */
export function newKey(): string {
  const now = new Date(Math.max(0, Date.now()))
  try {
    return newId(now)
  } catch {
    return idFrom(
      now,
      Uint8Array.from({ length: 16 }, () => Math.random() * 256),
    )
  }
}
