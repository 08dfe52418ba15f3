import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** Applications that are read at a time. */
const batchSize = 500

const marks: Readonly<Record<string, string>> = { phone: '\ue105', company: '\ue106', domain: '\ue107', name: '\ue108' }

/** The word of a key: characters that would split it are replaced. */
const wordOf = (mark: string, key: string): string =>
  mark +
  key
    .slice(0, 300)
    .toWellFormed()
    .replace(/[\0-/:-@[-`{-\x7f]/g, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)))

/** Person keys are words of the index, in place of six rows with two indexes. An address is a column already. */
export async function personFacets(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ seq: number; id: string }>`
      select seq, id from applications where seq > ${after} order by seq limit ${batchSize}`.execute(trx)
    const last = rows.at(-1)
    if (last === undefined) break
    const { rows: keys } = await sql<{ seq: number; kind: string; key: string }>`
      select seq, kind, key from person_keys join applications on applications.id = person_keys.application_id
      where seq > ${after} and seq <= ${last.seq}`.execute(trx)
    for (const [seq, own] of Map.groupBy(keys, (row) => row.seq)) {
      const words = own.flatMap(({ kind, key }) => (marks[kind] === undefined ? [] : [wordOf(marks[kind], key)]))
      if (words.length === 0) continue
      const text = words.join(' ')
      if (name === 'sqlite') {
        await sql`update applications set facets = trim(facets || ' ' || ${text}) where seq = ${seq}`.execute(trx)
        await sql`insert into application_words (rowid, words) values (${seq}, ${text})`.execute(trx)
      } else
        await sql`update applications set facets = trim(facets || ' ' || ${text}),
          search_words = coalesce(search_words, ''::tsvector) || array_to_tsvector(${sql.val(words)}::text[]) where seq = ${seq}`.execute(
          trx,
        )
    }
    after = last.seq
  }
  await trx.schema.dropTable('person_keys').execute()
}
