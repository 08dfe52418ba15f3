import { fileTypeFromBuffer } from 'file-type'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Name endings that are taken, and for each the media type that it is kept and handed out as. */
const kinds = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': word,
} as const

/** What the recogniser calls the content of each: the old Word format is a compound file, and a bare Word package may pass for a plain zip. */
const contents: Readonly<Record<keyof typeof kinds, readonly string[]>> = {
  '.pdf': ['application/pdf'],
  '.doc': ['application/x-cfb', 'application/msword'],
  '.docx': [word, 'application/zip'],
}

const part = new TextEncoder().encode('word/')

/** The media type of a document, when its bytes are what its name says; undefined when they are not. */
export async function documentType(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const ending = (Object.keys(kinds) as (keyof typeof kinds)[]).find((one) => name.toLowerCase().endsWith(one))
  if (ending === undefined) return undefined
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  // some programs write a line or a byte order mark before a PDF's head, and every reader looks for it in the first kilobyte
  if (found === undefined && ending === '.pdf' && Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return kinds[ending]
  if (found === undefined || !contents[ending].includes(found.mime)) return undefined
  if (found.mime === 'application/zip' && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(part) < 0)
    return undefined
  return kinds[ending]
}
