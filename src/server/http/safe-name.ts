/** Characters with a special meaning in a file system or shell, and those that hide or reverse text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*\ufffd]+/gu

/** Names of devices on Windows, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The limit of a name in bytes: well below every file system's limit, so that a number can be added. */
const maxBytes = 120

/** The longest beginning of `text` with at most `max` bytes and complete characters. */
function truncate(text: string, max: number): string {
  let prefix = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    prefix += character
  }
  return prefix
}

/** A name that is valid on every file system, without a path; empty when nothing remains. */
const safe = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .replace(devices, '_$1')

/** The folder of an application: the applicant's name, and the id, which makes it unique. */
export const folderName = (applicant: string, id: string): string =>
  [truncate(safe(applicant), 60).trim(), safe(id)].filter(Boolean).join(' ')

/**
 * The path of a file in a folder: a safe name with its extension, and a number if the path is used already. Upper and lower case are the same.
 * @param used the used paths in lower case; the new one is added
 */
export function uniquePath(folder: string, name: string, used: Set<string>): string {
  const base = safe(name) || 'file'
  const dot = base.lastIndexOf('.')
  const extension = dot > 0 && base.length - dot <= 9 ? base.slice(dot) : ''
  const stem = truncate(base.slice(0, base.length - extension.length), maxBytes - Buffer.byteLength(extension)).trimEnd()
  for (let n = 1; ; n += 1) {
    const path = `${folder}/${stem}${n === 1 ? '' : ` (${n})`}${extension}`
    if (used.has(path.toLowerCase())) continue
    used.add(path.toLowerCase())
    return path
  }
}
