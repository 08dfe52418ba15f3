import { day } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { untranslated } from '../../shared/translate.ts'
import type { Limits } from '../database/limits.ts'
import { limitKey, networkOf } from '../networks.ts'
import { type Disk, diskState } from './disk.ts'

const kilobyte = 1024

/** What one network may add in a day, in kilobytes: files, and everything else. A thousand resumes of half a megabyte. */
const networkKilobytes = 512 * kilobyte

/** The bytes that a post adds. */
export interface Added {
  readonly text: number
  readonly files: number
}

/** The bytes that answers with their files add to the store. */
export const bytesOf = (answers: unknown, files: readonly { readonly bytes: Uint8Array }[]): Added => ({
  text: Buffer.byteLength(JSON.stringify(answers)),
  files: files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
})

/** Space on the disk for what strangers send. */
export interface Space {
  /**
   * Reserves space for a post of a client. Repeats under one `same` count once.
   * @throws AppError FORM_SUBMISSION_FAILED while the disk has too little space, TOO_MANY_REQUESTS when the client's network has sent too much in a day
   */
  reserve(client: string, added: Added, same?: string): Promise<void>
}

/** Space on a disk, with a budget for each network. */
export const createSpace = (limits: Limits, disk: () => Promise<Disk>, now: () => Date): Space => ({
  async reserve(client, added, same) {
    const state = diskState(await disk())
    const log = { reason: 'the disk has too little free space' }
    if (state === 'nothing') throw new AppError('FORM_SUBMISSION_FAILED', { log })
    if (state === 'no files' && added.files > 0)
      throw new AppError('FORM_SUBMISSION_FAILED', {
        message: untranslated`We cannot take files at the moment. Please send it again later, or write to us.`,
        log,
      })
    const network = networkOf(client) ?? limitKey(client)
    for (const kind of ['text', 'files'] as const) {
      if (added[kind] === 0) continue
      const cost = Math.ceil(added[kind] / kilobyte)
      const { allowed, retryAfterMs } = await limits.hit(`${kind}:${network}`, networkKilobytes, day, now(), same, cost)
      if (!allowed)
        throw new AppError('TOO_MANY_REQUESTS', {
          message: untranslated`A lot was sent from your network today. Please send this tomorrow or from another network, or write to us.`,
          retryAfterS: retryAfterMs / 1000,
        })
    }
  },
})
