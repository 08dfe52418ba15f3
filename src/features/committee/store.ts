import type { Insertable, Selectable } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { isListed } from '../../server/records/applications/row.ts'

/** A round of a committee: applications that its members read and score until it ends. */
export interface Round {
  readonly id: string
  readonly title: string
  /** Whether members see the applicants' names and files. */
  readonly withNames: boolean
  readonly createdAt: Date
  readonly endsAt: Date
  /** When the reviewer ended it; null before. */
  readonly endedAt: Date | null
}

/** A member of the committee of one round. */
export interface Member {
  readonly id: string
  readonly roundId: string
  readonly name: string
  /** Empty for a member without one. */
  readonly email: string
  /** How many links were made before the present one. */
  readonly generation: number
  /** SHA-256 of the secret in the link. */
  readonly secretHash: string
  /** When the link was first opened. */
  readonly openedAt: Date | null
  /** When the reviewer ended the link; null before. */
  readonly endedAt: Date | null
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

/** A round with its members and the ids of its applications, in their order. Only those that are listed. */
export interface WholeRound extends Round {
  readonly members: readonly Member[]
  readonly applications: readonly string[]
}

/** The rounds of committees. */
export interface Committee {
  /** Adds a round; applications that are not stored are left out. */
  add(round: WholeRound): Promise<void>
  /** All rounds, newest first. */
  rounds(): Promise<readonly WholeRound[]>
  round(id: string): Promise<WholeRound | undefined>
  member(id: string): Promise<Member | undefined>
  /** The reviews of a round, or of an application in all rounds. */
  reviews(of: { readonly round: string } | { readonly application: string }): Promise<readonly StoredReview[]>
  /** Records the first time that a member opened the link or, with an application, that application. */
  markRead(memberId: string, applicationId: string | undefined, at: Date): Promise<void>
  /**
   * Saves a review over the revision that was read, 0 for the first one. The saved review has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one
   */
  save(memberId: string, applicationId: string, review: Review, revision: number, at: Date): Promise<'saved' | 'stale'>
  /** Ends a member's link, or all links of a round. @returns whether there is one */
  end(kind: 'member' | 'round', id: string, at: Date): Promise<boolean>
  /** Replaces a member's link of a generation by one of the next, which is open. @returns whether it did */
  renew(memberId: string, generation: number, secretHash: string): Promise<boolean>
  /** Deletes a round with its members, their reviews and their mail. @returns whether there was one */
  remove(id: string): Promise<boolean>
}

const moment = (at: number | null): Date | null => (at === null ? null : new Date(at))

const toMember = (row: Selectable<Tables['committee_members']>): Member => ({
  id: row.id,
  roundId: row.round_id,
  name: decodeText(row.name),
  email: decodeText(row.email),
  generation: row.generation,
  secretHash: row.secret_hash,
  openedAt: moment(row.opened_at),
  endedAt: moment(row.ended_at),
})

const memberRow = (member: Member): Insertable<Tables['committee_members']> => ({
  id: member.id,
  round_id: member.roundId,
  name: encodeText(member.name),
  email: encodeText(member.email),
  generation: member.generation,
  secret_hash: member.secretHash,
  opened_at: member.openedAt?.getTime() ?? null,
  ended_at: member.endedAt?.getTime() ?? null,
})

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

const add = (engine: Engine, round: WholeRound): Promise<void> =>
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
      })
      .execute()
    const rows = ids.flatMap((id, position) => (present.has(id) ? [{ round_id: round.id, application_id: id, position }] : []))
    if (rows.length > 0) await trx.insertInto('committee_applications').values(rows).execute()
    await trx.insertInto('committee_members').values(round.members.map(memberRow)).execute()
  })

