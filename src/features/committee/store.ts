// A long file: rounds, who reads what, and reviews are written in transactions with each other.
import { type Selectable, sql } from 'kysely'
import { isOpen } from '../../server/auth/helper-links.ts'
import type { Engine } from '../../server/database/engine.ts'
import type { Stored } from '../../server/database/stored.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { addHelperLinks, toLink } from '../../server/records/access/helper-links.ts'
import type { HelperLink, LinkMail } from '../../server/records/access/port.ts'
import { isListed } from '../../server/records/applications/row.ts'
import { insertRows } from '../../server/storage/rows.ts'
import { roundLimits } from './api.ts'
import { boundOf, type Reader, shareOut } from './rules.ts'

/** A round of a committee: applications that its members read and score until it ends. */
interface Round {
  readonly id: string
  readonly title: string
  /** Whether members see the applicants' names and files. */
  readonly withNames: boolean
  readonly createdAt: Date
  readonly endsAt: Date
  /** When the reviewer ended it; null before. */
  readonly endedAt: Date | null
  /** How many members read each application; null: all of them. */
  readonly readers: number | null
}

/** What a member wrote about an application. */
export interface Review {
  /** From 1 to 5; null without a score. */
  readonly score: number | null
  readonly comment: string
  /** Whether the member has a conflict of interest, and does not score it. */
  readonly conflict: boolean
}

/** The review of a member as it is stored: it begins when the member opens the application, with revision 0. */
export interface StoredReview extends Review {
  readonly memberId: string
  readonly applicationId: string
  readonly revision: number
  readonly readAt: Date | null
  /** When the member last saved it; null if the application was only opened. */
  readonly savedAt: Date | null
}

/** Until when the links of a round work that are given now. After its day a link that was extended keeps it open. */
export const openUntil = ({ endsAt, members }: WholeRound, now: Date): Date => {
  const open = members.filter((member) => isOpen(member, now)).map(({ until }) => until.getTime())
  return endsAt > now ? endsAt : new Date(Math.max(endsAt.getTime(), ...open))
}

/** Whether a round is open, and the reviewer has not ended it. */
export const isRoundOpen = (round: WholeRound, now: Date): boolean => round.endedAt === null && openUntil(round, now) > now

/** A round with its members, by their links, and the ids of its applications, in their order. Only those that are listed. */
export interface WholeRound extends Round {
  readonly members: readonly HelperLink[]
  readonly applications: readonly string[]
  /** Who reads what, if it is shared out. */
  readonly shared: readonly Reader[]
}

/** The ids of the applications that each member reads, in their order, by the id of the member. */
export function sharesOf({ readers, applications, members, shared }: WholeRound): ReadonlyMap<string, readonly string[]> {
  if (readers === null) return new Map(members.map(({ id }) => [id, applications]))
  const byMember = Map.groupBy(shared, ({ memberId }) => memberId)
  return new Map(
    members.map(({ id }) => {
      const own = new Set(byMember.get(id)?.map(({ applicationId }) => applicationId))
      return [id, applications.filter((each) => own.has(each))]
    }),
  )
}

/** How many of their applications a member has opened, and how many of these are done: scored, or marked as a conflict of interest. */
export interface Progress {
  readonly read: number
  readonly done: number
}

export interface Committee {
  /** Adds a round; applications that are not stored are left out. */
  add(round: Omit<WholeRound, 'shared'>, mail: LinkMail): Promise<void>
  /** Adds a member to a round, and shares it out again, unless it has ended, has all its members, or one of that name. */
  join(roundId: string, member: HelperLink, mail: LinkMail): Promise<'joined' | 'ended' | 'full' | 'named'>
  /** Shares a round out again, after a member left or came back; without an id all that are not ended: links also end on other pages, and by themselves. */
  share(at: Date, roundId?: string): Promise<void>
  /** The ids of the rounds that are open. */
  openRounds(at: Date): Promise<readonly string[]>
  /** The ids of the applications that are in a round. */
  chosen(): Promise<readonly string[]>
  /** Which of these keys are in the outbox. */
  queued(keys: readonly string[]): Promise<readonly string[]>
  /** All rounds, newest first, or those that an application is in. */
  rounds(applicationId?: string): Promise<readonly WholeRound[]>
  round(id: string): Promise<WholeRound | undefined>
  /** The reviews of a round, of a member, or of an application in all rounds. */
  reviews(
    of: { readonly round: string } | { readonly member: string } | { readonly application: string },
  ): Promise<readonly StoredReview[]>
  /** How far each member is who has opened something, by the member's id; of one round, or of all. */
  progress(roundId?: string): Promise<ReadonlyMap<string, Progress>>
  /** The mean of the scores of each application that has one, in all rounds. */
  means(): Promise<ReadonlyMap<string, number>>
  /** Records the first time that a member opened an application. */
  markRead(memberId: string, applicationId: string, at: Date): Promise<void>
  /**
   * Saves a review over the revision that was read, 0 for the first one. The saved review has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one, and not this review's own
   */
  save(memberId: string, applicationId: string, review: Review, revision: number, at: Date): Promise<'saved' | 'stale'>
  /** Ends a round with the links of its members. @returns whether there is one */
  end(id: string, at: Date): Promise<boolean>
  /** Deletes a round with its members, their reviews and their mail. @returns whether there was one */
  remove(id: string): Promise<boolean>
}

