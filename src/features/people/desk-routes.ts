import { isRight } from '../../api/rights.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { isOpen, type LinkSecrets } from '../../server/auth/helper-links.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import type { HelperLink, HelperLinks } from '../../server/records/access/port.ts'
import { dayAfter, dayOf, endOfDay, isDay } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type HelperRecord, helperLimits, helperRoutes as routes } from './api.ts'
import { linkDraft } from './mail.ts'

export interface HelperDesk {
  readonly helperLinks: HelperLinks
  readonly secrets: LinkSecrets
  now(): Date
  /** Wakes the outbox's worker: mail was queued. */
  poke(): void
}

const maxName = 80

const notFound = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'This link does not exist any more.' })

/** Reads the last day of a link. */
function readUntil(value: unknown, now: Date, faults: Record<string, string>): Date {
  const today = dayOf(now)
  const isGood = typeof value === 'string' && isDay(value) && value >= today && value <= dayAfter(today, helperLimits.days)
  if (!isGood) faults.until = `Choose a day from today, at most ${helperLimits.days} days ahead`
  return endOfDay(isGood ? value : today)
}

/** Reads to whom a link is given. @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readHelper({ name, email, right, until }: Readonly<Record<string, unknown>>, now: Date) {
  const faults: Record<string, string> = {}
  const line = typeof name === 'string' ? name.replace(/\s+/g, ' ').trim() : ''
  if (line === '') faults.name = 'A name is required'
  else if ([...line].length > maxName) faults.name = `The name can have ${maxName} characters at most`
  const address = readEmail(email)
  if (address === undefined) faults.email = invalidEmail
  if (!isRight(right)) faults.right = 'Choose what the link opens'
  const end = readUntil(until, now, faults)
  refuseFaults(faults)
  return { name: line, email: address ?? '', right: isRight(right) ? right : 'read', until: end }
}

const recordOf = (link: HelperLink, now: Date): HelperRecord => ({
  ...{ id: link.id, name: link.name, email: link.email, right: link.right, title: link.title },
  created_at: link.createdAt.toISOString(),
  until: link.until.toISOString(),
  seen_at: link.seenAt?.toISOString() ?? null,
  ended_at: link.endedAt?.toISOString() ?? null,
  open: isOpen(link, now),
})

/** Mails the next link of a helper, in place of the present one. @returns false when another call replaced or ended it at the same time */
export async function renewLink({ helperLinks, secrets, poke, now }: HelperDesk, link: HelperLink): Promise<boolean> {
  const generation = link.generation + 1
  const at = now()
  const mail = { drafts: [linkDraft(link.id, generation, at)], at }
  const renewed = await helperLinks.renew(link, secrets.hash({ ...link, generation }), mail)
  poke()
  return renewed
}

/** The links of helpers at the desk: given, extended, renewed and ended (decision 0140). */
export function helperDeskRoutes(parts: HelperDesk): Routes {
  const { helperLinks, secrets, now, poke } = parts
  return new Routes('admin')
    .on(routes.helpers, async () => ({ helpers: (await helperLinks.all()).map((link) => recordOf(link, now())) }))
    .on(routes.giveLink, async (context) => {
      const at = now()
      const helper = readHelper(await readObject(context, shortBytes), at)
      const open = (await helperLinks.all()).filter((link) => link.right !== 'committee' && isOpen(link, at))
      if (open.length >= helperLimits.open)
        throw new AppError('CONFLICT', { message: `There are ${helperLimits.open} open links already. End one first.` })
      const id = newId(at)
      const first = {
        ...helper,
        id,
        scope: '',
        title: '',
        generation: 0,
        createdAt: at,
        usedAt: null,
        seenAt: null,
        endedAt: null,
      }
      await helperLinks.add([{ ...first, secretHash: secrets.hash(first) }], { drafts: [linkDraft(id, 0, at)], at })
      poke()
      context.get('log').warn({ operation: 'helper', link: id, right: helper.right }, 'link given')
      return { id }
    })
    .on(routes.extendLink, async (context) => {
      const faults: Record<string, string> = {}
      const until = readUntil((await readObject(context, shortBytes)).until, now(), faults)
      refuseFaults(faults)
      if (!(await helperLinks.extend(context.req.param('id'), until))) throw notFound()
      return succeeded
    })
    .on(routes.endLink, async (context) => {
      const id = context.req.param('id')
      if (!(await helperLinks.end(id, now()))) throw notFound()
      context.get('log').warn({ operation: 'helper', link: id }, 'link ended')
      return succeeded
    })
    .on(routes.renewLink, async (context) => {
      const link = await helperLinks.byId(context.req.param('id'))
      if (link === undefined || link.right === 'committee') throw notFound()
      if (link.until <= now()) throw new AppError('CONFLICT', { message: 'Its day is over. Extend it first.' })
      await renewLink(parts, link)
      return succeeded
    })
}
