import { sql } from 'kysely'
import type { Db } from '../engine.ts'

/**
 * The worker asks after every submission what is due, topic by topic. With ten thousand letters waiting for a provider that is down, each question
 * read them all; now each reads one.
 */
export async function outboxLanes({ schema }: Db): Promise<void> {
  const waits = sql<boolean>`next_at is not null`
  await schema.createIndex('outbox_lane').on('outbox').columns(['topic', 'due_at', 'id']).where(waits).execute()
  await schema.createIndex('outbox_next').on('outbox').columns(['next_at']).where(waits).execute()
  await schema.dropIndex('outbox_to_do').execute()
}
