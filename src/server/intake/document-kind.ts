import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { needsPassword } from './pdf-password.ts'

/** The documents that are accepted, by what they contain. */
export type DocumentKind = 'pdf' | 'doc' | 'docx' | 'rtf' | 'pptx'

/** What a file is; or what is wrong with it, completing the sentence "Resume …". */
type Recognised = { readonly kind: DocumentKind } | { readonly fault: string }

const faults = {
  password: 'has a password, without which nobody can open it: remove the password, and send it again',
  damaged: 'is damaged or incomplete, and nobody can open it: open the original, save it again as PDF, and send that',
  macros: 'contains macros: save it as PDF, and send that',
  program: 'contains a program: save the document alone as PDF, and send that',
} as const

/** The fault of a document of a kind that is not accepted. */
const otherKind = (what: string): Recognised => ({ fault: `is ${what}: open it, save it as PDF, and send that` })

const oldWord = (bytes: Buffer): number | undefined => {
  const name = Buffer.from('WordDocument\0', 'utf16le')
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
    if (at % entryBytes === 0 && bytes[at + 66] === streamType) return at
  return undefined
}

/** The size of an entry in the directory of a compound file, and the type of an entry that is a stream. */
const entryBytes = 128
const streamType = 2

const hasStream = (bytes: Buffer, name: string): boolean => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'))

