import { isEmail } from '../../../shared/mailbox.ts'

/** Domains of mailboxes that many applicants have. */
const common = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'rediffmail.com',
  'protonmail.com',
]

/** Domains that exist, one letter from a common one. */
const similar = ['mail.com', 'email.com', 'ymail.com', 'cloud.com', 'yahoo.co.id', 'yahoo.co.il']

/** Endings that no domain has, typed for `.com`. */
const noEnding = /\.(?:con|cmo|ocm|comm|vom|xom)$/

/** Whether one letter added, left out or replaced, or two letters that change places, make one text of the other. The texts differ. */
function isOneSlip(a: string, b: string): boolean {
  if (a.length > b.length) return isOneSlip(b, a)
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1)
  return (
    a.slice(at + 1) === b.slice(at + 1) || (a.slice(at + 2) === b.slice(at + 2) && a[at] === b[at + 1] && a[at + 1] === b[at])
  )
}

/** The address that was probably meant; undefined if `typed` is none, or has no mistake that we know. */
export function likelyAddress(typed: string): string | undefined {
  if (!isEmail(typed)) return undefined
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at).toLowerCase()
  if (common.includes(domain) || similar.includes(domain)) return undefined
  const likely = common.find((correct) => isOneSlip(domain, correct)) ?? domain.replace(noEnding, '.com')
  return likely === domain ? undefined : typed.slice(0, at) + likely
}
