import { fillPath } from '../../api/route.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { isOpen, type LinkSecrets } from '../../server/auth/helper-links.ts'
import { readObject } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import type { HelperLink, HelperLinks } from '../../server/records/access/port.ts'
import type { Applications } from '../../server/records/applications/port.ts'
import { dayAfter, dayOf, endOfDay } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId, reference } from '../../shared/ids.ts'
import { isObject } from '../../shared/json.ts'
import {
  type ApplicationCommitteeResponse,
  type CommitteeReviewRecord,
  type CommitteeRoundRecord,
  committeePaths,
  roundLimits,
  committeeRoutes as routes,
} from './api.ts'
import { linkDraft, linkMail, reminderDraft, reminderKey } from './mail.ts'
import { summaryOf } from './rules.ts'
import { type Committee, isRoundOpen, openUntil, type Progress, type StoredReview, sharesOf, type WholeRound } from './store.ts'

interface CommitteeDesk {
  readonly committee: Committee
  readonly helperLinks: HelperLinks
  readonly secrets: LinkSecrets
  readonly publicUrl: string
  readonly applications: Pick<Applications, 'byId'>
  now(): Date
  /** Queues mail, and wakes the worker that sends it. */
  queue(drafts: readonly OutboxDraft[]): Promise<void>
  poke(): void
}

const notFound = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'This round or link does not exist any more.' })

const ended = (): AppError => new AppError('CONFLICT', { message: 'This round has ended.' })

const maxName = 120

const sameName = 'Two people have the same name'

/** A line of text; a fault when it is none, empty or too long. */
function readLine(value: unknown, name: string, label: string, faults: Record<string, string>): string {
  const line = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  if (line === '') faults[name] = `${label} is required`
  else if ([...line].length > maxName) faults[name] = `${label} can have ${maxName} characters at most`
  return line
}

/** Reads the members of a new round: a name each, and an address or none. */
function readMembers(value: unknown, faults: Record<string, string>): readonly Pick<HelperLink, 'name' | 'email'>[] {
  const list = Array.isArray(value) ? value.filter(isObject) : []
  if (list.length === 0 || list.length > roundLimits.members)
    faults.members = `Name 1 to ${roundLimits.members} people, one on each line`
  const members = list.slice(0, roundLimits.members).map((member, index) => {
    const email = member.email === '' || member.email === undefined ? '' : readEmail(member.email)
    if (email === undefined) faults[`members.${index}.email`] = invalidEmail
    return { name: readLine(member.name, `members.${index}.name`, 'The name', faults), email: email ?? '' }
  })
  if (new Set(members.map(({ name }) => name)).size < members.length) faults.members = sameName
  return members
}

const newMember = (
  member: Pick<HelperLink, 'id' | 'name' | 'email'>,
  { id, title }: Pick<WholeRound, 'id' | 'title'>,
  until: Date,
  now: Date,
): HelperLink => ({
  ...{ ...member, right: 'committee', scope: id, title, generation: 0, secretHash: '' },
  ...{ createdAt: now, until, usedAt: null, seenAt: null, endedAt: null },
})

