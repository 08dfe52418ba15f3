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
const archive = 'is a ZIP archive: send the document itself, as PDF'
const misnamed = (what: string) => `is ${what}, but its name says something else: save it as PDF, and send that`
const otherKind = (what: string) => `is ${what}: open it, save it as PDF, and send that`
const unknown = otherKind('not a document that we can take')

const checked = (name: string, bytes: Uint8Array, accept = ['.pdf', '.doc', '.docx']): string => {
  const document = checkDocument(name, bytes, accept)
  return 'type' in document ? document.type : document.fault
}

/** An old Word document whose information block has these flags. */
function oldWord(flags: number): Uint8Array {
  const file = Buffer.concat([compound('Root Entry', 'WordDocument'), Buffer.alloc(2048)])
  file.writeUInt32LE(0x00c1a5ec, 1024)
  file.writeUInt16LE(flags, 1034)
  return file
}

/** A document in the form for more than 4 GB, as some programs always write it: sizes and positions are in extra fields. */
function zip64(): Uint8Array {
  const file = Buffer.from(zip(document))
  const end = file.length - 22
  const long = Buffer.alloc(56 + 20)
  long.write('PK\x06\x06', 0, 'latin1')
  long.writeBigUInt64LE(44n, 4)
  long.writeBigUInt64LE(BigInt(file.readUInt16LE(end + 8)), 32)
  long.writeBigUInt64LE(BigInt(file.readUInt32LE(end + 16)), 48)
  long.write('PK\x06\x07', 56, 'latin1')
  long.writeBigUInt64LE(BigInt(end), 64)
  const short = Buffer.from(file.subarray(end)).fill(0xff, 8, 20)
  return Buffer.concat([file.subarray(0, end), long, short])
}

/** A package whose main part has another name and type. */
const packageOf = (name: string, type: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  zip({
    '[Content_Types].xml': `<Types><Override PartName="/${name}" ContentType="application/${type}"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/${name}"/></Relationships>`,
    [name]: '<x/>',
    ...more,
  })

const ooxml = 'vnd.openxmlformats-officedocument'

describe('a document is recognised by its content; any other is refused with what it is', () => {
  it.each([
    ['cv.doc', compound('Root Entry', 'WordDocument', '1Table'), 'application/msword'],
    ['cv.DOC', compound('Root Entry', '1Table', 'WordDocument'), 'application/msword'],
    ['old.docx', oldWord(0), 'application/msword'],
    ['old with a password.doc', oldWord(0x0100), password],
    ['an installer.doc', compound('Root Entry', 'Property', 'Binary.exe'), unknown],
    ['a worksheet.doc', compound('Root Entry', 'Workbook'), otherKind('an Excel workbook')],
    ['a header only.doc', compound(), unknown],
    ['cv.docx', zip(document), word],
    ['new.doc', zip(document), word],
    ['from the web.docx', zip({ 'word/document2.xml': '' }), word],
    ['strict.docx', packageOf('Word/Main.xml', `${ooxml}.wordprocessingml.document.main+xml`), word],
    ['a template.docx', packageOf('a/b.xml', `${ooxml}.wordprocessingml.template.main+xml`), word],
    ['a worksheet.docx', packageOf('xl/workbook.xml', `${ooxml}.spreadsheetml.sheet.main+xml`), otherKind('an Excel workbook')],
    ['macros.docx', zip({ ...document, 'word/vbaProject.bin': '' }), macros],
    ['cut off.docx', zip(document).subarray(0, 200), damaged],
    ['a plain zip.docx', zipSync({ 'word/document.xml': strToU8('x') }), archive],
    [
      'open.docx',
      zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }] }),
      otherKind('an OpenDocument file'),
    ],
    ['pages.docx', zipSync({ 'Index/Document.iwa': strToU8('x') }), otherKind('an Apple Pages file')],
    ['deck.PPTX', zip(slides), presentation],
    ['a document.pptx', zip(document), misnamed('a Word document')],
    ['slides.docx', zip(slides), misnamed('a PowerPoint presentation')],
    ['macros.pptx', zip({ ...slides, 'ppt/vbaProject.bin': '' }), macros],
    ['a zip.pdf', zip(document), misnamed('a Word document')],
    ['in the long form.docx', zip64(), word],
    ['without text.docx', zip({ 'word/document.xml': '' }), word],
    ['with a sheet inside.docx', zip({ ...document, 'word/sheet.xlsx': 'xl/workbook.xml' }), word],
    ['cv.exe', Uint8Array.of(0x4d, 0x5a, 0, 3), unknown],
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
      'is a picture: put it into a document, save that as PDF, and send it',
    ],
    ['text.rtf', strToU8('\ufeff{\\rtf1\\ansi Nila}'), 'application/rtf'],
  ])('%s', (name, bytes, result) => {
    expect(checked(name, bytes)).toBe(result)
  })

  it('a name without an extension gets that of the content', () => {
    const resume = (name: string, bytes: Uint8Array) => checkDocument(name, bytes, ['.pdf', '.doc', '.docx'])
    const pdf = readFileSync('tests/fixtures/resumes/plain.pdf')
    expect([
      resume('Nila Resume', pdf),
      resume('Nila R. Resume', zip(document)),
      resume('Nila', strToU8('{\\rtf1 Nila}')),
      resume('Slides', zip(slides)),
      resume('Nila.', pdf),
    ]).toEqual([
      { type: 'application/pdf', name: 'Nila Resume.pdf' },
      { type: word, name: 'Nila R. Resume.docx' },
      { type: 'application/rtf', name: 'Nila.doc' },
      { fault: 'is a PowerPoint presentation: save it as PDF, and send that' },
      { type: 'application/pdf', name: 'Nila..pdf' },
    ])
  })

  it.each([
    ['plain.pdf', 'application/pdf'],
    ['pjl-wrapped.pdf', 'application/pdf'],
    ['illustrator.pdf', 'application/pdf'],
    ['zero-pages.pdf', 'application/pdf'],
    // The desk says that these are locked, or have no pages.
    ['user-password.pdf', 'application/pdf'],
    ['root-document.docx', word],
    ['sharepoint-document2.docx', word],
    ['password.docx', password],
    ['resume-rtf.doc', 'application/rtf'],
    ['resume-html.doc', otherKind('a web page')],
  ])('of programs: %s', (name, result) => {
    const bytes = readFileSync(`tests/fixtures/resumes/${name}`)
    expect(checked(name, bytes)).toBe(result)
    // Without its end, where the root is named.
    if (result === 'application/pdf') expect(checked(name, bytes.subarray(0, bytes.lastIndexOf('/Root')))).toBe(damaged)
  })
})
