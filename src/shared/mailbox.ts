import { cleanCode } from './clean.ts'

// A domain has two forms: with `xn--` labels for machines, such as mail servers and keys, and with its own letters for people. Browsers send either.

const asciiLine = /^[\x21-\x7e]+$/
/** Characters with which a domain would become another part of a URL, or be decoded. */
const noDomain = /[\s/?#@:\\%[\]]/

/** The form of a domain for machines, in lower case; undefined if it has none. */
function machineDomain(domain: string): string | undefined {
  if (asciiLine.test(domain)) return domain.toLowerCase()
  if (noDomain.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** Whether a domain in its form for machines is at least two names of letters, digits and hyphens. */
const isHost = (machine: string): boolean => {
  const labels = machine.split('.')
  return labels.length > 1 && labels.every((label) => label.length < 64 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))
}

/** Signs such as quotation marks, which no domain has, although some have a form for machines. The excepted ones are in names of domains. */
const noLetter = /(?![.\-·・׳״])[\p{P}\p{Cf}]/u

/** Decodes a label of a domain after `xn--` (RFC 3492). A library would be a kilobyte of every page with a form. @throws RangeError */
function decodeLabel(label: string): string {
  const begin = label.lastIndexOf('-')
  const letters = [...label.slice(0, Math.max(0, begin))]
  let code = 128
  let bias = 72
  let at = begin + 1
  for (let i = 0; at < label.length; i += 1) {
    const before = i
    for (let [weight, k] = [1, 36]; ; k += 36) {
      if (at >= label.length) throw new RangeError('The label ends too early')
      const unit = label.charCodeAt(at)
      at += 1
      const digit = unit - (unit < 97 ? 22 : 97)
      i += digit * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const count = letters.length + 1
    let delta = Math.floor((i - before) / (before === 0 ? 700 : 2))
    delta += Math.floor(delta / count)
    bias = 0
    for (; delta > 455; bias += 36) delta = Math.floor(delta / 35)
    bias += Math.floor((36 * delta) / (delta + 38))
    code += Math.floor(i / count)
    i %= count
    letters.splice(i, 0, String.fromCodePoint(code))
  }
  return letters.join('')
}

/** The form of a domain for people: its own letters, if they lead to the same domain. */
function readableDomain(domain: string): string {
  const machine = machineDomain(domain) ?? domain
  if (!/(?:^|\.)xn--/.test(machine)) return asciiLine.test(domain) ? domain : machine
  try {
    const readable = machine.replace(/(^|\.)xn--([a-z0-9-]+)/g, (_, dot: string, label: string) => dot + decodeLabel(label))
    return machineDomain(readable) === machine ? readable : machine
  } catch {
    return machine
  }
}

function parts(typed: string): readonly [string, string | undefined] {
  const address = cleanCode(typed)
    .replace(/^mailto:\s*([^?]*).*$/is, '$1')
    .replace('\uff20', '@')
    .normalize('NFC')
  const at = address.lastIndexOf('@')
  return at < 0 ? [address, undefined] : [address.slice(0, at), address.slice(at + 1)]
}

/** An address as it is stored and shown: cleaned, and its domain in the form for people. */
export function readableAddress(typed: string): string {
  const [local, domain] = parts(typed)
  return domain === undefined ? local : `${local}@${readableDomain(domain)}`
}

/** An address to which mail is sent, with its domain in the form for machines; undefined if it has none. */
export function machineAddress(address: string): string | undefined {
  const [local, domain] = parts(address)
  const machine = domain === undefined ? undefined : machineDomain(domain)
  return machine === undefined ? undefined : `${local}@${machine}`
}

/** The mailbox key: equal for every spelling of one address, in any case, with its domain in either form. */
export function mailboxKey(address: string): string {
  const [local, domain] = parts(address)
  const name = local.toLowerCase().normalize('NFC')
  return domain === undefined ? name : `${name}@${machineDomain(domain) ?? domain.toLowerCase()}`
}

/**
 * Whether a text is an address: the specification's "simple email pattern", some text, an at sign, names joined by dots. The text has no spaces, no invisible
 * characters, and no characters that separate addresses in a mail header; what is behind the at sign is a domain.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
  const isLocal = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+$/u.test(local)
  return text.length <= 254 && isLocal && !noLetter.test(domain) && isHost(machineDomain(domain) ?? '')
}

/** A masked address, which only its owner recognises: `n•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')
