import { paths } from '../../api/paths.ts'
import { untranslated } from '../../shared/translate.ts'
import { archiveResponse } from '../http/download.ts'
import { limitRefusal } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import { limitKey } from '../networks.ts'
import { type Holder, lostLink } from './holder.ts'
import { byAddress } from './own-application.ts'

export interface OwnData {
  /** Counts a download of an applicant's own data. @throws AppError TOO_MANY_REQUESTS */
  countDownload(client: string): Promise<unknown>
  /** The archive of these applications for their applicant, as a ZIP. */
  archive(ids: readonly string[]): AsyncIterable<Uint8Array>
  now(): Date
}

const tooManyDownloads = {
  title: untranslated`Please try again in an hour`,
  text: untranslated`Your data was downloaded from here many times within an hour.`,
} as const

export const dataRoutes = (parts: OwnData, { opened, respond }: Holder): Routes =>
  new Routes('holder')
    // Only applications whose link was opened in this browser: anyone can submit a form with another person's address.
    .get(paths.ownData, async (context) => {
      const of = context.req.query('of')
      const all = await opened(context)
      const { own } = byAddress(all, of)
      const [newest] = own
      // The page of an application that was deleted meanwhile must not download what another person sent.
      const hasEnded = of !== undefined && all.every(({ id }) => id !== of)
      if (newest === undefined || hasEnded) return respond(context, lostLink)
      const limit = await limitRefusal(parts.countDownload(limitKey(context.get('client'))))
      if (limit !== undefined)
        return respond(context, { kind: 'limited', view: { kind: 'notice', id: newest.id, ...tooManyDownloads }, limit })
      return archiveResponse(context, parts.archive(own.map(({ id }) => id)), parts.now())
    })
