/** Characters that some file system or shell gives a meaning, and those that hide or reverse text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*\ufffd]+/gu

/** Names of devices on Windows, whatever their ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The longest name in bytes: well below every file system's limit, with room for a number. */
const mostBytes = 120

/** The start of `text` that has `most` bytes at most and ends with a complete character. */
function within(text: string, most: number): string {
  let prefix = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > most) break
    prefix += character
  }
  return prefix
}

/** A name that every file system takes, without a path in it; empty where nothing remains. */
const safe = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(devices, '_$1')

/** The folder of an application: the applicant's name for people, and the id that makes it unique. */
export const folderName = (applicant: string, id: string): string =>
  [within(safe(applicant), 60).trim(), safe(id)].filter(Boolean).join(' ')

/** A file's name made safe, with its ending, and with a number where `isFree` is false for the name without. */
export function fileName(name: string, isFree: (name: string) => boolean): string {
  const base = safe(name) || 'file'
  const dot = base.lastIndexOf('.')
  const ending = dot > 0 && base.length - dot <= 9 ? base.slice(dot) : ''
  const stem = within(base.slice(0, base.length - ending.length), mostBytes - Buffer.byteLength(ending)).trimEnd()
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? stem + ending : `${stem} (${n})${ending}`
    if (isFree(candidate)) return candidate
  }
}