/** Reads a new round. @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readRound(
  body: Readonly<Record<string, unknown>>,
  now: Date,
): { readonly round: Omit<WholeRound, 'shared'>; readonly mail: boolean } {
  const faults: Record<string, string> = {}
  const { ids, days, readers = null } = body
  const areIds = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')
  if (!areIds || ids.length > roundLimits.applications) faults.ids = `Choose 1 to ${roundLimits.applications} applications`
  if (!Number.isInteger(days) || Number(days) < 1 || Number(days) > roundLimits.days)
    faults.days = `The links can work for 1 to ${roundLimits.days} days`
  const title = readLine(body.title, 'title', 'A title', faults)
  const named = readMembers(body.members, faults)
  if (readers !== null && !(Number.isInteger(readers) && Number(readers) >= 1 && Number(readers) <= named.length))
    faults.readers = 'Each application is read by one member at least, and by all at most'
  refuseFaults(faults)
  const id = newId(now)
  // Sorted, so that ids of one millisecond are in the order of the names.
  const memberIds = named.map(() => newId(now)).sort()
  const until = endOfDay(dayAfter(dayOf(now), Number(days)))
  const members = named.map((member, index) =>
    newMember({ ...member, id: memberIds[index] ?? newId(now) }, { id, title }, until, now),
  )
  return {
    round: {
      ...{ id, title, members, withNames: body.with_names === true, createdAt: now, endedAt: null },
      endsAt: until,
      readers: readers as number | null,
      applications: [...new Set(ids as string[])],
    },
    mail: body.mail === true,
  }
}

const reviewRecord = (members: readonly HelperLink[], review: StoredReview): CommitteeReviewRecord => ({
  member: members.find(({ id }) => id === review.memberId)?.name ?? '',
  read_at: review.readAt?.toISOString() ?? null,
  saved_at: review.savedAt?.toISOString() ?? null,
  score: review.score,
  comment: review.comment,
  conflict: review.conflict,
})

function roundRecord(
  round: WholeRound,
  progress: ReadonlyMap<string, Progress>,
  reminded: readonly string[],
  now: Date,
): CommitteeRoundRecord {
  const shares = sharesOf(round)
  return {
    id: round.id,
    title: round.title,
    with_names: round.withNames,
    created_at: round.createdAt.toISOString(),
    ends_at: round.endsAt.toISOString(),
    ended_at: round.endedAt?.toISOString() ?? null,
    open: isRoundOpen(round, now),
    applications: round.applications,
    readers: round.readers,
    members: round.members.map((member) => ({
      total: shares.get(member.id)?.length ?? 0,
      reminded: reminded.includes(reminderKey(member.id, now)),
      id: member.id,
      name: member.name,
      email: member.email,
      opened_at: member.seenAt?.toISOString() ?? null,
      ended_at: member.endedAt?.toISOString() ?? null,
      ...(progress.get(member.id) ?? { read: 0, done: 0 }),
    })),
  }
}

/** The rounds of committees at the desk: made, read, ended and deleted (decision 0140). */
export function deskRoutes(desk: CommitteeDesk): Routes {
  const { committee, helperLinks, secrets, publicUrl, applications, now, queue, poke } = desk
  const roundOf = async (id: string): Promise<WholeRound> => {
    const round = await committee.round(id)
    if (round === undefined) throw notFound()
    return round
  }
  const remindedToday = (rounds: readonly WholeRound[]): Promise<readonly string[]> =>
    committee.queued(rounds.flatMap(({ members }) => members.map(({ id }) => reminderKey(id, now()))))
  const urlOf = (member: HelperLink): string | undefined => {
    const token = secrets.token(member)
    return token && publicUrl + fillPath(committeePaths.committeeLink, { token })
  }
  /** @throws AppError RECORD_NOT_FOUND */
  const memberOf = async (id: string): Promise<HelperLink> => {
    const member = await helperLinks.byId(id)
    if (member?.right !== 'committee') throw notFound()
    return member
  }
  /** The present link of a member. One that has ended, or was made with another key, is replaced. */
  async function linkOf(id: string): Promise<{ readonly member: HelperLink; readonly url: string }> {
    const member = await memberOf(id)
    const url = member.endedAt === null ? urlOf(member) : undefined
    if (url !== undefined) return { member, url }
    const generation = member.generation + 1
    await helperLinks.renew(member, secrets.hash({ ...member, generation }))
    return linkOf(id)
  }
  return new Routes('admin')
    .on(routes.committees, async () => {
      const rounds = await committee.rounds()
      const [progress, reminded] = await Promise.all([committee.progress(), remindedToday(rounds)])
      return { rounds: rounds.map((round) => roundRecord(round, progress, reminded, now())) }
    })
    .on(routes.committeeMeans, async () => {
      const [ids, means, open] = await Promise.all([committee.chosen(), committee.means(), committee.openRounds(now())])
      return { means: Object.fromEntries(ids.map((id) => [id, means.get(id) ?? null])), open: open.length > 0 }
    })
    .on(routes.makeCommittee, async (context) => {
      const { round, mail } = readRound(await readObject(context), now())
      const members = round.members.map((member) => ({ ...member, secretHash: secrets.hash(member) }))
      const mailed = members.filter(({ email }) => mail && email !== '')
      await committee.add({ ...round, members }, linkMail(mailed, now()))
      poke()
      return {
        id: round.id,
        links: members.map((member) => ({
          ...{ name: member.name, url: urlOf(member) ?? '', mailed: mailed.includes(member) },
        })),
      }
    })
    .on(routes.committee, async (context) => {
      const round = await roundOf(context.req.param('id'))
      const [reviews, progress, reminded] = await Promise.all([
        committee.reviews({ round: round.id }),
        committee.progress(round.id),
        remindedToday([round]),
      ])
      const byApplication = Map.groupBy(reviews, ({ applicationId }) => applicationId)
      const readers = Map.groupBy(
        [...sharesOf(round)].flatMap(([memberId, ids]) => ids.map((id) => ({ memberId, id }))),
        ({ id }) => id,
      )
      const stored = await Promise.all(round.applications.map((id) => applications.byId(id)))
      return {
        round: roundRecord(round, progress, reminded, now()),
        applications: stored.flatMap((application) => {
          if (application === undefined) return []
          const own = byApplication.get(application.id) ?? []
          const { id, companyName, applicantName, formType } = application
          return [
            {
              ...{ id, form_type: formType, name: companyName || applicantName || reference(id) },
              summary: summaryOf(own),
              reviews: own.map((review) => reviewRecord(round.members, review)),
              readers: (readers.get(id) ?? []).map(({ memberId }) => memberId),
            },
          ]
        }),
      }
    })
    .on(routes.joinCommittee, async (context) => {
      const round = await roundOf(context.req.param('id'))
      const body = await readObject(context)
      const faults: Record<string, string> = {}
      const [named = { name: '', email: '' }] = readMembers([body], faults)
      refuseFaults(faults)
      const made = newMember({ ...named, id: newId(now()) }, round, openUntil(round, now()), now())
      const member = { ...made, secretHash: secrets.hash(made) }
      const mailed = body.mail === true && member.email !== ''
      const outcome = await committee.join(round.id, member, linkMail(mailed ? [member] : [], now()))
      if (outcome === 'named') refuseFaults({ members: sameName })
      if (outcome === 'ended') throw ended()
      if (outcome === 'full') throw new AppError('CONFLICT', { message: `A round has ${roundLimits.members} members at most.` })
      poke()
      return { id: round.id, links: [{ name: member.name, url: urlOf(member) ?? '', mailed }] }
    })
    .on(routes.remindCommittee, async (context) => {
      const round = await roundOf(context.req.param('id'))
      if (!isRoundOpen(round, now())) throw ended()
      const [progress, reminded] = await Promise.all([committee.progress(round.id), remindedToday([round])])
      const { members } = roundRecord(round, progress, reminded, now())
      const isLate = new Set(members.filter(({ done, total, reminded }) => done < total && !reminded).map(({ id }) => id))
      const due = round.members.filter((member) => member.email !== '' && isOpen(member, now()) && isLate.has(member.id))
      if (due.length > 0) await queue(due.map(({ id }) => reminderDraft(id, now())))
      return { letters: due.length }
    })
    .on(routes.removeCommittee, async (context) => {
      if (!(await committee.remove(context.req.param('id')))) throw notFound()
      return succeeded
    })
    .on(routes.endCommittee, async (context) => {
      if (!(await committee.end(context.req.param('id'), now()))) throw notFound()
      return succeeded
    })
    .on(routes.endCommitteeLink, async (context) => {
      const { id, scope } = await memberOf(context.req.param('id'))
      await helperLinks.end(id, now())
      await committee.share(now(), scope)
      return succeeded
    })
    .on(routes.committeeLink, async (context) => {
      const { mail } = await readObject(context)
      const before = await memberOf(context.req.param('id'))
      const round = await roundOf(before.scope)
      if (!isRoundOpen(round, now())) throw ended()
      const { member, url } = await linkOf(before.id)
      if (member.until <= now()) await helperLinks.extend(member.id, openUntil(round, now()))
      if (!isOpen(before, now())) await committee.share(now(), before.scope)
      if (mail === true && member.email !== '') await queue([linkDraft(member.id, now())])
      return { url }
    })
    .on(routes.applicationCommittee, async (context) => {
      const id = context.req.param('id')
      const all = await committee.reviews({ application: id })
      const rounds = (await committee.rounds(id)).filter((round) => round.applications.includes(id))
      return {
        rounds: rounds.map((round): ApplicationCommitteeResponse['rounds'][number] => {
          const own = all.filter(({ memberId }) => round.members.some((member) => member.id === memberId))
          return {
            ...{ id: round.id, title: round.title, members: round.members.length, summary: summaryOf(own) },
            reviews: own.map((review) => reviewRecord(round.members, review)),
          }
        }),
      }
    })
}
