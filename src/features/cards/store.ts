import type { Selectable } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { CarriedOver, Unnamed } from '../../server/database/stored.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import type { Card } from './sentences.ts'

/** What founders said of their cards. A card is written with the history entry of its application, so two writes never meet. */
export interface Cards {
  of(applicationId: string): Promise<Card | undefined>
  /** Those of applications that are not deleted, by their ids. */
  all(): Promise<ReadonlyMap<string, Card>>
  put(trx: Db, applicationId: string, card: Card): Promise<void>
}

const toCard = (row: Selectable<Tables['cards']>): Card => ({
  consent: row.consent as Card['consent'],
  texts: JSON.parse(decodeText(row.texts)),
  at: new Date(row.at),
  draftedAs: decodeText(row.drafted_as).split('\n').filter(Boolean),
  draftedAt: row.drafted_at === null ? null : new Date(row.drafted_at),
})

const putRow = (trx: Db, { application_id, ...row }: Selectable<Tables['cards']>) =>
  trx
    .insertInto('cards')
    .values({ application_id, ...row })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute()

export const cards = (engine: Engine): Cards => ({
  async of(applicationId) {
    const ofApplication = engine.read.selectFrom('cards').selectAll().where('application_id', '=', encodeText(applicationId))
    const row = await ofApplication.executeTakeFirst()
    return row && toCard(row)
  },
  async all() {
    const rows = await engine.read
      .selectFrom('cards')
      .innerJoin('applications', 'applications.id', 'cards.application_id')
      .selectAll('cards')
      .where('applications.removed_at', 'is', null)
      .execute()
    return new Map(rows.map((row) => [decodeText(row.application_id), toCard(row)]))
  },
  async put(trx, applicationId, { consent, texts, at, draftedAs, draftedAt }) {
    await putRow(trx, {
      ...{ application_id: encodeText(applicationId), consent, texts: encodeText(JSON.stringify(texts)), at: at.getTime() },
      ...{ drafted_as: encodeText(draftedAs.join('\n')), drafted_at: draftedAt?.getTime() ?? null },
    })
  },
})

/** The names that founders do not want on the site. */
export async function unnamed(db: Db): Promise<readonly Unnamed[]> {
  const rows = await db.selectFrom('cards').selectAll().where('consent', '<>', 'given').execute()
  return rows
    .map(toCard)
    .flatMap(({ consent, texts, draftedAs }) =>
      [...new Set([texts.name, ...draftedAs])].filter(Boolean).map((name) => ({ name, isEnded: consent === 'ended' })),
    )
}

/** A restore keeps what founders said after the backup: consent that was taken back does not come back. */
export async function carryCards(db: Db): Promise<CarriedOver> {
  const rows = await db.selectFrom('cards').selectAll().execute()
  return {
    ids: rows.map(({ application_id }) => application_id),
    apply: (engine) =>
      engine.write(async (trx) => {
        for (const row of rows) {
          const present = trx.selectFrom('applications').select('id').where('id', '=', row.application_id)
          if ((await present.executeTakeFirst()) !== undefined) await putRow(trx, row)
        }
      }),
  }
}