const moment = (at: number | null): Date | null => (at === null ? null : new Date(at))

const toReview = (row: Selectable<Tables['committee_reviews']>): StoredReview => ({
  memberId: row.member_id,
  applicationId: decodeText(row.application_id),
  revision: row.revision,
  score: row.score,
  comment: decodeText(row.comment),
  conflict: row.conflict === 1,
  readAt: moment(row.read_at),
  savedAt: moment(row.saved_at),
})

/** Shares a round out among the members whose links are open. What a member has opened stays with them. */
async function share(engine: Engine, trx: Db, roundId: string, at: Date): Promise<void> {
  await engine.lock(trx, `committee:${roundId}`)
  const [round] = await read(trx, [roundId])
  if (round === undefined || round.readers === null) return
  const reviews = await trx
    .selectFrom('committee_reviews')
    .select(['member_id', 'application_id', 'saved_at', 'conflict'])
    .where('member_id', 'in', (eb) => eb.selectFrom('helper_links').select('id').where('scope', '=', encodeText(roundId)))
    .orderBy('member_id')
    .orderBy('application_id')
    .execute()
  const members = round.members.filter((member) => isOpen(member, at)).map(({ id }) => id)
  // Of a member who left only what they saved.
  const opened = reviews
    .filter((row) => row.saved_at !== null || members.includes(decodeText(row.member_id)))
    .map((row) => ({
      ...{ memberId: decodeText(row.member_id), applicationId: decodeText(row.application_id), conflict: row.conflict === 1 },
    }))
  const shared = shareOut(round.applications, members, round.readers, opened, round.shared)
  const names = (pairs: readonly Reader[]): string =>
    pairs
      .map(({ memberId, applicationId }) => `${memberId} ${applicationId}`)
      .toSorted()
      .join()
  if (names(shared) === names(round.shared)) return
  await trx.deleteFrom('committee_readers').where('round_id', '=', encodeText(roundId)).execute()
  const rows = shared.map(({ memberId, applicationId }) => ({
    ...{ round_id: encodeText(roundId), member_id: encodeText(memberId), application_id: encodeText(applicationId) },
  }))
  await insertRows(trx, 'committee_readers', ['round_id', 'member_id', 'application_id'], rows)
}

const add = (engine: Engine, round: Omit<WholeRound, 'shared'>, mail: LinkMail): Promise<void> =>
  engine.write(async (trx) => {
    const ids = round.applications.map(encodeText)
    const stored = await trx.selectFrom('applications').select('id').where('id', 'in', ids).execute()
    const present = new Set(stored.map(({ id }) => id))
    await trx
      .insertInto('committee_rounds')
      .values({
        id: round.id,
        title: encodeText(round.title),
        with_names: Number(round.withNames),
        created_at: round.createdAt.getTime(),
        ends_at: round.endsAt.getTime(),
        ended_at: null,
        readers: round.readers,
      })
      .execute()
    const rows = ids.flatMap((id, position) => (present.has(id) ? [{ round_id: round.id, application_id: id, position }] : []))
    await insertRows(trx, 'committee_applications', ['round_id', 'application_id', 'position'], rows)
    await addHelperLinks(engine, trx, round.members, mail)
    await share(engine, trx, round.id, round.createdAt)
  })

