import type { StoredFile } from '../../server/records/applications/port.ts'
import type { Raw } from './answers/writer.ts'

/** A text without characters that the standard fonts of PDF readers lack. */
const plain = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/₹/g, 'Rs ')
    .replace(/[–—]/g, '-')
    .replace(/[^ -~]/g, '')

const lines = (text: string, width = 84): string[] => {
  const broken = ['']
  for (const word of plain(text).split(/\s+/)) {
    const last = broken[broken.length - 1] as string
    if (last.length + word.length < width) broken[broken.length - 1] = last === '' ? word : `${last} ${word}`
    else broken.push(word)
  }
  return broken
}

/** A PDF of one page: a heading and text, in Helvetica. */
function pdf(heading: string, text: readonly string[]): Uint8Array<ArrayBuffer> {
  const shown = (line: string): string => `(${plain(line).replace(/[\\()]/g, '\\$&')})`
  const drawn = [
    `BT /F1 20 Tf 72 760 Td ${shown(heading)} Tj ET`,
    `BT /F1 11 Tf 15 TL 72 724 Td ${text.map((line) => `${shown(line)} Tj T*`).join(' ')} ET`,
  ].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

/** A resume that matches these answers, for the file field `field`. */
export function resume(field: string, raw: Raw): StoredFile {
  const answer = (name: string): string => (typeof raw[name] === 'string' ? (raw[name] as string) : '')
  const name = `${answer('firstName')} ${answer('lastName')}`.trim()
  const text = ['university', 'major', 'graduationYear', 'skills', 'experience', 'portfolio']
    .map(answer)
    .filter((line) => line !== '')
    .flatMap((line) => [...lines(line), ''])
  return { field, name: `${name} - Resume.pdf`, type: 'application/pdf', bytes: pdf(name, text) }
}