/** The rounds, newest first; all, or the one with this id. */
async function read(db: Db, id?: string): Promise<readonly WholeRound[]> {
  const all = await db
    .selectFrom('committee_rounds')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', encodeText(id ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (all.length === 0) return []
  const ids = all.map((round) => round.id)
  const members = await db.selectFrom('committee_members').selectAll().where('round_id', 'in', ids).orderBy('id').execute()
  const applications = await db
    .selectFrom('committee_applications')
    .innerJoin('applications', 'applications.id', 'committee_applications.application_id')
    .select(['round_id', 'application_id'])
    .where('round_id', 'in', ids)
    .where(isListed)
    .orderBy('position')
    .execute()
  return all.map((round) => ({
    id: round.id,
    title: decodeText(round.title),
    withNames: round.with_names === 1,
    createdAt: new Date(round.created_at),
    endsAt: new Date(round.ends_at),
    endedAt: moment(round.ended_at),
    members: members.filter((member) => member.round_id === round.id).map(toMember),
    applications: applications.filter((row) => row.round_id === round.id).map((row) => decodeText(row.application_id)),
  }))
}

async function markRead(trx: Db, memberId: string, applicationId: string | undefined, at: Date): Promise<void> {
  const read_at = at.getTime()
  if (applicationId === undefined) {
    await trx
      .updateTable('committee_members')
      .set({ opened_at: read_at })
      .where('id', '=', encodeText(memberId))
      .where('opened_at', 'is', null)
      .execute()
    return
  }
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
      return numUpdatedRows === 1n ? 'saved' : 'stale'
    })

const remove = (engine: Engine, id: string): Promise<boolean> =>
  engine.write(async (trx) => {
    const members = trx.selectFrom('committee_members').select('id').where('round_id', '=', encodeText(id))
    // Mail that is being sent is left to its worker.
    await trx
      .deleteFrom('outbox')
      .where('topic', '=', 'mail.other')
      .where('state', '<>', 'claimed')
      .where('application_id', 'in', members)
      .execute()
    const { numDeletedRows } = await trx.deleteFrom('committee_rounds').where('id', '=', encodeText(id)).executeTakeFirst()
    return numDeletedRows === 1n
  })

/** The hashes of all secrets whose links are open. */
export const openSecrets = async (db: Db): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('committee_members')
      .innerJoin('committee_rounds', 'committee_rounds.id', 'committee_members.round_id')
      .select('secret_hash')
      .where('committee_members.ended_at', 'is', null)
      .where('committee_rounds.ended_at', 'is', null)
      .execute()
  ).map(({ secret_hash }) => secret_hash)

/** Ends the links of a restored database that were not open any more in the replaced one. @param open see `openSecrets` */
export const endOtherSecrets = (engine: Engine, open: readonly string[], at: Date): Promise<void> =>
  engine.write(async (trx) => {
    const ended = (await openSecrets(trx)).filter((secret) => !open.includes(secret))
    if (ended.length === 0) return
    await trx.updateTable('committee_members').set({ ended_at: at.getTime() }).where('secret_hash', 'in', ended).execute()
  })

export const committee = (engine: Engine): Committee => ({
  add: (round) => add(engine, round),
  rounds: () => read(engine.read),
  round: async (id) => (await read(engine.read, id))[0],
  async member(id) {
    const row = await engine.read.selectFrom('committee_members').selectAll().where('id', '=', encodeText(id)).executeTakeFirst()
    return row && toMember(row)
  },
  async reviews(of) {
    const all = engine.read.selectFrom('committee_reviews').selectAll('committee_reviews').orderBy('member_id')
    const rows =
      'application' in of
        ? all.where('application_id', '=', encodeText(of.application))
        : all.where('member_id', 'in', (eb) =>
            eb.selectFrom('committee_members').select('id').where('round_id', '=', encodeText(of.round)),
          )
    return (await rows.execute()).map(toReview)
  },
  markRead: (...read) => engine.write((trx) => markRead(trx, ...read)),
  save: save(engine),
  end: (kind, id, at) =>
    engine.writeOne(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable(kind === 'member' ? 'committee_members' : 'committee_rounds')
        .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(at.getTime())) }))
        .where('id', '=', encodeText(id))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
  renew: (memberId, generation, secretHash) =>
    engine.writeOne(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('committee_members')
        .set({ generation: generation + 1, secret_hash: secretHash, ended_at: null })
        .where('id', '=', encodeText(memberId))
        .where('generation', '=', generation)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
  remove: (id) => remove(engine, id),
})
