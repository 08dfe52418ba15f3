import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { fillPath } from '../../api/route.ts'
import type { Application } from '../../applications/application.ts'
import { isScore } from '../../applications/rubric.ts'
import type { Form } from '../../forms/form.ts'
import { firstSentence } from '../../forms/views/as-text.ts'
import { withoutContact } from '../../forms/views/without-contact.ts'
import { openLink } from '../../server/auth/helper-links.ts'
import type { Limits } from '../../server/database/limits.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { readObject } from '../../server/http/body.ts'
import { fileResponse } from '../../server/http/download.ts'
import { type DrawnPage, drawnResponse } from '../../server/http/drawn-page.ts'
import { setRetryAfter } from '../../server/http/error-response.ts'
import { enforce, limitRefusal } from '../../server/http/limits.ts'
import { readLinkCookie, setLinkCookie } from '../../server/http/request.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import type { HelperLink, HelperLinks } from '../../server/records/access/port.ts'
import type { Applications } from '../../server/records/applications/port.ts'
import { hour, longDate } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { reference } from '../../shared/ids.ts'
import { committeePaths as paths } from './api.ts'
import type { CommitteeView, ReadApplication } from './page/view.ts'
import { maxComment, minutesLeft } from './rules.ts'
import { type Committee, type Review, type StoredReview, sharesOf, type WholeRound } from './store.ts'

interface MemberPages {
  readonly committee: Committee
  readonly helperLinks: Pick<HelperLinks, 'byId' | 'see'>
  readonly applications: Pick<Applications, 'byId' | 'file'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly limits: Limits
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  /** Renders the page of a view. */
  draw(view: CommitteeView): DrawnPage
  now(): Date
}

/** The requests of one client: a committee that meets in one office reads, scores and goes back. */
const requests: Rate = { count: 3_000, periodMs: hour }

/** Contains the secret of a member's link. Its path is the member's page, so that one browser can have the links of several members. */
const secretCookie = 'kolam_committee'

interface Opened {
  readonly member: HelperLink
  readonly round: WholeRound
}

/** What a member reads of an application. */
function readable(form: Form, application: Application, withNames: boolean): ReadApplication {
  const sections = withoutContact(form, application.answers, withNames)
  const first = sections.flatMap(({ items }) => items).find(({ kind, text }) => kind === 'textarea' && text !== '')
  const person = withNames ? application.applicantName : ''
  return {
    id: application.id,
    formType: application.formType,
    name: application.companyName || person || `${form.title} ${reference(application.id)}`,
    person: application.companyName === '' ? '' : person,
    title: form.title,
    reference: reference(application.id),
    gist: firstSentence(first?.text ?? ''),
    sections,
  }
}

/** The files that a member may open: those of the form. What the reviewer requested from the applicant is not among them. */
const listedFiles = (form: Form, { answers }: Application, withNames: boolean) =>
  Object.entries(withNames ? form.fields : {}).flatMap(([field, { kind, label }]) => {
    const name = kind === 'file' ? (answers[field] as { readonly name?: unknown } | null)?.name : undefined
    return typeof name === 'string' ? [{ field, label, name }] : []
  })

const blank = { score: null, comment: '', conflict: false } as const

/** Whether a member is done with an application. */
const isDone = ({ score, conflict }: Review): boolean => score !== null || conflict

/** A review as it was posted, and what is wrong with it. */
function readReview(fields: Readonly<Record<string, unknown>>): Review & { readonly fault?: string } {
  const comment = typeof fields.comment === 'string' ? fields.comment.replaceAll('\r\n', '\n').trim() : ''
  const conflict = fields.score === 'conflict'
  const score = Number(fields.score)
  const review = { comment, conflict, score: isScore(score) ? score : null }
  if ([...comment].length > maxComment)
    return { ...review, fault: `The comment can have ${maxComment.toLocaleString('en')} characters at most.` }
  if (!isDone(review)) return { ...review, fault: 'Choose a score, or say that you have a conflict of interest.' }
  return review
}

/**
 * The pages of a committee's members (decision 0140). They show the applications of one round to whoever has a member's link, and save that member's reviews. They
 * answer every other request alike: an unknown link, one that has ended, an application of another round.
 */
