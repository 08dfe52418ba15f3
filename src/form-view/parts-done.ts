import { type Form, isRequired } from '../forms/form.ts'
import { isBlankRaw, isShown, type Raw } from './answers.ts'

/** How the parts of a form stand: which are asked at all, and which have all that they need. */
export interface PartsDone {
  /** The part at hand. */
  readonly current: number
  readonly done: readonly boolean[]
  readonly asked: readonly boolean[]
}

/** A part is done when what it needs is answered, and anything at all is. */
export function partsDone(form: Form, raw: Raw, current: number): PartsDone {
  const parts = form.sections.map((section) => {
    const shown = section.fields.flatMap((name) => {
      const field = form.fields[name]
      return field !== undefined && isShown(field, raw) ? [{ field, blank: isBlankRaw(raw[name]) }] : []
    })
    return {
      asked: shown.length > 0,
      done: shown.some(({ blank }) => !blank) && shown.every(({ field, blank }) => !blank || !isRequired(field, raw)),
    }
  })
  return { current, done: parts.map(({ done }) => done), asked: parts.map(({ asked }) => asked) }
}

/** The characters of long answers, where that is worth saying: near the limit, or past it. */
export const worthCounting = (count: number, limit: number): boolean => count >= limit * (limit <= 2_000 ? 0.5 : 0.75)
