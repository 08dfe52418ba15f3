import { type Form, inOrder } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'
import { idFrom, withSeedOf } from '../../shared/ids.ts'
import type { Raw } from '../answers.ts'
import type { Signs } from './form-token.ts'

/** A submission as it is sent and as the delivery queue stores it. Sending it does not need the form's definition. */
export interface SubmissionPayload {
  /** The idempotency key. With it, the server stores a repeated submission once. */
  readonly key: string
  readonly formType: FormType
  /** The answers by name. Lists are joined by a comma and a space (specification, section 7.7). */
  readonly answers: Readonly<Record<string, string | File>>
  /** Metadata of the submission: the versions of the privacy notice and of the form, the origin, the signs. Devices store queued submissions with this property name, so it stays. */
  readonly beside?: Readonly<Partial<Record<'notice' | 'formVersion' | 'origin' | 'language', string | undefined>>> & Signs
}

/** The payload of raw answers. Every field of the form has a value; unanswered ones are blank. */
export function toPayload(form: Form, key: string, raw: Raw, metadata?: SubmissionPayload['beside']): SubmissionPayload {
  const answers: Record<string, string | File> = {}
  for (const [name] of inOrder(form)) {
    const value = raw[name]
    answers[name] = value instanceof File ? value : Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  return { key, formType: form.type, answers, beside: metadata }
}

/** The request body: multipart if there is a file, otherwise JSON. */
export function bodyOf({ key, formType, answers, beside: metadata = {} }: SubmissionPayload): FormData | string {
  const entries = Object.entries<string | File | undefined>({ ...metadata, ...answers })
  const present = entries.filter((entry): entry is [string, string | File] => entry[1] !== undefined)
  if (!present.some(([, value]) => value instanceof File)) return JSON.stringify({ formType, ...Object.fromEntries(present) })
  const body = new FormData()
  body.append('formType', formType)
  body.append('idempotencyKey', key)
  for (const [name, value] of present) body.append(name, value)
  return body
}

// `newId` would bring its buffer of random bytes, which only a server needs.
function randomId(): string {
  const bytes = new Uint8Array(16)
  try {
    crypto.getRandomValues(bytes)
  } catch {
    bytes.set(Array.from(bytes, () => Math.random() * 256))
  }
  return idFrom(new Date(Math.max(0, Date.now())), bytes)
}

/**
 * A new idempotency key, with the kolam of an earlier `key` of the same draft. If `crypto` fails, it uses `Math.random`: a key must be unique, but it
 * is no secret.
 */
export const newKey = (key?: string): string => withSeedOf(key, randomId())

/**
 * A hash of answers (cyrb53 over their JSON; a file counts by name, size and date). It shows whether a key was already used for other answers,
 * which the server would refuse. It is stored with the draft, so it is a hash and not the JSON, which would contain answers that the visitor
 * has deleted. It is not cryptographically strong.
 */
export function fingerprint(answers: SubmissionPayload['answers']): string {
  const text = JSON.stringify(answers, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
