import { translate, untranslated } from '../../shared/translate.ts'
/** The documents that are accepted, by what they contain. */
export type DocumentKind = 'pdf' | 'doc' | 'docx' | 'rtf' | 'pptx'

/** What a file is; or what is wrong with it, completing the sentence "Resume …". */
type Recognised = { readonly kind: DocumentKind } | { readonly fault: string }

const faults = {
  password: untranslated`has a password, without which nobody can open it: remove the password, and send it again`,
  damaged: untranslated`is damaged or incomplete, and nobody can open it: open the original, save it again as PDF, and send that`,
  macros: untranslated`contains macros: save it as PDF, and send that`,
  picture: untranslated`is a picture: put it into a document, save that as PDF, and send it`,
  archive: untranslated`is a ZIP archive: send the document itself, as PDF`,
} as const

/** The fault of a document of a kind that is not accepted. */
const otherKind = (what: string): Recognised => ({
  fault: translate`is ${translate(what)}: open it, save it as PDF, and send that`,
})

const unknown = (): Recognised => otherKind(translate`not a document that we can take`)

/** The information block with which the text of a Word 97 document begins, and a bit in it: the text is encrypted. */
const wordText = Buffer.from([0xec, 0xa5, 0xc1, 0x00])
const isEncryptedText = 0x01

/** The kind of a compound file: an old Word document, or a new one with a password. Worksheets, installers and messages are compound files too. */
function ofCompound(bytes: Buffer): Recognised {
  const hasStream = (name: string): boolean => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (hasStream('EncryptedPackage')) return { fault: faults.password }
  if (hasStream('Workbook')) return otherKind(translate`an Excel workbook`)
  if (hasStream('PowerPoint Document')) return otherKind(translate`an old PowerPoint file`)
  if (!hasStream('WordDocument')) return unknown()
  const text = bytes.indexOf(wordText)
  return text >= 0 && ((bytes[text + 11] ?? 0) & isEncryptedText) !== 0 ? { fault: faults.password } : { kind: 'doc' }
}

/** The size of a ZIP's end record with the longest comment. */
const maxEndBytes = 22 + 0xffff

/** The kind of a ZIP, by the names in it, which are never compressed. Nothing is unpacked. */
function ofZip(bytes: Buffer): Recognised {
  // A ZIP64 file has this record too.
  if (!bytes.subarray(-maxEndBytes).includes('PK\x05\x06')) return { fault: faults.damaged }
  if (!bytes.includes('[Content_Types].xml')) {
    if (bytes.subarray(0, 200).includes('opendocument')) return otherKind(translate`an OpenDocument file`)
    return bytes.includes('Index/Document.iwa') ? otherKind(translate`an Apple Pages file`) : { fault: faults.archive }
  }
  if (bytes.includes('vbaProject.bin')) return { fault: faults.macros }
  // The first one, because a document may contain others.
  const [word, slides, sheet] = ['word/', 'ppt/presentation', 'xl/workbook'].map((name) => bytes.indexOf(name) >>> 0) as [
    number,
    number,
    number,
  ]
  if (word <= slides && word <= sheet) return { kind: 'docx' }
  return slides < sheet ? { kind: 'pptx' } : otherKind(translate`an Excel workbook`)
}

/** What a text is that somebody named like a document: pages and mail that job sites and Word save as `.doc`. */
function ofText(start: string): Recognised {
  if (/^(?:MIME-Version|From|Content-Type|Message-ID):/im.test(start.slice(0, 300)))
    return otherKind(translate`a web archive or mail`)
  return otherKind(/<(?:!doctype\s+html|html|head|body)\b/i.test(start) ? translate`a web page` : translate`a plain text`)
}

/** Some programs write lines of a printer's language, or a byte order mark, before a PDF's header; readers search this many bytes for it. */
const pdfHeaderBytes = 1024

/** PNG, JPEG, GIF, WebP; HEIC and AVIF. */
const picture = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|msf|avi))/s

/**
 * Recognises a document by its bytes: its first ones, and names in it. Whether a program can open it is not judged: every reader of such formats is code that
 * runs on what strangers send. Takes time in proportion to the size (bench/hostile.ts).
 */
export function recognise(sent: Uint8Array): Recognised {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const start = bytes.toString('latin1', 0, pdfHeaderBytes)
  if (start.startsWith('PK\x03\x04')) return ofZip(bytes)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return ofCompound(bytes)
  if (/^(?:\xef\xbb\xbf)?\s*\{\\rt/.test(start)) return { kind: 'rtf' }
  if (picture.test(start)) return { fault: faults.picture }
  // Readers find the pages from the root, and rebuild all else.
  if (start.includes('%PDF-')) return bytes.includes('/Root') ? { kind: 'pdf' } : { fault: faults.damaged }
  return start.includes('\0') ? unknown() : ofText(start)
}