/** The kind of a compound file: an old Word document, or a new one with a password. Worksheets, installers and messages are compound files too. */
function ofCompound(bytes: Buffer): Recognised {
  if (hasStream(bytes, 'EncryptedPackage')) return { fault: faults.password }
  const entry = oldWord(bytes)
  if (entry === undefined) {
    if (hasStream(bytes, 'Workbook')) return otherKind('an Excel workbook')
    if (hasStream(bytes, 'PowerPoint Document')) return otherKind('an old PowerPoint file')
    return otherKind('not a document that we can take')
  }
  // The information block begins with a signature; a bit in it says that the text is encrypted.
  const sector = entry + 120 <= bytes.length ? bytes.readUInt32LE(entry + 116) : 0
  const start = (sector + 1) * 512
  const isRead = start + 12 <= bytes.length && bytes.readUInt16LE(start) === 0xa5ec
  return isRead && (bytes.readUInt16LE(start + 10) & 0x0100) !== 0 ? { fault: faults.password } : { kind: 'doc' }
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The size of a zip's end record with the longest comment. */
const maxEndBytes = 22 + 0xffff
const maxEntries = 10_000

/** A file in a zip. */
interface Entry {
  readonly name: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly checksum: number
  /** Of its compressed bytes. */
  readonly size: number
  readonly at: number
}

/** The directory of a zip; undefined when it has no valid one. */
function directoryOf(file: Buffer): readonly Entry[] | undefined {
  for (let end = file.length - 22; end >= Math.max(0, file.length - maxEndBytes); end -= 1) {
    if (file.readUInt32LE(end) !== endSignature) continue
    const count = file.readUInt16LE(end + 10)
    const entries: Entry[] = []
    let at = file.readUInt32LE(end + 16)
    while (entries.length < Math.min(count, maxEntries)) {
      if (at + 46 > end || file.readUInt32LE(at) !== entrySignature) return undefined
      const nameLength = file.readUInt16LE(at + 28)
      entries.push({
        name: file.toString('utf8', at + 46, at + 46 + nameLength),
        isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
        method: file.readUInt16LE(at + 10),
        checksum: file.readUInt32LE(at + 16),
        size: file.readUInt32LE(at + 20),
        at: file.readUInt32LE(at + 42),
      })
      at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
    return entries
  }
  return undefined
}

const inflate = promisify(inflateRaw)
/** At most this many bytes of one file in a zip are read. */
const maxPartBytes = 16 * 1024 * 1024

/** The bytes of a file in a zip; `damaged` when they cannot be read, `long` when they are more than are read. */
async function partOf(file: Buffer, { method, size, at, checksum }: Entry): Promise<Buffer | 'damaged' | 'long'> {
  if (at + 30 > file.length) return 'damaged'
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(start, start + size)
  if (packed.length < size) return 'damaged'
  try {
    const bytes = method === 0 ? packed : await inflate(packed, { maxOutputLength: maxPartBytes })
    return crc32(bytes) === checksum ? bytes : 'damaged'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'long' : 'damaged'
  }
}

const textOf = (part: Buffer | 'damaged' | 'long'): string => (typeof part === 'string' ? '' : part.toString('utf8'))

const program = /\.(exe|dll|scr|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|msi|lnk|jar)$/i
const macros = /vbaproject\.bin$/i
const mainParts = /^(?:word\/document|ppt\/presentation)\d*\.xml$/i

/** The name of a package's main part: where its relations say, or by the usual name. */
function mainPart(relations: string, names: readonly string[]): string | undefined {
  const relation = relations.match(/<[^<>]*\/officeDocument["'][^<>]*>/)?.[0] ?? ''
  const target = /\bTarget\s*=\s*["']\/?([^"']+)["']/.exec(relation)?.[1]
  const find = (name: string): string | undefined => names.find((each) => each.toLowerCase() === name.toLowerCase())
  return (target === undefined ? undefined : find(target)) ?? names.find((name) => mainParts.test(name))
}

/** The kind of a package by the type of its main part, or by its name. */
function ofPart(types: string, name: string): Recognised {
  const override = types.split('<').find((element) => element.toLowerCase().includes(`"/${name.toLowerCase()}"`)) ?? ''
  if (/macroEnabled/i.test(override)) return { fault: faults.macros }
  if (/wordprocessingml/.test(override)) return { kind: 'docx' }
  if (/presentationml/.test(override)) return { kind: 'pptx' }
  if (/spreadsheetml/.test(override) || /^xl\//i.test(name)) return otherKind('an Excel workbook')
  if (/^word\//i.test(name)) return { kind: 'docx' }
  return /^ppt\//i.test(name) ? { kind: 'pptx' } : otherKind('not a document that we can take')
}

/** What a zip without the parts of an Office document is. */
async function ofOtherZip(file: Buffer, entries: readonly Entry[]): Promise<Recognised> {
  const type = entries.find(({ name }) => name === 'mimetype')
  if (type !== undefined && /opendocument/.test(textOf(await partOf(file, type)))) return otherKind('an OpenDocument file')
  if (entries.some(({ name }) => /^Index\/.*\.iwa$|^Index\.zip$/.test(name))) return otherKind('an Apple Pages file')
  return { fault: 'is a ZIP archive: send the document itself, as PDF' }
}

async function ofZip(file: Buffer): Promise<Recognised> {
  const entries = directoryOf(file)
  if (entries === undefined) return { fault: faults.damaged }
  const names = entries.map(({ name }) => name)
  if (names.some((name) => macros.test(name))) return { fault: faults.macros }
  if (names.some((name) => program.test(name))) return { fault: faults.program }
  const read = async (name: string): Promise<string> => {
    const entry = entries.find((each) => each.name.toLowerCase() === name)
    return entry === undefined ? '' : textOf(await partOf(file, entry))
  }
  const types = names.some((name) => name === '[Content_Types].xml') ? await read('[content_types].xml') : undefined
  const main = mainPart(await read('_rels/.rels'), names)
  const entry = entries.find(({ name }) => name === main)
  if (types === undefined || main === undefined || entry === undefined) return ofOtherZip(file, entries)
  if (entry.isEncrypted) return { fault: faults.password }
  return (await partOf(file, entry)) === 'damaged' ? { fault: faults.damaged } : ofPart(types, main)
}

function ofPdf(bytes: Buffer): Recognised {
  const text = bytes.toString('latin1')
  // Readers find the pages from the root, and rebuild all else.
  if (!text.includes('/Root') || !/\d\s+obj\b/.test(text)) return { fault: faults.damaged }
  return needsPassword(text) ? { fault: faults.password } : { kind: 'pdf' }
}

/** What a text is that somebody named like a document: pages and mail that job sites and Word save as `.doc`. */
function ofText(start: string): Recognised | undefined {
  if (/^(?:MIME-Version|From|Content-Type|Message-ID):/im.test(start.slice(0, 300))) return otherKind('a web archive or mail')
  if (/<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return otherKind('a web page')
  return undefined
}

/** Some programs write lines of a printer's language, or a byte order mark, before a PDF's header; readers search this many bytes for it. */
const pdfHeaderBytes = 1024

/** Loads the library that recognises other kinds of files. */
export const fileTypes = () => import('file-type')

/** Recognises a document by its bytes. */
export async function recognise(sent: Uint8Array): Promise<Recognised> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const start = bytes.toString('latin1', 0, pdfHeaderBytes)
  const { fileTypeFromBuffer } = await fileTypes()
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (start.startsWith('PK\x03\x04')) return ofZip(bytes)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return ofCompound(bytes)
  if (/^(?:\xef\xbb\xbf)?\s*\{\\rt/.test(start)) return { kind: 'rtf' }
  if (start.includes('%PDF-') && (detected === undefined || detected.ext === 'pdf')) return ofPdf(bytes)
  if (detected?.mime.startsWith('image/'))
    return { fault: `is a picture (${detected.ext.toUpperCase()}): put it into a document, save that as PDF, and send it` }
  if (detected !== undefined)
    return { fault: `is a file of another kind (${detected.ext.toUpperCase()}): save the document as PDF, and send that` }
  const isText = !start.includes('\0')
  return (isText ? ofText(start) : undefined) ?? otherKind(isText ? 'a plain text' : 'not a document that we can take')
}
