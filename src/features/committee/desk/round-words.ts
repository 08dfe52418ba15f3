// Not in committee.ts, which the list loads with its rows.
import { readEmail } from '../../../forms/fields/email.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import type { CommitteeReviewRecord } from '../api.ts'
import type { CommitteeSummary } from '../rules.ts'

/** A word with the end of an address, such as `meera.example.in`. */
const isLikeAddress = (word: string): boolean => word.includes('@') || /^[a-z0-9._-]+\.[a-z]{2,}$/.test(word)

/**
 * The people that were typed, one on each line: `Meera Iyer, meera@example.in`, `Meera Iyer <meera@example.in>`, or a name alone. The fault is the first line
 * with something in the place of an address that is none, which would become a part of the name.
 */
export function peopleIn(text: string): Result<readonly { readonly name: string; readonly email: string }[], string> {
  const people: { name: string; email: string }[] = []
  for (const line of text.split('\n')) {
    const words = line.split(/[\s,;<>]/).filter(Boolean)
    const email = words.find((word) => word.includes('@')) ?? ''
    const nameWords = words.filter((word) => word !== email)
    const isAddress = email === '' ? !/[,;<>]/.test(line) : readEmail(email) !== undefined
    if (!isAddress || nameWords.some(isLikeAddress)) return fail(line.trim())
    if (words.length > 0) people.push({ name: nameWords.join(' ') || email, email })
  }
  return ok(people)
}

/** `4.3 of 5, from 3 to 5, 4 scores`; empty without a score. */
export const summaryWords = ({ mean, low, high, scored }: CommitteeSummary): string => {
  if (mean === null) return ''
  if (scored === 1) return `${mean} of 5, one score`
  return `${mean.toFixed(1)} of 5, ${low === high ? `all ${low}` : `from ${low} to ${high}`}, ${scored} scores`
}

/** What a member did with an application. */
export const reviewWords = ({ score, conflict }: Pick<CommitteeReviewRecord, 'score' | 'conflict'>): string => {
  if (conflict) return 'conflict of interest'
  return score === null ? 'opened, no score' : `${score} of 5`
}
