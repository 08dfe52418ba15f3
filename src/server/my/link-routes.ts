import { paths } from '../../api/paths.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { spoken, untranslated } from '../../shared/translate.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { limitRefusal } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import { limitKey } from '../networks.ts'
import { type Holder, lostLink, type Outcome } from './holder.ts'
import { byAddress } from './own-application.ts'

export interface LinkParts {
  /** Counts a request for lost links. @throws AppError TOO_MANY_REQUESTS */
  countRequest(client: string): Promise<unknown>
  /** Queues one letter with the links of an address. Returns immediately and never fails. @param ip the client that asked for it; undefined for the desk */
  sendLinks(email: string, ip?: string): void
}

const linksEnded = {
  title: untranslated`All other links have ended`,
  text: untranslated`Only this browser opens your applications now. Links in earlier emails have ended too; our next emails have new ones, and you can have them sent at any time with “Lost the link?”.`,
} as const

/** The address of a page that may be without an application, which names its language. */
const inSpokenLanguage = (path: string): string => (spoken() === undefined ? path : `${path}?language=${spoken()}`)

const tooMany = untranslated`Links were requested from here many times. Please try again in an hour.`

/** Queues the letter with the links of an address, or returns the page that says why not. The response is the same for every address, so that nobody learns who applied. */
async function requestLinks(parts: LinkParts, typed: unknown, ip: string): Promise<Outcome | 'requested'> {
  const email = readEmail(typed)
  if (email === undefined)
    return {
      kind: 'page',
      view: { kind: 'lost', email: typeof typed === 'string' ? typed : '', fault: invalidEmail },
      status: 422,
    }
  const limit = await limitRefusal(parts.countRequest(limitKey(ip)))
  if (limit !== undefined) return { kind: 'limited', view: { kind: 'lost', email, fault: tooMany }, limit }
  parts.sendLinks(email, ip)
  return 'requested'
}

/** The routes that have lost links sent, end all links but those of this browser, and forget them here. */
export const linkRoutes = (parts: LinkParts, { page, respond, held, opened, endOthers, close }: Holder): Routes =>
  new Routes('holder')
    .get(paths.lostLink, (context) => page(context, { kind: 'lost' }))
    .post(paths.lostLink, async (context) => {
      const { email } = await readObject(context, shortBytes)
      const outcome = await requestLinks(parts, email, context.get('client'))
      return outcome === 'requested' ? context.redirect(inSpokenLanguage(paths.linkRequested), 303) : respond(context, outcome)
    })
    .get(paths.linkRequested, (context) => page(context, { kind: 'requested' }))
    // A sender may not end the links of the owner.
    .post(paths.endLinks, async (context) => {
      const { of } = await readObject(context)
      const owned = (await held(context)).filter(({ kind }) => kind === 'owner')
      const chosen = byAddress(
        owned.map(({ application }) => application),
        typeof of === 'string' ? of : undefined,
      )
      const ending = owned.filter(({ application }) => chosen.own.includes(application))
      const [first] = ending
      if (first === undefined) return respond(context, lostLink)
      await endOthers(context, ending)
      return page(context, { kind: 'notice', id: first.application.id, ...linksEnded })
    })
    .post(paths.closePrivatePage, async (context) => {
      // The page after it has no link to be in the language of.
      await opened(context)
      close(context)
      return context.redirect(inSpokenLanguage(paths.my), 303)
    })
