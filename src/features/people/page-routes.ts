import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Right } from '../../api/rights.ts'
import { isOpen, openLink } from '../../server/auth/helper-links.ts'
import { requestCode, verifyCode } from '../../server/auth/passcodes.ts'
import { deviceOf, setDeviceCookie } from '../../server/auth/requester.ts'
import { hashCredential, newCredential } from '../../server/auth/secrets.ts'
import { type KeyedHash, sha256 } from '../../server/crypto/hashes.ts'
import type { Limits } from '../../server/database/limits.ts'
import { readObject, readOptionalObject, shortBytes } from '../../server/http/body.ts'
import { type DrawnPage, drawnResponse } from '../../server/http/drawn-page.ts'
import { setRetryAfter } from '../../server/http/error-response.ts'
import { sessionCookie } from '../../server/http/guards.ts'
import { enforce, limitRefusal } from '../../server/http/limits.ts'
import { readCookie, readLinkCookie, setLinkCookie, setStrictCookie } from '../../server/http/request.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import type { HelperLink, Passcodes, Sessions } from '../../server/records/access/port.ts'
import { hour, longDate, minute } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import type { AppError } from '../../shared/errors.ts'
import { masked } from '../../shared/mailbox.ts'
import { helperPaths as paths } from './api.ts'
import { type HelperDesk, renewLink } from './desk-routes.ts'
import type { HelperView } from './page/view.ts'

interface HelperPages extends HelperDesk {
  readonly passcodes: Passcodes
  readonly sessions: Sessions
  readonly limits: Limits
  readonly keyedHash: KeyedHash
  readonly adminEmail: string
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  sendPasscode(to: string, code: string): Promise<void>
  /** Renders the page of a view. */
  draw(view: HelperView): DrawnPage
}

/** The requests of one client. */
const requests: Rate = { count: 300, periodMs: hour }
/** The codes and further links that one link sends. */
const mails: Rate = { count: 6, periodMs: hour }

/** Contains the token of the link that was opened last in this browser. */
const linkCookie = 'kolam_helper'
const linkCookieS = (30 * minute) / 1000

/** The first page that a right opens. */
const firstPage: Readonly<Record<Right, string>> = {
  write: '/app/site',
  publish: '/app/site',
  read: '/app/dashboard',
  meet: '/app/meetings',
}

const wrongCode = 'This code is wrong, used, or older than 10 minutes. Five tries end a code.'

/**
 * The pages of a helper's link: opened, proven by a code to its address, and exchanged once for a session (decision 0140). An unknown link and one that has ended
 * are answered alike.
 */
