import type { Application } from '../../applications/application.ts'
import { type Blind, isHidden, readBlind } from '../../applications/blind.ts'
import type { Change } from '../../applications/moves.ts'
import type { Act } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import type { Settings } from '../database/settings.ts'
import type { ListQuery } from '../records/applications/lists.ts'

/** The setting of the blind pass. */
export const blindKey = 'blind'

/** The blind pass as it is set now. */
export const blindOf = async (settings: Pick<Settings, 'get'>): Promise<Blind> => readBlind((await settings.get(blindKey))?.value)

/**
 * The change that keeps in the history that the reviewer saw who sent an application: a decision shows it, and one that is taken back would leave no trace.
 * Undefined if it is pending, or its form is not read blind.
 */
export async function seenByDecision(
  { settings }: { readonly settings: Pick<Settings, 'get'> },
  application: Application,
  { by, at, delivery }: Act,
): Promise<Change | undefined> {
  if (application.status === 'pending' || !isHidden(await blindOf(settings), { ...application, status: 'pending' }))
    return undefined
  const entry = { at, by, event: { what: 'identity_shown' } } as const
  return { application, entry, ...outgoing(application, entry, delivery) }
}

/**
 * A query that tells nobody who sent an application: words, addresses and telephone numbers are searched only where they are shown. `email` is an address
 * too.
 */
export const searchable = (query: ListQuery, { forms }: Blind): ListQuery =>
  forms.length > 0 && (query.search || query.source || query.email !== undefined || (query.excluded ?? []).length > 0)
    ? { ...query, leftOut: forms }
    : query
