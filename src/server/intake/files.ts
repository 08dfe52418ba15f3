import { type FileAnswer, type FileField, isFileField } from '../../forms/fields/file.ts'
import type { Form } from '../../forms/form.ts'
import { sha256 } from '../hashes.ts'
import type { Body } from '../http/body.ts'
import type { StoredFile } from '../storage/applications-port.ts'
import { hasWordStream, isOfficePackage, zipNames } from './document-kind.ts'
import type { Scan } from './scan.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Name endings that are taken, and for each the media type that it is kept and handed out as. */
const kinds = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': word,
  '.pptx': slides,
} as const

/** What the recogniser calls the content of each: the old Word format is a compound file, and a bare package of Word or PowerPoint may pass for a plain zip. */
const contents: Readonly<Record<keyof typeof kinds, readonly string[]>> = {
  '.pdf': ['application/pdf'],
  '.doc': ['application/x-cfb', 'application/msword'],
  '.docx': [word, 'application/zip'],
  '.pptx': [slides, 'application/zip'],
}

/** The media type of a document, when its bytes are what its name says; undefined when they are not. */
export async function documentType(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const ending = (Object.keys(kinds) as (keyof typeof kinds)[]).find((candidate) => name.toLowerCase().endsWith(candidate))
  if (ending === undefined) return undefined
  const { fileTypeFromBuffer } = await import('file-type')
  const recognised = await fileTypeFromBuffer(bytes).catch(() => undefined)
  // some programs write a line or a byte order mark before a PDF's head, and every reader looks for it in the first kilobyte
  if (recognised === undefined && ending === '.pdf' && Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-'))
    return kinds[ending]
  if (recognised === undefined || !contents[ending].includes(recognised.mime)) return undefined
  if (ending === '.doc' && !hasWordStream(bytes)) return undefined
  if (ending === '.docx' && !isOfficePackage(zipNames(bytes) ?? [], 'word')) return undefined
  if (ending === '.pptx' && !isOfficePackage(zipNames(bytes) ?? [], 'slides')) return undefined
  return kinds[ending]
}

/** The files of a submission, looked at. */
export interface CheckedFiles {
  /** What stands for each file in the answers. */
  readonly answers: Readonly<Record<string, FileAnswer>>
  readonly files: readonly StoredFile[]
  /** By field, equal for equal bytes only. */
  readonly hashes: Readonly<Record<string, string>>
  /** What is wrong with a file, by field; and whether it is too large, or of another kind than may be sent. */
  readonly faults: Readonly<Record<string, string>>
  readonly status: 413 | 422 | undefined
}

/** Looks at the files that came for a form's file fields: their names, sizes and what their bytes really are. */
export async function checkFiles(form: Pick<Form, 'fields'>, sent: Body['files'], scan?: Scan): Promise<CheckedFiles> {
  const answers: Record<string, FileAnswer> = {}
  const files: StoredFile[] = []
  const hashes: Record<string, string> = {}
  const faults: Record<string, string> = {}
  let status: CheckedFiles['status']
  const fields = Object.entries(form.fields).filter((entry): entry is [string, FileField] => isFileField(entry[1]))
  for (const [field, definition] of fields) {
    const file = sent.get(field)
    if (file === undefined) continue
    const { bytes } = file
    const parsed = definition.parse({ name: file.name, size: bytes.byteLength, type: file.type })
    if (!parsed.ok) {
      faults[field] = parsed.fault
      if (bytes.byteLength > definition.maxSize) status = 413
      else if (bytes.byteLength > 0) status ??= 422
      continue
    }
    if (parsed.value === null) continue
    const { name } = parsed.value
    const type = await documentType(name, bytes)
    if (type === undefined) {
      faults[field] = `${definition.label} is not the kind of file that its name says`
      status ??= 422
      continue
    }
    const verdict = await scan?.(bytes)
    if (verdict === 'infected') {
      faults[field] = `${definition.label} contains something that a virus scanner refuses`
      status ??= 422
      continue
    }
    answers[field] = { name, size: bytes.byteLength, type, ...(verdict === 'clean' && { scanned: true as const }) }
    files.push({ field, name, type, bytes })
    hashes[field] = sha256(bytes)
  }
  return { answers, files, hashes, faults, status }
}
