/** Signs that some file system or shell takes for something else, and those that hide or turn text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*\ufffd]+/gu

/** Names that Windows keeps for devices, whatever their ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The longest name in bytes: well below every file system's limit, with room for a number. */
const mostBytes = 120

/** `text` without whole characters at its end, so that it has `most` bytes at most. */
function within(text: string, most: number): string {
  let kept = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > most) break
    kept += character
  }
  return kept
}

/** A name that every file system takes and that leads nowhere else; empty where nothing is left of it. */
const safe = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(devices, '_$1')

/** The folder of an application: who it is from, for people, and its id, which makes it the only one. */
export const folderName = (applicant: string, id: string): string =>
  [within(safe(applicant), 60).trim(), safe(id)].filter(Boolean).join(' ')

/** A file's own name made safe, its ending kept; with a number where `isFree` says that one is taken. */
export function fileName(name: string, isFree: (name: string) => boolean): string {
  const whole = safe(name) || 'file'
  const dot = whole.lastIndexOf('.')
  const ending = dot > 0 && whole.length - dot <= 9 ? whole.slice(dot) : ''
  const stem = within(whole.slice(0, whole.length - ending.length), mostBytes - Buffer.byteLength(ending)).trimEnd()
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? stem + ending : `${stem} (${n})${ending}`
    if (isFree(candidate)) return candidate
  }
}
