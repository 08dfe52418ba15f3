import { honeypotField, quarantineReasons, type TokenUse, tokenField, writtenText } from '../../applications/quarantine.ts'
import { applicant } from '../../forms/views/applicant.ts'
import { second } from '../../shared/dates.ts'
import { idTime, isId, newId } from '../../shared/ids.ts'
import { type KeyedHash, sha256 } from '../crypto/hashes.ts'
import { type HeaderOf, isSameOrigin } from '../http/guards.ts'
import type { Sender, Suspect } from './port.ts'
import { RecentSubmissions } from './recent.ts'

/** Reads the sender from the headers. Every browser that we support sends `Origin` with a post. */
export function senderOf(header: HeaderOf, ip: string, publicUrl: string): Sender {
  const origin = header('origin')
  const isOurs = isSameOrigin(header, publicUrl)
  return {
    ip,
    ownPage: origin !== undefined && isOurs,
    // A browser that hides the origin sends `null`.
    foreign: !isOurs && origin !== 'null',
    program: origin === undefined || header('user-agent')?.startsWith('Mozilla/5.0') !== true,
  }
}

/** A person takes longer than this to fill in a form. */
const minFillMs = 3 * second
/** How many submissions one page may send with its token: repeats, and others after the first. */
const maxTokenUses = 5

const macOf = (keyedHash: KeyedHash, id: string): string => keyedHash('form token', id).slice(0, 32)

/** A token for a page with a form: an id, which holds its time, and the HMAC of the id. Nothing is stored. */
export function makeFormToken(keyedHash: KeyedHash, now: Date): string {
  const id = newId(now)
  return `${id}.${macOf(keyedHash, id)}`
}

/** Judges submissions with the memory of this process of the last hour. */
export function createSuspicion(keyedHash: KeyedHash): Suspect {
  const recent = new RecentSubmissions()
  const tokenUse = (token: unknown, now: Date): TokenUse => {
    const [id = '', mac] = typeof token === 'string' ? token.split('.', 2) : []
    if (!isId(id) || mac !== macOf(keyedHash, id)) return 'none'
    if (recent.noteToken(id, now) >= maxTokenUses) return 'reused'
    return now.getTime() - idTime(id) < minFillMs ? 'quick' : 'fresh'
  }
  return ({ form, raw, idempotencyKey }, answers, { ip, foreign, program, speed }, now) => {
    const text = writtenText(form, answers)
    const { email } = applicant(form, answers)
    // With the content: the key alone would hide other texts that are sent with it.
    const id = idempotencyKey === undefined ? undefined : sha256(JSON.stringify([idempotencyKey, text, email]))
    const traces = recent.once(id, now, () => ({ token: tokenUse(raw[tokenField], now), copies: recent.noteText(ip, text, now) }))
    const trap = typeof raw[honeypotField] === 'string' && raw[honeypotField].trim() !== ''
    return quarantineReasons(form, answers, { trap, program, foreign, speed, ...traces })
  }
}
