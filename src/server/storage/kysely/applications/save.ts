import type { Change } from '../../../../applications/moves.ts'
import type { SearchText } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { foundBy } from '../search/found-by.ts'
import { count } from './counters.ts'
import { cancel, draft, inPlace, record } from './draft.ts'
import { knowAnew } from './related.ts'
import { changeable } from './row.ts'

/** Rolls the unit back: what it was to take back was claimed meanwhile. */
class OnItsWay extends Error {}

/** See port.ts. The saved application is at the next revision. */
export const save = (
  engine: Engine,
  searchText: SearchText,
  { application, entry, outbox, cancels = [], recalls = [] }: Change,
): Promise<'saved' | 'stale'> =>
  engine
    .write<'saved' | 'stale'>(async (trx) => {
      const { id, revision } = application
      await engine.lock(trx, `application:${id}`)
      const at = () =>
        trx.selectFrom('applications').where('id', '=', id).where('revision', '=', revision).where('removed_at', 'is', null)
      const before = await at()
        .select(['form_type', 'status', 'applicant_email', 'seq', 'volume', 'search_text', 'facets'])
        .executeTakeFirst()
      if (before === undefined) return 'stale'
      const changed = changeable(application)
      // Most changes leave the text alone: only a new address is read anew.
      const search_text =
        before.applicant_email === changed.applicant_email ? before.search_text : foundBy(application, searchText)
      if (search_text !== before.search_text) await knowAnew(trx, application)
      await engine.search.change(trx, before, { ...before, search_text, facets: changed.facets })
      await cancel(trx, cancels)
      if ((await cancel(trx, recalls)).length < recalls.length) throw new OnItsWay()
      const drafts = await inPlace(trx, outbox)
      await engine.together(trx, [
        trx
          .updateTable('applications')
          .set({ ...changed, ...(search_text !== before.search_text && { search_text }), revision: revision + 1 })
          .where('id', '=', id),
        record(trx, id, revision + 1, entry),
        ...draft(trx, drafts, revision + 1, entry.at),
        ...(before.status === application.status
          ? []
          : count(trx, engine.shards, before.form_type, { [before.status]: -1, [application.status]: 1 })),
      ])
      return 'saved'
    })
    .catch((error: unknown) => {
      if (error instanceof OnItsWay) return 'stale'
      throw error
    })
