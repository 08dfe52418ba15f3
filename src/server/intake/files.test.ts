import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { documentType } from './files.ts'

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

describe('the type of a document is recognised by its content', () => {
  it.each([
    ['cv.doc', compound('Root Entry', 'WordDocument', '1Table'), 'application/msword'],
    ['cv.DOC', compound('Root Entry', '1Table', 'WordDocument'), 'application/msword'],
    ['an installer.doc', compound('Root Entry', 'Property', 'Binary.exe'), undefined],
    ['a worksheet.doc', compound('Root Entry', 'Workbook'), undefined],
    ['a name in a text.doc', compound('Root Entry', 'My WordDocument'), undefined],
    ['a header only.doc', compound(), undefined],
    ['cv.docx', zip(document), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [
      'from the web.docx',
      zip({ 'word/document2.xml': '' }),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a program inside.docx', zip({ ...document, 'word/setup.exe': 'MZ' }), undefined],
    ['macros.docx', zip({ ...document, 'word/vbaProject.bin': '' }), undefined],
    ['the word only.docx', zip({ 'readme.txt': 'word/document.xml' }), undefined],
    ['cut off.docx', zip(document).subarray(0, 200), undefined],
    ['a plain zip.docx', zipSync({ 'word/document.xml': strToU8('x') }), undefined],
    ['deck.PPTX', zip(slides), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['a document.pptx', zip(document), undefined],
    ['slides.docx', zip(slides), undefined],
    ['macros.pptx', zip({ ...slides, 'ppt/vbaProject.bin': '' }), undefined],
    ['a zip.pdf', zip(document), undefined],
    ['cv.exe', strToU8('MZ'), undefined],
    ['a page.pdf', strToU8('<html><script>alert(1)</script>'), undefined],
    ['a picture.pdf', strToU8('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ])('%s', async (name, bytes, type) => {
    expect(await documentType(name, bytes)).toBe(type)
  })
})
