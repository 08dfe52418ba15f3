import { fail, ok } from '../../shared/result.ts'
import { translate } from '../../shared/translate.ts'
import type { Field, FileAnswer } from '../form.ts'
import { type FieldSettings, toWellFormed } from './text.ts'

export interface FileField extends Field<FileAnswer | null> {
  readonly kind: 'file'
  /** Accepted file extensions, with the dot. */
  readonly accept: readonly string[]
  /** The maximum size in bytes. */
  readonly maxSize: number
}

export const isFileField = (field: Field): field is FileField => field.kind === 'file'

const isFileAnswer = (raw: unknown): raw is FileAnswer =>
  typeof raw === 'object' &&
  raw !== null &&
  typeof (raw as FileAnswer).name === 'string' &&
  Number.isSafeInteger((raw as FileAnswer).size) &&
  (raw as FileAnswer).size >= 0 &&
  typeof (raw as FileAnswer).type === 'string'

/** The maximum length of a file name in characters. Common file systems allow 255 bytes. */
const maxNameLength = 120

/**
 * A file's name without the folders that some browsers put before it, without characters that cannot be stored, break lines or change the text
 * direction (`cv\u202Efdp.exe` looks like a PDF), and cut to a length that can be saved.
 */
export function plainName(name: string): string {
  const own = toWellFormed(name)
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .trim()
  const characters = [...own]
  if (characters.length <= maxNameLength) return own
  const ending = /\.[^.]{1,8}$/.exec(own)?.[0] ?? ''
  return (
    characters
      .slice(0, maxNameLength - ending.length)
      .join('')
      .trimEnd() + ending
  )
}

/** Whether a file's name has an extension. Some programs and phones give none. */
export const hasExtension = (name: string): boolean => /\.[^.\s]{1,8}$/.test(name)

/** A file with one of the extensions in `accept` or without one, of at most `maxMB` megabytes. The server also checks its bytes. */
export const file = (
  label: string,
  { accept, maxMB, required = true, ...settings }: FieldSettings & { readonly accept: readonly string[]; readonly maxMB: number },
): FileField => {
  // Word writes RTF too. The hint of the specification does not name it.
  const taken = accept.includes('.doc') ? [...accept, '.rtf'] : accept
  const kinds = accept.map((ending) => ending.slice(1).toUpperCase()).join(', ')
  return {
    kind: 'file',
    label,
    required,
    accept,
    maxSize: maxMB * 1024 * 1024,
    ...settings,
    blank: null,
    isBlank: (value) => value === null,
    parse: (raw) => {
      if (raw === undefined || raw === null || raw === '') return ok(null)
      if (!isFileAnswer(raw)) return fail(translate`${label} must be a file`)
      if (raw.name === '' && raw.size === 0) return ok(null)
      const name = plainName(raw.name)
      if (name === '' || (hasExtension(name) && !taken.some((ending) => name.toLowerCase().endsWith(ending))))
        return fail(translate`${label} must be one of ${kinds}`)
      if (raw.size === 0) return fail(translate`${label} is an empty file`)
      if (raw.size > maxMB * 1024 * 1024) return fail(translate`${label} can be ${maxMB} MB at most`)
      return ok({ name, size: raw.size, type: raw.type, ...(raw.scanned === true && { scanned: true as const }) })
    },
    format: (value) => value?.name ?? '',
    wire: (value) => value?.name ?? '',
  }
}
