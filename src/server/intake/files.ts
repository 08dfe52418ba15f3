import { type FileField, hasExtension, isFileField } from '../../forms/fields/file.ts'
import type { FileAnswer, Form } from '../../forms/form.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { sha256 } from '../crypto/hashes.ts'
import type { StoredFile } from '../records/applications/port.ts'
import { type DocumentKind, recognise } from './document-kind.ts'
import { stripped } from './picture.ts'
import type { SentFiles } from './port.ts'
import type { Scan } from './scan.ts'

/** The media type under which a document of each kind is stored and served, and the extensions under which programs open it. */
const documents: Readonly<
  Record<DocumentKind, { readonly type: string; readonly endings: readonly string[]; readonly name: string }>
> = {
  pdf: { type: 'application/pdf', endings: ['.pdf'], name: untranslated`a PDF` },
  // Word opens its formats under each other's extension.
  doc: { type: 'application/msword', endings: ['.doc', '.docx', '.rtf'], name: untranslated`a Word document` },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['.docx', '.doc', '.rtf'],
    name: untranslated`a Word document`,
  },
  rtf: { type: 'application/rtf', endings: ['.rtf', '.doc', '.docx'], name: untranslated`an RTF document` },
  pptx: {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['.pptx'],
    name: untranslated`a PowerPoint presentation`,
  },
}

/**
 * A document's media type, and its name, which gets an extension if it has none; or what is wrong with it and what to do, completing the sentence "Resume …".
 * @param accept the extensions that the question takes
 */
export function checkDocument(
  name: string,
  bytes: Uint8Array,
  accept: readonly string[],
): { readonly type: string; readonly name: string } | { readonly fault: string } {
  const recognised = recognise(bytes)
  if ('fault' in recognised) return recognised
  const { type, endings, name: what } = documents[recognised.kind]
  if (hasExtension(name)) {
    if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return { type, name }
    return { fault: translate`is ${translate(what)}, but its name says something else: save it as PDF, and send that` }
  }
  const ending = endings.find((candidate) => accept.includes(candidate))
  return ending === undefined
    ? { fault: translate`is ${translate(what)}: save it as PDF, and send that` }
    : { type, name: name + ending }
}

/** A picture as `checkDocument` has a document, with the bytes that are stored: the picture alone. */
function checkPicture(
  name: string,
  sent: Uint8Array,
): { readonly type: string; readonly name: string; readonly bytes: Buffer<ArrayBuffer> } | { readonly fault: string } {
  const picture = stripped(sent)
  if ('fault' in picture) return picture
  const { type, endings, bytes } = picture
  const isNamed = endings.some((ending) => name.toLowerCase().endsWith(ending))
  return { type, name: isNamed ? name : `${name.replace(/\.[^.\s]{1,8}$/, '')}${endings[0]}`, bytes }
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
export async function checkFiles(form: Pick<Form, 'fields'>, sent: SentFiles, scan?: Scan): Promise<CheckedFiles> {
  const answers: Record<string, FileAnswer> = {}
  const files: StoredFile[] = []
  const hashes: Record<string, string> = {}
  const faults: Record<string, string> = {}
  let status: CheckedFiles['status']
  const fields = Object.entries(form.fields).filter((entry): entry is [string, FileField] => isFileField(entry[1]))
  for (const [field, definition] of fields) {
    const file = sent.get(field)
    if (file === undefined) continue
    const { byteLength: size } = file.bytes
    const parsed = definition.parse({ name: file.name, size, type: file.type })
    if (!parsed.ok) {
      faults[field] = parsed.fault
      if (size > definition.maxSize) status = 413
      else if (size > 0) status ??= 422
      continue
    }
    if (parsed.value === null) continue
    const document = definition.accept.includes('.png')
      ? checkPicture(parsed.value.name, file.bytes)
      : { ...checkDocument(parsed.value.name, file.bytes, definition.accept), bytes: file.bytes }
    if ('fault' in document) {
      faults[field] = `${definition.label} ${translate(document.fault)}`
      status ??= 422
      continue
    }
    const { type, name, bytes } = document
    const verdict = await scan?.(bytes)
    if (verdict === 'infected') {
      faults[field] = translate`${definition.label} contains something that a virus scanner refuses`
      status ??= 422
      continue
    }
    answers[field] = { name, size: bytes.byteLength, type, ...(verdict === 'clean' && { scanned: true as const }) }
    files.push({ field, name, type, bytes })
    hashes[field] = sha256(bytes)
  }
  return { answers, files, hashes, faults, status }
}
