import type { SubmissionPayload } from '../delivery/payload.ts'

/**
 * A hash of answers (cyrb53 over their JSON; a file counts by name, size and date). It shows whether a key was used for other answers,
 * which the server would refuse. A hash and not the JSON itself: it is stored with the draft, and must not keep answers that the visitor
 * has deleted. It has no cryptographic strength.
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
