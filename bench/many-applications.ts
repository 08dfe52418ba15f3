import { sql } from 'kysely'
import type { Application, Status } from '../src/applications/application.ts'
import { seed } from '../src/server/seed/seed.ts'
import { changeable } from '../src/server/storage/kysely/applications/row.ts'
import type { Engine } from '../src/server/storage/kysely/engine.ts'
import { fold } from '../src/server/storage/kysely/search/fold.ts'
import { foundBy } from '../src/server/storage/kysely/search/found-by.ts'
import { volumeOf } from '../src/server/storage/kysely/search/volumes.ts'
import { searchTextBy } from '../src/server/storage/search-text.ts'
import { newId } from '../src/shared/ids.ts'
import { forms } from '../tests/support/answers.ts'

const together = 500
/** Seconds between two submissions: a million in three years. */
const apartMs = 95_000
const begin = Date.parse('2023-11-01T03:30:00Z')

/** Stories of the seed, each with the text that it is found by. */
async function stories(): Promise<readonly { readonly application: Application; readonly text: string }[]> {
  const told: Application[] = []
  const applications = {
    add: async ({ change }: { change: { application: Application } }) => {
      told.push(change.application)
      return { kind: 'added', id: change.application.id }
    },
    save: async () => 'saved',
  }
  await seed({ applications } as never, forms, new Date(begin), 2000)
  return told.map((application) => ({ application, text: foundBy(application, searchTextBy(forms)) }))
}

const statusOf = (n: number): Status => {
  const drawn = Math.imul(n + 1, 0x9e3779b1) >>> 0
  return drawn % 50 === 0 ? 'pitch' : drawn % 10 < 6 ? 'rejected' : drawn % 10 < 8 ? 'pending' : 'approved'
}

/** What is unlike in every application: an address and a number that only one has, and a word that one in a thousand has. */
export const uniqueMail = (n: number): string => `person${n}@inbox${n % 9973}.example`
export const rareWord = (n: number): string => `zanzibar${n % 1000}`

/** Fills an empty database with `from` to `to` applications of the seed's text, each with its own address, straight into the tables. */
export async function fill(engine: Engine, from: number, to: number): Promise<void> {
  const all = await stories()
  for (let at = from; at < to; at += together) {
    const rows = Array.from({ length: Math.min(together, to - at) }, (_, k) => {
      const n = at + k
      const { application, text } = all[n % all.length] as (typeof all)[number]
      const seq = n + 1
      const submittedAt = new Date(begin + n * apartMs)
      const status = statusOf(n)
      const one = { ...application, applicantEmail: uniqueMail(n), status, submittedAt }
      return {
        ...changeable(one),
        seq,
        id: newId(submittedAt),
        form_type: one.formType,
        applicant_name: one.applicantName,
        company_name: `${one.companyName} ${n}`,
        answers: JSON.stringify(one.answers),
        submitted_at: submittedAt.getTime(),
        ip: one.ip,
        origin: null,
        notice: '',
        revision: 0,
        duplicate_key: `bench ${n}`,
        duplicate_rule: 'while_pending' as const,
        removed_at: null,
        hold_until: null,
        search_text: `${fold(`${uniqueMail(n)} ${rareWord(n)} ${n}`)} ${text}`,
        volume: volumeOf(seq),
      }
    })
    await engine.write(async (trx) => {
      await trx.insertInto('applications').values(rows).execute()
      for (const row of rows) for (const add of engine.search.add(trx, row)) await trx.executeQuery(add.compile())
      await trx
        .insertInto('history')
        .values(
          rows.map(({ id, submitted_at }) => ({
            application_id: id,
            revision: 0,
            at: submitted_at,
            by: 'applicant',
            event: '{"what":"submitted"}',
          })),
        )
        .execute()
    })
  }
  await engine.write(async (trx) => {
    await trx.deleteFrom('counters').execute()
    await sql`insert into counters (form_type, status, shard, n)
      select form_type, status, 0, count(*) from applications group by form_type, status`.execute(trx)
  })
}
