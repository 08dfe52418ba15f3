import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute, second } from '../../shared/dates.ts'
import { isObject } from '../../shared/json.ts'
import { isEmail } from '../../shared/mailbox.ts'

/** The headers of a signed event (svix.com, as Resend sends it). */
interface Signature {
  readonly id: string | undefined
  /** Seconds since 1970. */
  readonly timestamp: string | undefined
  /** One or more, with a space between them: `v1,<base64>`. */
  readonly signatures: string | undefined
}

/** By how much the clocks may differ. A copy of an event that is sent again later is refused. */
const tolerance = 5 * minute

/** Whether an event was signed with the secret within the last minutes. @param secret such as `whsec_…` */
export function isSigned(secret: string, { id, timestamp, signatures }: Signature, body: Uint8Array, now: Date): boolean {
  if (id === undefined || timestamp === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Number(timestamp) * second - now.getTime()) > tolerance) return false
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest()
  return signatures
    .split(' ')
    .slice(0, 10)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected))
}

/** What happened to a letter. */
export interface MailEvent {
  readonly kind: 'bounce' | 'complaint' | 'delivered'
  readonly at: Date
  readonly to: readonly string[]
  readonly reason: string
}

const kinds: Readonly<Record<string, MailEvent['kind']>> = {
  'email.bounced': 'bounce',
  'email.suppressed': 'bounce',
  'email.complained': 'complaint',
  'email.delivered': 'delivered',
}

/** The words of a mail server, on one line. */
const line = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, 300)
        .toWellFormed()
    : ''

/** Reads an event; undefined for one that says nothing about an address. */
export function readEvent(bytes: Uint8Array): MailEvent | undefined {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
  if (!isObject(body) || !isObject(body.data) || typeof body.type !== 'string') return undefined
  const { to, bounce } = body.data
  const kind = Object.hasOwn(kinds, body.type) ? kinds[body.type] : undefined
  const at = new Date(typeof body.created_at === 'string' ? body.created_at : Number.NaN)
  const addresses = (Array.isArray(to) ? to : [to]).filter((each) => typeof each === 'string' && isEmail(each)).slice(0, 10)
  if (kind === undefined || Number.isNaN(at.getTime()) || addresses.length === 0) return undefined
  return { kind, at, to: addresses, reason: isObject(bounce) ? line(bounce.message) : '' }
}
