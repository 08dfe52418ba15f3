import { type FileAnswer, type FileField, isFileField } from '../../forms/fields/file.ts'
import type { Form } from '../../forms/form.ts'
import { sha256 } from '../hashes.ts'
import type { Body } from '../http/body.ts'
import type { StoredFile } from '../storage/applications-port.ts'
import { hasWordStream, isOfficePackage, zipNames } from './document-kind.ts'
import type { Scan } from './scan.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** The accepted extensions, each with the media type under which the file is stored and served. */
const mediaTypes = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': word,
  '.pptx': slides,
} as const

/**
 * The types that `file-type` detects for each extension. The old Word format is a compound file; a minimal Word or PowerPoint package may be
 * detected as a plain zip.
 */
const detectedTypes: Readonly<Record<keyof typeof mediaTypes, readonly string[]>> = {
  '.pdf': ['application/pdf'],
  '.doc': ['application/x-cfb', 'application/msword'],
  '.docx': [word, 'application/zip'],
  '.pptx': [slides, 'application/zip'],
}

/** The media type of a document; undefined when its content does not match its extension, or the extension is not accepted. */
export async function documentType(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const extensions = Object.keys(mediaTypes) as (keyof typeof mediaTypes)[]
  const extension = extensions.find((candidate) => name.toLowerCase().endsWith(candidate))
  if (extension === undefined) return undefined
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  // Some programs write a line or a byte order mark before a PDF's header; PDF readers search the first kilobyte for it.
  if (detected === undefined && extension === '.pdf' && Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-'))
    return mediaTypes[extension]
  if (detected === undefined || !detectedTypes[extension].includes(detected.mime)) return undefined
  if (extension === '.doc' && !hasWordStream(bytes)) return undefined
  if (extension === '.docx' && !isOfficePackage(zipNames(bytes) ?? [], 'word')) return undefined
  if (extension === '.pptx' && !isOfficePackage(zipNames(bytes) ?? [], 'slides')) return undefined
  return mediaTypes[extension]
}

/** The result of checking the files of a submission. */
interface CheckedFiles {
  /** The answers of the file fields. */
  readonly answers: Readonly<Record<string, FileAnswer>>
  readonly files: readonly StoredFile[]
  /** SHA-256 by field. */
  readonly hashes: Readonly<Record<string, string>>
  /** By field. */
  readonly faults: Readonly<Record<string, string>>
  /** Of the response when a file has a fault: 413 when one is too large, otherwise 422. */
  readonly status: 413 | 422 | undefined
}

/** Checks the files that were sent for a form's file fields: names, sizes and content. */
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
