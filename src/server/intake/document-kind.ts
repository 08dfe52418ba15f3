// What a document is inside is read from its directory: nothing is unpacked.

const entryBytes = 128
const streamType = 2

/** Whether a compound file's directory has the stream that every Word document has. Installers, worksheets and letters of Outlook have others. */
export function hasWordStream(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = Buffer.from('WordDocument\0', 'utf16le')
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1))
    if (at % entryBytes === 0 && file[at + 66] === streamType) return true
  return false
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
/** The end of a zip with the longest comment. */
const longestEnd = 22 + 0xffff
const mostEntries = 10_000

/** The names in the directory of a zip; undefined when it has none that can be read. */
export function zipNames(bytes: Uint8Array): readonly string[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let end = file.length - 22; end >= Math.max(0, file.length - longestEnd); end -= 1) {
    if (file.readUInt32LE(end) !== endMark) continue
    const count = file.readUInt16LE(end + 10)
    const names: string[] = []
    let at = file.readUInt32LE(end + 16)
    while (names.length < Math.min(count, mostEntries)) {
      if (at + 46 > end || file.readUInt32LE(at) !== entryMark) return undefined
      const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [number, number, number]
      names.push(file.toString('utf8', at + 46, at + 46 + name))
      at += 46 + name + extra + comment
    }
    return names
  }
  return undefined
}

const program = /\.(exe|dll|scr|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|msi|lnk|jar)$|vbaproject\.bin$/i

const mainParts = { word: /^word\/document\d*\.xml$/i, slides: /^ppt\/presentation\d*\.xml$/i } as const

/** Whether the names in a zip are those of a Word document, or of slides, without macros or programs. */
export const isOfficePackage = (names: readonly string[], kind: keyof typeof mainParts): boolean =>
  names.includes('[Content_Types].xml') &&
  names.some((name) => mainParts[kind].test(name)) &&
  !names.some((name) => program.test(name))
