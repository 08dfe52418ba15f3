import type { Change } from '../../../../applications/moves.ts'
import type { Forms } from '../../../../forms/definitions/all.ts'
import { labelsOf } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { formOfVersion } from '../form-snapshots.ts'
import { cancelOutboxEntries, cancelReplaced, insertOutboxEntries, reviveOutboxEntries } from '../outbox/insert.ts'
import { indexedText } from '../search/fold.ts'
import type { Db } from '../tables.ts'
import { countChange, updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { replacePersonKeys } from './person-keys.ts'
import { changeable } from './row.ts'

/** Rolls the unit back: another change came first, or an entry to recall was claimed meanwhile. */
class Stale extends Error {}

/** Writes one change. @throws Stale */
async function write(
  engine: Engine,
  trx: Db,
  forms: Forms | undefined,
  { application, entry, outbox, cancels = [], recalls = [], revives = [] }: Change,
): Promise<void> {
  const { id, revision } = application
  const before = await trx
    .selectFrom('applications')
    .select(['form_type', 'status', 'withdrawn_at', 'applicant_email', 'seq', 'volume', 'search_text', 'facets'])
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (before === undefined) throw new Stale()
  const changed = changeable(application)
  // Only a new address changes the indexed text.
  const search_text =
    before.applicant_email === changed.applicant_email
      ? before.search_text
      : indexedText(
          application,
          labelsOf(application.answers, await formOfVersion(trx, application, forms?.[application.formType])),
        )
  if (search_text !== before.search_text) await replacePersonKeys(trx, application)
  await engine.search.replace(trx, before, { ...before, search_text, facets: changed.facets })
  await cancelOutboxEntries(trx, cancels)
  if ((await cancelOutboxEntries(trx, recalls)).length < recalls.length) throw new Stale()
  await reviveOutboxEntries(trx, revives)
  const drafts = await cancelReplaced(trx, outbox)
  await engine.together(trx, [
    trx
      .updateTable('applications')
      .set({ ...changed, ...(search_text !== before.search_text && { search_text }), revision: revision + 1 })
      .where('id', '=', id),
    insertHistory(trx, id, revision + 1, entry),
    ...insertOutboxEntries(trx, drafts, revision + 1, entry.at),
    ...updateCounters(
      trx,
      engine.shards,
      before.form_type,
      countChange(
        { status: before.status, withdrawn: before.withdrawn_at !== null },
        { status: application.status, withdrawn: application.withdrawnAt !== null },
      ),
    ),
  ])
}

/** See applications-port.ts. The saved application is at the revision after the last change. */
export const save = (engine: Engine, forms: Forms | undefined, changes: readonly Change[]): Promise<'saved' | 'stale'> =>
  engine
    .write<'saved' | 'stale'>(async (trx) => {
      for (const id of new Set(changes.map(({ application }) => application.id))) await engine.lock(trx, `application:${id}`)
      for (const change of changes) await write(engine, trx, forms, change)
      return 'saved'
    })
    .catch((error: unknown) => {
      if (error instanceof Stale) return 'stale'
      throw error
    })
