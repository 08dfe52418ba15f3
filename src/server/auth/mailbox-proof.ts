import { day } from '../../shared/dates.ts'
import { newId } from '../../shared/ids.ts'
import type { KeyedHash } from '../hashes.ts'
import { sameHash } from './secrets.ts'

/** How long a mail proves that its reader has the mailbox. */
const proofLife = day

/** Hexadecimal digits as letters: nothing in the mail but the code may look like a code. */
const toLetters = (hex: string): string =>
  hex.replace(/[0-9a-f]/g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)))
const toHex = (letters: string): string => letters.replace(/[a-p]/g, (letter) => 'abcdefghijklmnop'.indexOf(letter).toString(16))

const signature = (keyedHash: KeyedHash, email: string, id: string): string =>
  keyedHash('mailbox proof', email.toLowerCase(), id).slice(0, 32)

/**
 * What each passcode mail has in a link. It opens nothing: a browser that shows it has read the admin's mail, so it gets passcodes, and tries, from a
 * budget of its own, which strangers cannot use up. 64 small letters.
 */
export function mailboxProof(keyedHash: KeyedHash, email: string, now: Date): string {
  const id = newId(now).replaceAll('-', '')
  return toLetters(id + signature(keyedHash, email, id))
}

/** The owner of the budget that a proof gives; undefined when it is no proof of ours for this address, or a day old. */
export function proofOwner(keyedHash: KeyedHash, email: string, proof: unknown, now: Date): string | undefined {
  if (typeof proof !== 'string' || !/^[a-p]{64}$/.test(proof)) return undefined
  const [id, signed] = [toHex(proof).slice(0, 32), toHex(proof).slice(32)]
  // the first twelve digits of an id are its moment
  const age = now.getTime() - Number.parseInt(id.slice(0, 12), 16)
  return age < proofLife && sameHash(signature(keyedHash, email, id), signed) ? `mailbox:${id}` : undefined
}
