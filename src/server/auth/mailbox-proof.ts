import { day } from '../../shared/dates.ts'
import { newId } from '../../shared/ids.ts'
import type { KeyedHash } from '../hashes.ts'
import { sameHash } from './secrets.ts'

/** How long a mailbox proof is valid. */
const proofLife = day

/** Encodes hexadecimal digits as letters: only the passcode in the mail may look like a passcode. */
const toLetters = (hex: string): string =>
  hex.replace(/[0-9a-f]/g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)))
const toHex = (letters: string): string => letters.replace(/[a-p]/g, (letter) => 'abcdefghijklmnop'.indexOf(letter).toString(16))

const signature = (keyedHash: KeyedHash, email: string, id: string): string =>
  keyedHash('mailbox proof', email.toLowerCase(), id).slice(0, 32)

/**
 * The mailbox proof in the link of a passcode mail: 64 small letters. It does not sign anybody in. A browser that presents it has access to the
 * admin's mailbox, so its requests for passcodes and its tries have a separate budget, which strangers cannot use up.
 */
export function mailboxProof(keyedHash: KeyedHash, email: string, now: Date): string {
  const id = newId(now).replaceAll('-', '')
  return toLetters(id + signature(keyedHash, email, id))
}

/** The owner of a proof's budget; undefined when the proof is invalid, for another address, or more than a day old. */
export function proofOwner(keyedHash: KeyedHash, email: string, proof: unknown, now: Date): string | undefined {
  if (typeof proof !== 'string' || !/^[a-p]{64}$/.test(proof)) return undefined
  const hex = toHex(proof)
  const id = hex.slice(0, 32)
  const signed = hex.slice(32)
  // The first twelve digits of an id are its time in milliseconds.
  const age = now.getTime() - Number.parseInt(id.slice(0, 12), 16)
  return age < proofLife && sameHash(signature(keyedHash, email, id), signed) ? `mailbox:${id}` : undefined
}
