import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { isStatus } from '../../applications/application.ts'
import type { Engine } from '../../server/database/engine.ts'
import type { CarriedOver, Stored } from '../../server/database/stored.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { type Offer, type OfferState, stateOf } from './rules.ts'

/** The offers. What is written about one is written with the history entry of its application, so two writes never meet. */
export interface Offers {
  /** The offer of an application; undefined when it never had one. */
  of(applicationId: string): Promise<Offer | undefined>
  /** Every offer with its state, in the order in which they were made. */
  all(now: Date): Promise<readonly { readonly offer: Offer; readonly state: OfferState }[]>
  /** Writes an offer in place of an earlier one. A deal with a new text gets the next version. */
  put(trx: Db, offer: Omit<Offer, 'version'>): Promise<void>
}

type Row = Selectable<Tables['offers']> & Pick<Selectable<Tables['offer_deals']>, 'version' | 'sentences'>

const moment = (at: number | null): Date | null => (at === null ? null : new Date(at))

const toOffer = (row: Row): Offer => ({
  id: row.id,
  applicationId: decodeText(row.application_id),
  cohort: decodeText(row.cohort),
  hash: row.hash,
  version: row.version,
  sentences: JSON.parse(row.sentences),
  people: decodeText(row.people),
  decidedAt: moment(row.decided_at),
  offeredAt: new Date(row.offered_at),
  offeredBy: row.offered_by,
  endsAt: new Date(row.ends_at),
  answer: row.answer as Offer['answer'],
  answeredAt: moment(row.answered_at),
  words: decodeText(row.words),
  sheet: decodeText(row.sheet),
})

const toRow = (offer: Omit<Offer, 'version'>): Insertable<Tables['offers']> => ({
  application_id: encodeText(offer.applicationId),
  id: offer.id,
  cohort: encodeText(offer.cohort),
  hash: offer.hash,
  people: encodeText(offer.people),
  decided_at: offer.decidedAt?.getTime() ?? null,
  offered_at: offer.offeredAt.getTime(),
  offered_by: offer.offeredBy,
  ends_at: offer.endsAt.getTime(),
  answer: offer.answer,
  answered_at: offer.answeredAt?.getTime() ?? null,
  words: encodeText(offer.words),
  sheet: encodeText(offer.sheet),
})

const withDeals = (db: Db) =>
  db
    .selectFrom('offers')
    .innerJoin('offer_deals', (join) =>
      join.onRef('offer_deals.cohort', '=', 'offers.cohort').onRef('offer_deals.hash', '=', 'offers.hash'),
    )
    .selectAll('offers')
    .select(['version', 'sentences'])

const putRow = (trx: Db, row: Insertable<Tables['offers']>) =>
  trx
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute()

async function put(engine: Engine, trx: Db, offer: Omit<Offer, 'version'>): Promise<void> {
  const cohort = encodeText(offer.cohort)
  const deals = () => trx.selectFrom('offer_deals').where('cohort', '=', cohort)
  await engine.lock(trx, 'offer deals')
  if ((await deals().select('hash').where('hash', '=', offer.hash).executeTakeFirst()) === undefined) {
    const { last } = await deals()
      .select((eb) => eb.fn.max('version').as('last'))
      .executeTakeFirstOrThrow()
    const deal = { cohort, hash: offer.hash, version: Number(last ?? 0) + 1, sentences: JSON.stringify(offer.sentences) }
    await trx.insertInto('offer_deals').values(deal).execute()
  }
  await putRow(trx, toRow(offer))
}

export const offers = (engine: Engine): Offers => ({
  async of(applicationId) {
    const row = await withDeals(engine.read).where('application_id', '=', encodeText(applicationId)).executeTakeFirst()
    return row && toOffer(row)
  },
  async all(now) {
    const rows = await withDeals(engine.read)
      .innerJoin('applications', 'applications.id', 'offers.application_id')
      .select(['applications.status', 'applications.reviewed_at', 'applications.withdrawn_at'])
      .where('applications.removed_at', 'is', null)
      .orderBy('offered_at')
      .orderBy('offers.id')
      .execute()
    return rows.map(({ status, reviewed_at, withdrawn_at, ...row }) => {
      const offer = toOffer(row)
      const application = { reviewedAt: moment(reviewed_at), withdrawnAt: moment(withdrawn_at) }
      return { offer, state: isStatus(status) ? stateOf(offer, { ...application, status }, now) : 'ended' }
    })
  },
  put: (trx, offer) => put(engine, trx, offer),
})

/** The value of an offer's cohort (`cohortValue`), in SQL. */
const cohortOfOffer = [...' .,:;/()&_+'].reduce<RawBuilder<unknown>>(
  (value, sign) => sql`replace(${value}, ${sign}, '-')`,
  sql`lower(offers.cohort)`,
)

/** The condition that an application has a standing offer, of this cohort, about which `more` is true (see `stateOf`). */
const mark = (more: RawBuilder<unknown>, cohort: string | undefined): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from offers where offers.application_id = applications.id and applications.status = 'approved' and applications.withdrawn_at is null
  and offers.decided_at is not distinct from applications.reviewed_at and ${more}
  and ${cohort === undefined ? sql`1 = 1` : sql`replace(replace(${cohortOfOffer}, '--', '-'), '--', '-') = ${cohort}`})`

/** The conditions of the search words. */
export const marks: NonNullable<Stored['marks']> = {
  'is:offered': (at, cohort) => mark(sql`offers.answer = 'none' and offers.ends_at >= ${at.getTime()}`, cohort),
  'is:lapsed': (at, cohort) => mark(sql`offers.answer = 'none' and offers.ends_at < ${at.getTime()}`, cohort),
  'is:taken': (_, cohort) => mark(sql`offers.answer = 'taken'`, cohort),
  'is:declined': (_, cohort) => mark(sql`offers.answer = 'declined'`, cohort),
}

/** A restore keeps each offer as it was: a founder has the sheet of a place that was taken after the backup. */
export async function carryOffers(db: Db): Promise<CarriedOver> {
  const rows = await withDeals(db).execute()
  return {
    ids: rows.map(({ id }) => id),
    apply: (engine) =>
      engine.write(async (trx) => {
        for (const { version, sentences, ...row } of rows) {
          const present = trx.selectFrom('applications').select('id').where('id', '=', row.application_id)
          if ((await present.executeTakeFirst()) === undefined) continue
          await trx
            .insertInto('offer_deals')
            .values({ cohort: row.cohort, hash: row.hash, version, sentences })
            .onConflict((conflict) => conflict.columns(['cohort', 'hash']).doNothing())
            .execute()
          await putRow(trx, row)
        }
      }),
  }
}
