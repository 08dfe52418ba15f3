import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkDocument } from './files.ts'

/** A compound file: its header, and a directory with these streams. */
function compound(...names: readonly string[]): Uint8Array {
  const file = Buffer.alloc(512 + 128 * names.length)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file)
  names.forEach((name, index) => {
    file.write(name, 512 + 128 * index, 'utf16le')
    file[512 + 128 * index + 66] = name === 'Root Entry' ? 5 : 2
  })
  return file
}

const types = strToU8(
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
)
const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync({
    '[Content_Types].xml': types,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  })
const document = { 'word/document.xml': '<document/>' }
const slides = {
  'ppt/presentation.xml': '<presentation/>',
  '[Content_Types].xml':
    '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const presentation = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

const password = 'has a password, without which nobody can open it: remove the password, and send it again'
const damaged = 'is damaged or incomplete, and nobody can open it: open the original, save it again as PDF, and send that'
const macros = 'contains macros: save it as PDF, and send that'
const program = 'contains a program: save the document alone as PDF, and send that'
const archive = 'is a ZIP archive: send the document itself, as PDF'
const misnamed = (what: string) => `is ${what}, but its name says something else: save it as PDF, and send that`
const otherKind = (what: string) => `is ${what}: open it, save it as PDF, and send that`
const unknown = otherKind('not a document that we can take')

const checked = async (name: string, bytes: Uint8Array): Promise<string> => {
  const document = await checkDocument(name, bytes)
  return 'type' in document ? document.type : document.fault
}

/** An old Word document whose information block has these flags. */
function oldWord(flags: number): Uint8Array {
  const file = Buffer.concat([compound('Root Entry', 'WordDocument'), Buffer.alloc(2048)])
  file.writeUInt32LE(1, 512 + 128 + 116)
  file.writeUInt16LE(0xa5ec, 1024)
  file.writeUInt16LE(flags, 1034)
  return file
}

/** A package whose main part has another name and type. */
const packageOf = (name: string, type: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  zip({
    '[Content_Types].xml': `<Types><Override PartName="/${name}" ContentType="application/${type}"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/${name}"/></Relationships>`,
    [name]: '<x/>',
    ...more,
  })

/** A document with another byte in its main part. */
const changed = Buffer.from(zip({ 'word/document.xml': 'x'.repeat(99) }))
const inMainPart = changed.indexOf('word/document.xml') + 18
changed.writeUInt8(changed.readUInt8(inMainPart) ^ 1, inMainPart)

const ooxml = 'vnd.openxmlformats-officedocument'

describe('a document is recognised by its content; any other is refused with what it is', () => {
  it.each([
    ['cv.doc', compound('Root Entry', 'WordDocument', '1Table'), 'application/msword'],
    ['cv.DOC', compound('Root Entry', '1Table', 'WordDocument'), 'application/msword'],
    ['old.docx', oldWord(0), 'application/msword'],
    ['old with a password.doc', oldWord(0x0100), password],
    ['an installer.doc', compound('Root Entry', 'Property', 'Binary.exe'), unknown],
    ['a worksheet.doc', compound('Root Entry', 'Workbook'), otherKind('an Excel workbook')],
    ['a name in a text.doc', compound('Root Entry', 'My WordDocument'), unknown],
    ['a header only.doc', compound(), unknown],
    ['cv.docx', zip(document), word],
    ['new.doc', zip(document), word],
    ['from the web.docx', zip({ 'word/document2.xml': '' }), word],
    ['strict.docx', packageOf('Word/Main.xml', `${ooxml}.wordprocessingml.document.main+xml`), word],
    ['a template.docx', packageOf('a/b.xml', `${ooxml}.wordprocessingml.template.main+xml`), word],
    ['macros without.docx', packageOf('word/document.xml', 'vnd.ms-word.document.macroEnabled.main+xml'), macros],
    ['a worksheet.docx', packageOf('xl/workbook.xml', `${ooxml}.spreadsheetml.sheet.main+xml`), otherKind('an Excel workbook')],
    ['a program inside.docx', zip({ ...document, 'word/setup.exe': 'MZ' }), program],
    ['macros.docx', zip({ ...document, 'word/vbaProject.bin': '' }), macros],
    ['the word only.docx', zip({ 'readme.txt': 'word/document.xml' }), archive],
    ['cut off.docx', zip(document).subarray(0, 200), damaged],
    ['changed.docx', changed, damaged],
    ['a plain zip.docx', zipSync({ 'word/document.xml': strToU8('x') }), archive],
    ['open.docx', zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text') }), otherKind('an OpenDocument file')],
    ['pages.docx', zipSync({ 'Index/Document.iwa': strToU8('x') }), otherKind('an Apple Pages file')],
    ['deck.PPTX', zip(slides), presentation],
    ['a document.pptx', zip(document), misnamed('a Word document')],
    ['slides.docx', zip(slides), misnamed('a PowerPoint presentation')],
    ['macros.pptx', zip({ ...slides, 'ppt/vbaProject.bin': '' }), macros],
    ['a zip.pdf', zip(document), misnamed('a Word document')],
    ['cv.exe', strToU8('MZ'), 'is a file of another kind (EXE): save the document as PDF, and send that'],
    ['a page.pdf', strToU8('<html><script>alert(1)</script>'), otherKind('a web page')],
    [
      'a web archive.doc',
      strToU8('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n'),
      otherKind('a web archive or mail'),
    ],
    ['a text.doc', strToU8('Nila Raman\nVelachery'), otherKind('a plain text')],
    ['nothing in it.pdf', strToU8('%PDF-1.4\n%%EOF\n'), damaged],
    [
      'a picture.pdf',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
      'is a picture (PNG): put it into a document, save that as PDF, and send it',
    ],
    ['text.rtf', strToU8('\ufeff{\\rtf1\\ansi Nila}'), 'application/rtf'],
  ])('%s', async (name, bytes, result) => {
    expect(await checked(name, bytes)).toBe(result)
  })

  it.each([
    ['plain.pdf', 'application/pdf'],
    ['pjl-wrapped.pdf', 'application/pdf'],
    ['illustrator.pdf', 'application/pdf'],
    ['user-password.pdf', password],
    ['user-r3.pdf', password],
    ['user-r4.pdf', password],
    ['user-r6.pdf', password],
    ['owner-r2.pdf', 'application/pdf'],
    ['owner-r3.pdf', 'application/pdf'],
    ['owner-r4.pdf', 'application/pdf'],
    ['owner-r5.pdf', 'application/pdf'],
    ['owner-r6.pdf', 'application/pdf'],
    ['root-document.docx', word],
    ['sharepoint-document2.docx', word],
    ['password.docx', password],
    ['resume-rtf.doc', 'application/rtf'],
    ['resume-html.doc', otherKind('a web page')],
  ])('of programs: %s', async (name, result) => {
    const bytes = readFileSync(`tests/fixtures/resumes/${name}`)
    expect(await checked(name, bytes)).toBe(result)
    if (result === 'application/pdf') expect(await checked(name, bytes.subarray(0, bytes.length / 2))).toBe(damaged)
  })
})
