// The kind of a document is read from the directory inside the file. Nothing is decompressed.

const entryBytes = 128
const streamType = 2

/** Whether the directory of a compound file has the stream of a Word document. Installers, worksheets and Outlook messages do not have it. */
export function hasWordStream(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = Buffer.from('WordDocument\0', 'utf16le')
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1))
    if (at % entryBytes === 0 && file[at + 66] === streamType) return true
  return false
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The size of a zip's end record with the longest comment. */
const maxEndBytes = 22 + 0xffff
const maxEntries = 10_000

/** The names in the directory of a zip; undefined when it has no valid directory. */
export function zipNames(bytes: Uint8Array): readonly string[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let end = file.length - 22; end >= Math.max(0, file.length - maxEndBytes); end -= 1) {
    if (file.readUInt32LE(end) !== endSignature) continue
    const count = file.readUInt16LE(end + 10)
    const names: string[] = []
    let at = file.readUInt32LE(end + 16)
    while (names.length < Math.min(count, maxEntries)) {
      if (at + 46 > end || file.readUInt32LE(at) !== entrySignature) return undefined
      const nameLength = file.readUInt16LE(at + 28)
      const extraLength = file.readUInt16LE(at + 30)
      const commentLength = file.readUInt16LE(at + 32)
      names.push(file.toString('utf8', at + 46, at + 46 + nameLength))
      at += 46 + nameLength + extraLength + commentLength
    }
    return names
  }
  return undefined
}

const program = /\.(exe|dll|scr|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|msi|lnk|jar)$|vbaproject\.bin$/i

const mainParts = { word: /^word\/document\d*\.xml$/i, slides: /^ppt\/presentation\d*\.xml$/i } as const

/** Whether the names in a zip are those of a Word document or a presentation, without macros and programs. */
export const isOfficePackage = (names: readonly string[], kind: keyof typeof mainParts): boolean =>
  names.includes('[Content_Types].xml') &&
  names.some((name) => mainParts[kind].test(name)) &&
  !names.some((name) => program.test(name))
