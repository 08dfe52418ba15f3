import { type Selectable, sql } from 'kysely'
import { type OutboxEntry, outliving, sequential, type Topic } from '../../../applications/outbox.ts'
import { day, hour } from '../../../shared/dates.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { fromRow } from './row.ts'

/** The topics whose entries for one application are sent one after the other. Letters in the wrong order say the wrong thing: a correction ends what was sent before it. */
const ordered: readonly Topic[] = [...sequential, 'mail.letter']

/**
 * Whether an entry must wait for `other`, an entry for the same spreadsheet row or another letter about the same application: `other` is being sent, or belongs to
 * an earlier change and is due or was tried. A letter waits for a day at most, because a failure may be about the content of the other one. A removal waits only
 * for an entry that is being sent, because nothing else of a deleted application is sent.
 */
const mustWaitForOther = (now: Date) => sql<boolean>`(
  (other.state = 'claimed' and other.next_at > ${now.getTime()} + (select ahead from clock))
  or (
    outbox.topic <> 'sheet.removal'
    and (other.attempts > 0 or other.due_at <= ${now.getTime()})
    and (other.revision < outbox.revision or (other.revision = outbox.revision and other.id < outbox.id))
    and (outbox.topic <> 'mail.letter' or other.failing_since is null or other.failing_since > ${now.getTime() - day})
  )
)`

/**
 * Releases the claims that an ended process had on spreadsheet entries, so that they are sent without waiting for the claims to lapse. A repeat does no
 * harm, because the spreadsheet recognises rows by id. Claims on letters must lapse: the letter may have been sent, and a server that keeps crashing would
 * send it at every start.
 */
export const releaseClaims = (engine: Engine): Promise<unknown> =>
  engine.write((trx) =>
    trx
      .updateTable('outbox')
      .set({ state: 'waiting', next_at: sql<number>`due_at` })
      .where('next_at', 'is not', null)
      .where('state', '=', 'claimed')
      .where('topic', 'in', sequential)
      .execute(),
  )

/** Those of `topics` with a due entry that can be claimed. */
async function dueTopics(db: Db, topics: readonly Topic[], now: number): Promise<readonly Topic[]> {
  const each = topics.map(
    (topic) => sql`select cast(${topic} as text) as topic where exists (
      select 1 from outbox where topic = ${topic} and next_at is not null and next_at <= ${now} and due_at <= ${now})`,
  )
  const { rows } = await sql<{ topic: Topic }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ topic }) => topic)
}

/**
 * Whether an entry is not claimed, or its claim has lapsed. Claims lapse by the database's clock: a node whose clock is a minute fast would send what another
 * node is sending.
 */
const isFree = (now: Date) => sql`coalesce(outbox.next_at, ${now.getTime() + 1}) <= ${now.getTime()}
  and (outbox.state <> 'claimed' or outbox.next_at <= ${now.getTime()} + (select ahead from clock))`

/** How many letters of the last hour were caused from the network of a candidate. */
const caused = (now: Date) => sql`case when candidate.network is null then 0 else (
  select count(*) from mail_times where mail_times.network = candidate.network and mail_times.at > ${now.getTime() - hour}) end`

/** Of how many entries of a topic the fairest are claimed. */
const maxCompared = 200

/** Selects the oldest entries of a topic that can be claimed; of deleted applications only entries that outlive them. */
const oldestOf = (topic: Topic, now: Date, except: readonly string[]) => sql`
  select * from (
    select outbox.id, outbox.due_at, outbox.network from outbox
    where outbox.topic = ${topic} and outbox.next_at is not null and outbox.due_at <= ${now.getTime()} and ${isFree(now)}
      ${except.length === 0 ? sql`` : sql`and outbox.id not in (${sql.join(except)})`}
      and (outbox.topic in (${sql.join(outliving)}) or
        (select removed_at from applications where applications.id = outbox.application_id) is null)
      and (outbox.topic not in (${sql.join(ordered)}) or not exists (
        select 1 from outbox as other
        where other.application_id = outbox.application_id and other.id <> outbox.id
          and other.topic in (${sql.join(ordered)}) and (other.topic = 'mail.letter') = (outbox.topic = 'mail.letter')
          and coalesce(other.next_at, 0) > 0 and ${mustWaitForOther(now)}))
    order by outbox.due_at, outbox.id
    limit ${maxCompared}
  ) as oldest`

/**
 * Selects the ids of entries that can be claimed. The first are those from the networks that caused the fewest letters, so that a flood from some networks
 * delays the mail of others by one letter for each of them. Of these, the oldest come first.
 *
 * It reads few entries even if PostgreSQL plans it with the statistics of an empty outbox, as after thousands of letters became due at once: `coalesce` keeps
 * the check of each from reading the index of all waiting entries. `isFree` is there twice, because PostgreSQL checks only `outbox` again when another node has
 * claimed an entry meanwhile.
 */
const dueEntries = (topics: readonly Topic[], limit: number, now: Date, except: readonly string[]) => sql`
  select outbox.id from (
    select candidate.id, candidate.due_at, ${caused(now)} as caused
    from (${sql.join(
      topics.map((topic) => oldestOf(topic, now, except)),
      sql` union all `,
    )}) as candidate
  ) as fairest join outbox on outbox.id = fairest.id
  where ${isFree(now)}
  order by fairest.caused, fairest.due_at, fairest.id
  limit ${limit}`

/** See port.ts. It is plain SQL because it runs after every submission and every letter, and building it with Kysely cost as much as running it. */
export async function claim(
  engine: Engine,
  topics: readonly Topic[],
  limit: number,
  now: Date,
  until: Date,
  except: readonly string[] = [],
): Promise<readonly OutboxEntry[]> {
  if (topics.length === 0 || limit < 1) return []
  // A claim writes, so none is tried while nothing is due.
  const due = await dueTopics(engine.read, topics, now.getTime())
  if (due.length === 0) return []
  return engine.writeOne(async (db) => {
    const { rows } = await sql<Selectable<Tables['outbox']>>`
      with clock as (select ${engine.clockAhead()} as ahead),
        due as materialized (${dueEntries(due, limit, now, except)} ${engine.skipLocked})
      update outbox set state = 'claimed', next_at = ${until.getTime()} + (select ahead from clock), attempts = attempts + 1, fence = fence + 1
      where id in (select due.id from due) returning *`.execute(db)
    return rows.map(fromRow).sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
  })
}
