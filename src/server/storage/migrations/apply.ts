import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { operatorError } from '../operator-error.ts'
import type { Db } from '../tables.ts'
import { first } from './0001-first.ts'
import { outboxLanes } from './0002-outbox-lanes.ts'
import { origins } from './0003-origins.ts'
import { settings } from './0004-settings.ts'
import { scores } from './0005-scores.ts'
import { outboxOutlives } from './0006-outbox-outlives.ts'
import { personKeys } from './0007-person-keys.ts'
import { volumes } from './0007-volumes.ts'
import { boundCodes } from './0008-bound-codes.ts'
import { deferredWords } from './0009-deferred-words.ts'
import { signIn } from './0010-sign-in.ts'
import { withdrawals } from './0011-withdrawals.ts'
import { answerVersions } from './0012-answer-versions.ts'
import { quarantine } from './0013-quarantine.ts'
import { confirmationTimes } from './0014-confirmation-times.ts'
import { due } from './0016-due.ts'
import { formVersions } from './0018-form-versions.ts'
import { acknowledgements } from './0019-acknowledgements.ts'
import { subscriptions } from './0020-subscriptions.ts'
import { requests } from './0022-requests.ts'
import { sharedDrafts } from './0023-shared-drafts.ts'
import { persons } from './0024-persons.ts'
import { wordCounts } from './0025-word-counts.ts'
import { mailTimes } from './0032-mail-times.ts'
import { kindsOfLinks } from './0034-kinds-of-links.ts'
import { oneDocument } from './0036-one-document.ts'
import { mailboxKeys } from './0039-mailbox-keys.ts'
import { oneWordIndex } from './0046-one-word-index.ts'
import { deletions } from './0047-deletions.ts'
import { noAcknowledgements } from './0052-no-acknowledgements.ts'
import { edits } from './0053-edits.ts'
import { readMark } from './0054-read.ts'
import { starred } from './0055-starred.ts'
import { pictures } from './0056-pictures.ts'
import { slots } from './0058-slots.ts'
import { committee } from './0060-committee.ts'
import { scriptTokens } from './0061-script-tokens.ts'
import { namedLetters } from './0062-named-letters.ts'
import { personFacets } from './0063-person-facets.ts'
import { fewerPages } from './0064-fewer-pages.ts'

/**
 * The migrations in order. Released ones never change (released.test.ts). Databases have recorded their names, so names do not change either, although two have
 * the same number. The next one has a number of its own.
 */
export const migrations: readonly { readonly name: string; readonly up: (trx: Db, engine: Engine) => Promise<void> }[] = [
  { name: '0001-first', up: first },
  { name: '0002-outbox-lanes', up: outboxLanes },
  { name: '0003-origins', up: origins },
  { name: '0004-settings', up: settings },
  { name: '0005-scores', up: scores },
  { name: '0006-outbox-outlives', up: outboxOutlives },
  { name: '0007-volumes', up: volumes },
  { name: '0007-person-keys', up: personKeys },
  { name: '0008-bound-codes', up: boundCodes },
  { name: '0009-deferred-words', up: deferredWords },
  { name: '0010-sign-in', up: signIn },
  { name: '0011-withdrawals', up: withdrawals },
  { name: '0012-answer-versions', up: answerVersions },
  { name: '0013-quarantine', up: quarantine },
  { name: '0014-confirmation-times', up: confirmationTimes },
  { name: '0016-due', up: due },
  { name: '0018-form-versions', up: formVersions },
  { name: '0019-acknowledgements', up: acknowledgements },
  { name: '0020-subscriptions', up: subscriptions },
  { name: '0022-requests', up: requests },
  { name: '0023-shared-drafts', up: sharedDrafts },
  { name: '0024-persons', up: persons },
  { name: '0025-word-counts', up: wordCounts },
  { name: '0032-mail-times', up: mailTimes },
  { name: '0034-kinds-of-links', up: kindsOfLinks },
  { name: '0036-one-document', up: oneDocument },
  { name: '0039-mailbox-keys', up: mailboxKeys },
  { name: '0046-one-word-index', up: oneWordIndex },
  { name: '0047-deletions', up: deletions },
  { name: '0052-no-acknowledgements', up: noAcknowledgements },
  { name: '0053-edits', up: edits },
  { name: '0054-read', up: readMark },
  { name: '0055-starred', up: starred },
  { name: '0056-pictures', up: pictures },
  { name: '0058-slots', up: slots },
  { name: '0060-committee', up: committee },
  { name: '0061-script-tokens', up: scriptTokens },
  { name: '0062-named-letters', up: namedLetters },
  { name: '0063-person-facets', up: personFacets },
  { name: '0064-fewer-pages', up: fewerPages },
]

/** The migrations that a database lacks, and those of a newer program. */
export async function compareSchema(
  read: Db,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const applied = (await read.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
  const ours = migrations.map(({ name }) => name)
  return {
    missing: ours.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ours.includes(name)),
  }
}

/**
 * Applies the missing migrations in one transaction. When several processes start together, one applies them, and the others wait for it.
 * @param steps fewer than all make the database of an older version, for tests
 * @throws AppError when a newer program made the database
 */
export const migrate = (engine: Engine, now: Date, steps = migrations): Promise<void> =>
  engine.write(async (trx) => {
    // An index over a million rows takes longer than the server's statement timeout.
    if (engine.name === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await engine.lock(trx, 'migrations')
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('applied_at', engine.types.moment, (c) => c.notNull())
      .execute()
    const applied = (await trx.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
    const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
    if (unknown !== undefined)
      throw operatorError(
        `The database was made by a newer version of this program (it has the migration ${unknown}). Use that version.`,
      )
    for (const { name, up } of steps) {
      if (applied.includes(name)) continue
      await up(trx, engine)
      await trx.insertInto('migrations').values({ name, applied_at: now.getTime() }).execute()
    }
  })