export function memberRoutes(parts: MemberPages): Routes {
  const { committee, helperLinks, applications, formVersions, limits, secure, draw, now } = parts
  const page = (context: Context<Web>, view: CommitteeView, status: ContentfulStatusCode = 200): Response =>
    drawnResponse(context, draw(view), status)
  const none = (context: Context<Web>, comment = ''): Response => page(context, { kind: 'none', comment }, 404)

  /** What a secret opens; undefined for a wrong one and for a link that has ended. */
  async function open(memberId: string, secret: string): Promise<Opened | undefined> {
    const member = await openLink(helperLinks, `${memberId}.${secret}`, now())
    const round = member?.right === 'committee' ? await committee.round(member.scope) : undefined
    return member === undefined || round === undefined ? undefined : { member, round }
  }
  /** Counts a request, and calls `answer` with what the link of this browser opens; undefined if it opens nothing. */
  async function opened(
    context: Context<Web>,
    memberId: string,
    answer: (opened: Opened | undefined) => Promise<Response> | Response,
  ): Promise<Response> {
    const limit = await limitRefusal(enforce(limits, `committee:${limitKey(context.get('client'))}`, requests, now()))
    if (limit !== undefined) return page(context, { kind: 'limited' }, setRetryAfter(context, limit))
    return answer(await open(memberId, readLinkCookie(context, secretCookie, secure)))
  }
  const reviewsOf = async ({ member }: Opened): Promise<ReadonlyMap<string, StoredReview>> =>
    new Map((await committee.reviews({ member: member.id })).map((review) => [review.applicationId, review]))
  /** The ids of what the member reads, in their order. */
  const own = ({ member, round }: Opened): readonly string[] => sharesOf(round).get(member.id) ?? []
  const application = async (link: Opened, id: string): Promise<Application | undefined> =>
    own(link).includes(id) ? applications.byId(id) : undefined
  /** The minutes that a member still needs. */
  const minutesOf = (ids: readonly string[], reviews: ReadonlyMap<string, StoredReview>): number => {
    const all = ids.map((id) => reviews.get(id))
    const spent = all.flatMap((review) =>
      review?.readAt && review.savedAt ? [review.savedAt.getTime() - review.readAt.getTime()] : [],
    )
    return minutesLeft(spent, all.filter((review) => !isDone(review ?? blank)).length)
  }
  const about = ({ member, round }: Opened) => ({
    memberId: member.id,
    title: round.title,
    until: longDate(member.until),
    withNames: round.withNames,
  })

  async function list(context: Context<Web>, link: Opened): Promise<Response> {
    await helperLinks.see(link.member, now())
    const reviews = await reviewsOf(link)
    const rows = []
    const ids = own(link)
    for (const id of ids) {
      const stored = await applications.byId(id)
      if (stored === undefined) continue
      const { sections: _, ...row } = readable(await formVersions.of(stored), stored, link.round.withNames)
      const review = reviews.get(id)
      rows.push({ ...row, isRead: review !== undefined, ...(review ?? blank) })
    }
    return page(context, { kind: 'list', ...about(link), name: link.member.name, rows, minutes: minutesOf(ids, reviews) })
  }

  /** The page of one application. `typed`: a review that was not saved, with the reason. */
  async function reading(
    context: Context<Web>,
    link: Opened,
    id: string,
    typed?: { readonly review: Review; readonly fault: string; readonly status: ContentfulStatusCode },
  ): Promise<Response> {
    const stored = await application(link, id)
    if (stored === undefined) return none(context, typed?.review.comment)
    await committee.markRead(link.member.id, id, now())
    const form = await formVersions.of(stored)
    const reviews = await reviewsOf(link)
    const saved = reviews.get(id)
    const ids = own(link)
    const at = ids.indexOf(id)
    const files = listedFiles(form, stored, link.round.withNames)
    const view: CommitteeView = {
      ...{ kind: 'application', ...about(link), ...readable(form, stored, link.round.withNames), files },
      ...{ position: at + 1, total: ids.length, previous: ids[at - 1], next: ids[at + 1] },
      done: ids.filter((each) => isDone(reviews.get(each) ?? blank)).length,
      minutes: minutesOf(ids, reviews),
      review: typed?.review ?? saved ?? blank,
      revision: saved?.revision ?? 0,
      isSaved: typed === undefined && (saved?.revision ?? 0) > 0,
      ...(typed && { fault: typed.fault, ...(typed.status === 409 && saved && { saved }) }),
    }
    return page(context, view, typed?.status)
  }

  return new Routes('holder')
    .get(paths.committee, (context) => page(context, { kind: 'none', comment: '' }))
    .get(paths.committeeLink, (context) => {
      const [memberId = '', secret = ''] = context.req.param('token').split('.')
      return opened(context, memberId, async () => {
        const link = await open(memberId, secret)
        if (link === undefined) return none(context)
        const address = fillPath(paths.committeeMember, { member: memberId })
        const lifeS = Math.ceil((link.member.until.getTime() - now().getTime()) / 1000)
        setLinkCookie(context, secretCookie, secret, lifeS, secure, address)
        context.header('Referrer-Policy', 'no-referrer')
        return context.redirect(address, 303)
      })
    })
    .get(paths.committeeMember, (context) =>
      opened(context, context.req.param('member'), (link) => (link === undefined ? none(context) : list(context, link))),
    )
    .get(paths.committeeApplication, (context) => {
      const { member, application: id } = context.req.param()
      return opened(context, member, (link) => (link === undefined ? none(context) : reading(context, link, id)))
    })
    .post(paths.committeeApplication, (context) => {
      const { member, application: id } = context.req.param()
      return opened(context, member, async (link) => {
        const fields = await readObject(context)
        const { fault, ...review } = readReview(fields)
        if (link === undefined || !own(link).includes(id)) return none(context, review.comment)
        if (fault !== undefined) return reading(context, link, id, { review, fault, status: 422 })
        const revision = Number(fields.revision)
        const outcome = Number.isSafeInteger(revision) ? await committee.save(member, id, review, revision, now()) : 'stale'
        if (outcome === 'stale') {
          const why =
            'You saved this one in another window meanwhile. Both versions are below; saving again replaces the other one.'
          return reading(context, link, id, { review, fault: why, status: 409 })
        }
        const reviews = await reviewsOf(link)
        const ids = own(link)
        const after = [...ids.slice(ids.indexOf(id) + 1), ...ids]
        const next = after.find((other) => other !== id && !isDone(reviews.get(other) ?? blank))
        const toNext = fields.go === 'next' && next !== undefined
        return context.redirect(
          toNext
            ? fillPath(paths.committeeApplication, { member, application: next })
            : fillPath(paths.committeeMember, { member }),
          303,
        )
      })
    })
    .get(paths.committeeFile, (context) => {
      const { member, application: id, field } = context.req.param()
      return opened(context, member, async (link) => {
        const stored = link && (await application(link, id))
        const listed = stored && listedFiles(await formVersions.of(stored), stored, link.round.withNames)
        const file = listed?.some((each) => each.field === field) ? await applications.file(id, field) : undefined
        return file === undefined ? none(context) : fileResponse(context, file)
      })
    })
}