export function helperPageRoutes(parts: HelperPages): Routes {
  const { helperLinks, limits, secure, draw, now } = parts
  const page = (context: Context<Web>, view: HelperView, status: ContentfulStatusCode = 200): Response =>
    drawnResponse(context, draw(view), status)
  const tooMany = (context: Context<Web>, limit: AppError): Response =>
    page(context, { kind: 'limited' }, setRetryAfter(context, limit))
  const find = async (token: string): Promise<(HelperLink & { readonly right: Right }) | undefined> => {
    const link = await openLink(helperLinks, token, now())
    return link === undefined || link.right === 'committee' ? undefined : { ...link, right: link.right }
  }
  /** Counts a request, and calls `answer` with the link of this browser, or of `token`. */
  async function opened(
    context: Context<Web>,
    answer: (link: NonNullable<Awaited<ReturnType<typeof find>>>) => Promise<Response> | Response,
    token = readLinkCookie(context, linkCookie, secure),
  ): Promise<Response> {
    const limit = await limitRefusal(enforce(limits, `helper:${limitKey(context.get('client'))}`, requests, now()))
    if (limit !== undefined) return tooMany(context, limit)
    const link = await find(token)
    return link === undefined ? page(context, { kind: 'none' }, 404) : answer(link)
  }
  /** Whether the admin is signed in in this browser. */
  async function isAdmins(context: Context<Web>): Promise<boolean> {
    const credential = readCookie(context, sessionCookie, secure)
    const session = credential === undefined ? undefined : await parts.sessions.byCredential(hashCredential(credential))
    return session !== undefined && session.expiresAt > now()
  }
  /** The link that replaced the one of this browser, and was not used yet: its button was pressed twice. */
  async function replacing(context: Context<Web>): Promise<HelperLink | undefined> {
    const [id = '', secret = ''] = readLinkCookie(context, linkCookie, secure).split('.')
    const link = id === '' ? undefined : await helperLinks.byId(id)
    const isNew = link !== undefined && link.right !== 'committee' && link.usedAt === null && isOpen(link, now())
    return isNew && parts.secrets.hash({ ...link, generation: link.generation - 1 }) === sha256(secret) ? link : undefined
  }
  const used = (context: Context<Web>, { email }: HelperLink): Response =>
    page(context, { kind: 'used', address: masked(email) }, 410)
  const counted = ({ id }: HelperLink) => limitRefusal(enforce(limits, `helper mail:${id}`, mails, now()))
  /** The codes of a link have an owner that no address is. */
  const codes = ({ id, email }: HelperLink) => ({
    ...parts,
    adminEmail: `helper ${id}`,
    limit: mails,
    sendPasscode: (_: string, code: string) => parts.sendPasscode(email, code),
  })

  return new Routes('holder')
    .get(paths.helperLink, (context) => {
      const token = context.req.param('token')
      return opened(
        context,
        () => {
          setLinkCookie(context, linkCookie, token, linkCookieS, secure, paths.helper)
          context.header('Referrer-Policy', 'no-referrer')
          return context.redirect(paths.helper, 303)
        },
        token,
      )
    })
    .get(paths.helper, (context) =>
      opened(context, async (link) => {
        if (link.usedAt !== null) return used(context, link)
        if (await isAdmins(context)) return page(context, { kind: 'admin', name: link.name })
        return page(context, { kind: 'link', name: link.name, address: masked(link.email), until: longDate(link.until) })
      }),
    )
    .post(paths.helper, (context) =>
      opened(context, async (link) => {
        if (link.usedAt !== null) return used(context, link)
        const { instead } = await readOptionalObject(context)
        if (instead !== 'yes' && (await isAdmins(context))) return page(context, { kind: 'admin', name: link.name }, 409)
        const limit = await counted(link)
        if (limit !== undefined) return tooMany(context, limit)
        const device = await deviceOf(context, parts)
        const { credential } = await requestCode(codes(link), device)
        if (!device.trusted) setDeviceCookie(context, credential, linkCookieS * 1000, secure)
        return page(context, { kind: 'code', address: masked(link.email) })
      }),
    )
    .post(paths.helperCode, (context) =>
      opened(context, async (link) => {
        if (link.usedAt !== null) return used(context, link)
        const { code } = await readObject(context, shortBytes)
        const otp = typeof code === 'string' ? code.replace(/\s/g, '').slice(0, 20) : ''
        const own = codes(link)
        const log = context.get('log')
        const refused = await verifyCode(own, { email: own.adminEmail, otp }, await deviceOf(context, parts))
        if (refused !== undefined) {
          log.warn({ operation: 'helper', link: link.id, reason: refused }, 'code refused')
          return page(context, { kind: 'code', address: masked(link.email), fault: wrongCode }, 401)
        }
        const credential = newCredential()
        if (!(await helperLinks.exchange(link, hashCredential(credential), now()))) return used(context, link)
        const lifeS = Math.ceil((link.until.getTime() - now().getTime()) / 1000)
        setStrictCookie(context, sessionCookie, credential, lifeS, secure)
        setLinkCookie(context, linkCookie, '', 0, secure, paths.helper)
        log.info({ operation: 'helper', link: link.id }, 'link exchanged')
        return context.redirect(firstPage[link.right], 303)
      }),
    )
    .post(paths.helperAgain, async (context) => {
      const mailed = await replacing(context)
      if (mailed !== undefined) return page(context, { kind: 'mailed', address: masked(mailed.email) })
      return opened(context, async (link) => {
        if (link.usedAt === null) return context.redirect(paths.helper, 303)
        const limit = await counted(link)
        if (limit !== undefined) return tooMany(context, limit)
        if (!(await renewLink(parts, link))) return page(context, { kind: 'none' }, 404)
        return page(context, { kind: 'mailed', address: masked(link.email) })
      })
    })
}
