import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AccountMessage, Acknowledged } from '../../../applications/accounts.ts'
import type { Topics } from '../../../applications/outbox.ts'
import type { AccountPage, Accounts } from '../accounts-port.ts'
import { type Engine, planned } from './engine.ts'
import type { Db, Tables } from './tables.ts'
import { decodeText, encodeText } from './text-encoding.ts'

/** Applications per statement. On SQLite, a statement blocks the event loop for some milliseconds. */
const pageSize = 500

interface Row extends Pick<Tables['acknowledgements'], 'application_id' | 'at' | 'via' | 'letters' | 'sheet_rows'> {
  readonly ended_as: Acknowledged['ended']
  readonly is_stored: 0 | 1
  readonly is_confirmed: 0 | 1
  readonly is_row_sent: 0 | 1
}

/** The acknowledgements after an id. Only the index of ids is read to see whether an application is stored, not its row. */
async function acknowledgedAfter(db: Db, after: string): Promise<readonly Acknowledged[]> {
  const { rows } = await sql<Row>`${sql.raw(planned)} select k.application_id, k.at, k.via, k.letters, k.sheet_rows, k.ended_as,
      case when exists (select 1 from applications a where a.id = k.application_id) then 1 else 0 end as is_stored,
      case when exists (select 1 from outbox o where o.key = k.application_id || ':confirmation' and o.state = 'sent') then 1 else 0 end as is_confirmed,
      case when exists (select 1 from outbox o where o.key = k.application_id || ':row' and o.state = 'sent') then 1 else 0 end as is_row_sent
    from (select * from acknowledgements where application_id > ${after} order by application_id limit ${pageSize}) k
    order by k.application_id`.execute(db)
  return rows.map((row) => ({
    id: row.application_id,
    at: new Date(row.at),
    via: row.via,
    ended: row.ended_as,
    isStored: row.is_stored === 1,
    letterDue: row.letters > 0,
    rowDue: row.sheet_rows > 0,
    isConfirmed: row.is_confirmed === 1,
    isRowSent: row.is_row_sent === 1,
  }))
}

/** The applications in a range of ids that were never acknowledged. They are searched for only when the range has more than `expected`. */
async function unacknowledgedIn(db: Db, after: string, upTo: string | undefined, expected: number) {
  const between = () => {
    const query = db.selectFrom('applications').where('applications.id', '>', after)
    return upTo === undefined ? query : query.where('applications.id', '<=', upTo)
  }
  const { n } = await between()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n <= expected) return []
  const rows = await between()
    .leftJoin('acknowledgements', 'acknowledgements.application_id', 'applications.id')
    .where('acknowledgements.application_id', 'is', null)
    .select(['applications.id', 'applications.submitted_at'])
    .execute()
  return rows.map(({ id, submitted_at }) => ({ id, at: new Date(submitted_at) }))
}

async function* pages(db: Db): AsyncIterable<AccountPage> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const acknowledged: readonly Acknowledged[] = await acknowledgedAfter(db, after)
    const upTo: string | undefined = acknowledged.length < pageSize ? undefined : acknowledged.at(-1)?.id
    const stored = acknowledged.filter(({ isStored }) => isStored).length
    yield { acknowledged, unacknowledged: await unacknowledgedIn(db, after, upTo, stored) }
    after = upTo
    await nextTurn()
  }
}

/** The kind of an outbox entry in the account; undefined for other letters, and for updates of rows. */
function kindOf({ topic, payload }: Pick<Tables['outbox'], 'topic' | 'payload'>): AccountMessage['what'] | undefined {
  if (topic === 'sheet.removal') return 'removal'
  if (topic === 'mail.letter')
    return (JSON.parse(payload) as Topics['mail.letter']).letter === 'confirmation' ? 'confirmation' : undefined
  if (topic !== 'sheet.row') return undefined
  const { changed, applicant } = JSON.parse(payload) as Topics['sheet.row']
  return changed || applicant ? undefined : 'row'
}

async function messages(db: Db, ids: readonly string[]): ReturnType<Accounts['messages']> {
  const byId = new Map<string, AccountMessage[]>()
  for (let from = 0; from < ids.length; from += pageSize) {
    const rows = await db
      .selectFrom('outbox')
      .select(['application_id', 'topic', 'payload', 'state', 'sent_at', 'last_fault'])
      .where('application_id', 'in', ids.slice(from, from + pageSize).map(encodeText))
      .execute()
    for (const row of rows) {
      const what = kindOf(row)
      if (what === undefined) continue
      const { application_id: id, state, sent_at, last_fault } = row
      const message = { what, state, sentAt: sent_at === null ? null : new Date(sent_at), fault: decodeText(last_fault) }
      byId.set(id, [...(byId.get(id) ?? []), message])
    }
  }
  return byId
}

async function lost(db: Db, ids: readonly string[]): ReturnType<Accounts['lost']> {
  const missing = new Set<string>()
  for (let from = 0; from < ids.length; from += pageSize) {
    const rows = await db
      .selectFrom('acknowledgements')
      .leftJoin('applications', 'applications.id', 'acknowledgements.application_id')
      .select('application_id')
      .where('application_id', 'in', ids.slice(from, from + pageSize))
      .where('ended_at', 'is', null)
      .where('applications.id', 'is', null)
      .execute()
    for (const { application_id } of rows) missing.add(application_id)
  }
  return missing
}

/** The methods that only read. */
export const readAccounts = (db: Db): Omit<Accounts, 'explain'> => ({
  pages: () => pages(db),
  messages: (ids) => messages(db, ids),
  lost: (ids) => lost(db, ids),
  async hidden() {
    const rows = await db
      .selectFrom('applications')
      .select(['id', 'quarantine'])
      .where('removed_at', 'is not', null)
      .where('hold_until', 'is not', null)
      .execute()
    return new Map(rows.map(({ id, quarantine }) => [id, quarantine === null ? 'deleted' : 'quarantine']))
  },
})

/** See accounts-port.ts. */
export const accounts = ({ read, write }: Pick<Engine, 'read' | 'write'>): Accounts => ({
  ...readAccounts(read),
  explain: (ids, at) =>
    write(async (trx) => {
      let explained = 0
      for (const id of ids) {
        const application = await trx.selectFrom('applications').select('submitted_at').where('id', '=', id).executeTakeFirst()
        if (application === undefined) {
          const { numUpdatedRows } = await trx
            .updateTable('acknowledgements')
            .set({ ended_at: at.getTime(), ended_as: 'explained' })
            .where('application_id', '=', id)
            .where('ended_at', 'is', null)
            .executeTakeFirstOrThrow()
          explained += Number(numUpdatedRows)
          continue
        }
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('acknowledgements')
          .values({ application_id: id, at: application.submitted_at, via: 'import', letters: 0, sheet_rows: 0 })
          .onConflict((conflict) => conflict.column('application_id').doNothing())
          .executeTakeFirstOrThrow()
        explained += Number(numInsertedOrUpdatedRows ?? 0)
      }
      return explained
    }),
})