/** The rounds, newest first; all, or those with these ids. */
async function read(db: Db, only?: readonly string[]): Promise<readonly WholeRound[]> {
  if (only?.length === 0) return []
  const all = await db
    .selectFrom('committee_rounds')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('id', 'in', (only ?? []).map(encodeText)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (all.length === 0) return []
  const ids = all.map((round) => round.id)
  const members = (await db.selectFrom('helper_links').selectAll().where('scope', 'in', ids).orderBy('id').execute()).map(toLink)
  const applications = await db
    .selectFrom('committee_applications')
    .innerJoin('applications', 'applications.id', 'committee_applications.application_id')
    .select(['round_id', 'application_id'])
    .where('round_id', 'in', ids)
    .where(isListed)
    .orderBy('position')
    .execute()
  const shared = await db
    .selectFrom('committee_readers')
    .selectAll()
    .where('round_id', 'in', ids)
    .orderBy('member_id')
    .orderBy('application_id')
    .execute()
  const listedIn = Map.groupBy(applications, (row) => row.round_id)
  const sharedIn = Map.groupBy(shared, (row) => row.round_id)
  return all.map((round) => ({
    readers: round.readers,
    shared: (sharedIn.get(round.id) ?? []).map((row) => ({
      ...{ memberId: decodeText(row.member_id), applicationId: decodeText(row.application_id) },
    })),
    id: round.id,
    title: decodeText(round.title),
    withNames: round.with_names === 1,
    createdAt: new Date(round.created_at),
    endsAt: new Date(round.ends_at),
    endedAt: moment(round.ended_at),
    members: members.filter(({ scope }) => scope === round.id),
    applications: (listedIn.get(round.id) ?? []).map((row) => decodeText(row.application_id)),
  }))
}

/** The ids of the rounds that are open, or only of those that are shared out. Those that are over stay, and become many. */
async function openRounds(db: Db, at: Date, isShared = false): Promise<readonly string[]> {
  const rounds = await db
    .selectFrom('committee_rounds')
    .select('id')
    .$if(isShared, (query) => query.where('readers', 'is not', null))
    .where('ended_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('ends_at', '>', at.getTime()),
        exists(
          selectFrom('helper_links')
            .select('helper_links.id')
            .whereRef('scope', '=', 'committee_rounds.id')
            .where('helper_links.ended_at', 'is', null)
            .where('until', '>', at.getTime()),
        ),
      ]),
    )
    .execute()
  return rounds.map(({ id }) => decodeText(id))
}

async function markRead(trx: Db, memberId: string, applicationId: string, at: Date): Promise<void> {
  const read_at = at.getTime()
  const blank = { revision: 0, score: null, comment: '', conflict: 0, saved_at: null }
  await trx
    .insertInto('committee_reviews')
    .values({ member_id: encodeText(memberId), application_id: encodeText(applicationId), read_at, ...blank })
    .onConflict((conflict) => conflict.columns(['member_id', 'application_id']).doNothing())
    .execute()
}

const save =
  (engine: Engine): Committee['save'] =>
  (memberId, applicationId, { score, comment, conflict }, revision, at) =>
    engine.write(async (trx) => {
      await markRead(trx, memberId, applicationId, at)
      const { numUpdatedRows } = await trx
        .updateTable('committee_reviews')
        .set({
          score,
          comment: encodeText(comment),
          conflict: Number(conflict),
          saved_at: at.getTime(),
          revision: revision + 1,
        })
        .where('member_id', '=', encodeText(memberId))
        .where('application_id', '=', encodeText(applicationId))
        .where('revision', '=', revision)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return 'saved'
      // The same review again, whose answer did not arrive, is saved already.
      const again = await trx
        .selectFrom('committee_reviews')
        .select('revision')
        .where('member_id', '=', encodeText(memberId))
        .where('application_id', '=', encodeText(applicationId))
        .where('revision', '=', revision + 1)
        .where('score', 'is not distinct from', score)
        .where('comment', '=', encodeText(comment))
        .where('conflict', '=', Number(conflict))
        .executeTakeFirst()
      return again === undefined ? 'stale' : 'saved'
    })

const remove = (engine: Engine, id: string): Promise<boolean> =>
  engine.write(async (trx) => {
    const members = trx.selectFrom('helper_links').select('id').where('scope', '=', encodeText(id))
    // Mail that is being sent is left to its worker.
    await trx
      .deleteFrom('outbox')
      .where('topic', '=', 'mail.other')
      .where('state', '<>', 'claimed')
      .where('application_id', 'in', members)
      .execute()
    await trx.deleteFrom('helper_links').where('scope', '=', encodeText(id)).execute()
    const { numDeletedRows } = await trx.deleteFrom('committee_rounds').where('id', '=', encodeText(id)).executeTakeFirst()
    return numDeletedRows === 1n
  })

const end = (engine: Engine, id: string, at: Date): Promise<boolean> =>
  engine.write(async (trx) => {
    await engine.lock(trx, `committee:${id}`)
    const ended_at = at.getTime()
    const { numUpdatedRows } = await trx
      .updateTable('committee_rounds')
      .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(ended_at)) }))
      .where('id', '=', encodeText(id))
      .executeTakeFirst()
    await trx
      .updateTable('helper_links')
      .set({ ended_at })
      .where('scope', '=', encodeText(id))
      .where('ended_at', 'is', null)
      .execute()
    return numUpdatedRows === 1n
  })

