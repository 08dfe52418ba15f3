import { fail, ok } from '../../shared/result.ts'
import type { Field } from '../form.ts'
import type { Asked } from './text.ts'

/** A file as the answers know it; its bytes are kept beside them. */
export interface FileAnswer {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Media type. */
  readonly type: string
}

export interface FileField extends Field<FileAnswer | null> {
  readonly kind: 'file'
  /** Name endings that are taken, with the dot. */
  readonly accept: readonly string[]
  /** Bytes, at most. */
  readonly maxSize: number
}

export const isFileField = (field: Field): field is FileField => field.kind === 'file'

const isFileAnswer = (raw: unknown): raw is FileAnswer =>
  typeof raw === 'object' &&
  raw !== null &&
  typeof (raw as FileAnswer).name === 'string' &&
  typeof (raw as FileAnswer).size === 'number' &&
  typeof (raw as FileAnswer).type === 'string'

/** A file of one of the kinds in `accept`, `maxMB` megabytes at most. What its bytes really are, the server looks at as well. */
export const file = (
  label: string,
  { accept, maxMB, required = true, ...asked }: Asked & { readonly accept: readonly string[]; readonly maxMB: number },
): FileField => {
  const kinds = accept.map((ending) => ending.slice(1).toUpperCase()).join(', ')
  return {
    kind: 'file',
    label,
    required,
    accept,
    maxSize: maxMB * 1024 * 1024,
    ...asked,
    blank: null,
    isBlank: (value) => value === null,
    parse: (raw) => {
      if (raw === undefined || raw === null || raw === '') return ok(null)
      if (!isFileAnswer(raw)) return fail(`${label} must be a file`)
      if (raw.name === '' && raw.size === 0) return ok(null)
      if (!accept.some((ending) => raw.name.toLowerCase().endsWith(ending))) return fail(`${label} must be one of ${kinds}`)
      if (raw.size === 0) return fail(`${label} is an empty file`)
      if (raw.size > maxMB * 1024 * 1024) return fail(`${label} can be ${maxMB} MB at most`)
      return ok({ name: raw.name, size: raw.size, type: raw.type })
    },
    format: (value) => value?.name ?? '',
  }
}