/** The mean of the scores of each application that has one, in all rounds, as it is shown: to one decimal. */
async function means(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('committee_reviews')
    .select(({ fn }) => ['application_id', fn.sum('score').as('sum'), fn.countAll().as('count')])
    .where('score', 'is not', null)
    .where('conflict', '=', 0)
    .groupBy('application_id')
    .execute()
  return new Map(
    rows.map(({ application_id, sum, count }) => [
      decodeText(application_id),
      Math.round((10 * Number(sum)) / Number(count)) / 10,
    ]),
  )
}

async function progress(db: Db, roundId?: string): Promise<ReadonlyMap<string, Progress>> {
  const rows = await db
    .selectFrom('committee_reviews as review')
    .innerJoin('helper_links as member', 'member.id', 'review.member_id')
    .innerJoin('committee_rounds as round', 'round.id', 'member.scope')
    .innerJoin('committee_applications as listed', (join) =>
      join.onRef('listed.round_id', '=', 'round.id').onRef('listed.application_id', '=', 'review.application_id'),
    )
    .innerJoin('applications', 'applications.id', 'review.application_id')
    .select(({ fn }) => [
      'review.member_id',
      fn.countAll().as('read'),
      sql`sum(case when review.score is not null or review.conflict = 1 then 1 else 0 end)`.as('done'),
    ])
    .where(isListed)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('round.readers', 'is', null),
        exists(
          selectFrom('committee_readers as reader')
            .select('reader.member_id')
            .whereRef('reader.round_id', '=', 'round.id')
            .whereRef('reader.member_id', '=', 'review.member_id')
            .whereRef('reader.application_id', '=', 'review.application_id'),
        ),
      ]),
    )
    .$if(roundId !== undefined, (query) => query.where('round.id', '=', encodeText(roundId ?? '')))
    .groupBy('review.member_id')
    .execute()
  return new Map(rows.map(({ member_id, read, done }) => [decodeText(member_id), { read: Number(read), done: Number(done) }]))
}

/** An application whose mean is so, as it is shown: to one decimal. */
export const filters: NonNullable<Stored['filters']> = {
  committee(value) {
    const { comparison, score } = boundOf(value) ?? { comparison: '=', score: 0 }
    const mean = sql`round(10.0 * sum(score) / count(*))`
    return sql<boolean>`applications.id in (
      select application_id from committee_reviews where score is not null and conflict = 0
      group by application_id having ${mean} ${sql.raw(comparison)} ${Math.round(10 * score)})`
  },
}

export const committee = (engine: Engine): Committee => ({
  add: (round, mail) => add(engine, round, mail),
  join: (roundId, member, mail) =>
    engine.write(async (trx) => {
      await engine.lock(trx, `committee:${roundId}`)
      const [round] = await read(trx, [roundId])
      if (round === undefined || !isRoundOpen(round, mail.at)) return 'ended'
      if (round.members.some(({ name }) => name === member.name)) return 'named'
      if (round.members.length >= roundLimits.members) return 'full'
      await addHelperLinks(engine, trx, [member], mail)
      await share(engine, trx, roundId, mail.at)
      return 'joined'
    }),
  async share(at, roundId) {
    for (const id of roundId === undefined ? await openRounds(engine.read, at, true) : [roundId])
      await engine.write((trx) => share(engine, trx, id, at))
  },
  openRounds: (at) => openRounds(engine.read, at),
  chosen: async () => {
    const rows = await engine.read.selectFrom('committee_applications').select('application_id').distinct().execute()
    return rows.map((row) => decodeText(row.application_id))
  },
  queued: async (keys) =>
    keys.length === 0
      ? []
      : (
          await engine.read
            .selectFrom('outbox')
            .select('key')
            .where('key', 'in', [...keys])
            .execute()
        ).map(({ key }) => key),
  async rounds(applicationId) {
    if (applicationId === undefined) return read(engine.read)
    const those = engine.read.selectFrom('committee_applications').select('round_id')
    const rows = await those.where('application_id', '=', encodeText(applicationId)).execute()
    return read(
      engine.read,
      rows.map((row) => decodeText(row.round_id)),
    )
  },
  round: async (id) => (await read(engine.read, [id]))[0],
  async reviews(of) {
    const all = engine.read.selectFrom('committee_reviews').selectAll('committee_reviews').orderBy('member_id')
    const those =
      'application' in of
        ? all.where('application_id', '=', encodeText(of.application))
        : 'member' in of
          ? all.where('member_id', '=', encodeText(of.member))
          : all.where('member_id', 'in', (eb) =>
              eb.selectFrom('helper_links').select('id').where('scope', '=', encodeText(of.round)),
            )
    return (await those.execute()).map(toReview)
  },
  progress: (roundId) => progress(engine.read, roundId),
  means: () => means(engine.read),
  markRead: (...read) => engine.write((trx) => markRead(trx, ...read)),
  save: save(engine),
  end: (id, at) => end(engine, id, at),
  remove: (id) => remove(engine, id),
})
