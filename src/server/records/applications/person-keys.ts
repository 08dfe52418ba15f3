import { type RawBuilder, sql } from 'kysely'
import { type PersonKey, type PersonKind, personKeys, personKinds } from '../../../applications/person.ts'
import type { Engine } from '../../database/engine.ts'
import { facet } from '../../database/search/facets.ts'
import { encodeText } from '../../database/text-encoding.ts'
import type { Related } from './lists.ts'
import { columns, fromRow } from './row.ts'

/** The limit of related applications for each kind of key. */
const maxRelated = 20
/** The limit of applications with one key that are compared: many may come from one company or university. */
const maxCompared = 1_000

/** The condition for a row of `applications` with a person key. An address is a column, all other keys are facets. */
export function hasPersonKey({ search }: Pick<Engine, 'search'>, key: PersonKey): RawBuilder<boolean> {
  const word = facet.person(key)
  return word === undefined ? sql<boolean>`email_key = ${encodeText(key.key)}` : search.having(word, maxCompared)
}

/** See port.ts. Of each key it reads the newest. */
export async function related(engine: Engine, requestedId: string): Promise<readonly Related[]> {
  const id = encodeText(requestedId)
  const listed = () => engine.read.selectFrom('applications').where('removed_at', 'is', null)
  const own = await engine.read.selectFrom('applications').select(columns).where('id', '=', id).executeTakeFirst()
  if (own === undefined) return []
  const shared = new Map<string, Set<PersonKind>>()
  for (const key of personKeys(fromRow(own))) {
    const matches = await listed()
      .select('id')
      .where(hasPersonKey(engine, key))
      .where('id', '<>', id)
      .orderBy('submitted_at', 'desc')
      .limit(maxRelated)
      .execute()
    for (const match of matches) shared.set(match.id, (shared.get(match.id) ?? new Set()).add(key.kind))
  }
  if (shared.size === 0) return []
  const rows = await listed()
    .select(columns)
    .where('id', 'in', [...shared.keys()])
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRelated * personKinds.length)
    .execute()
  return rows.map((row) => ({
    application: fromRow(row),
    shared: personKinds.filter((kind) => shared.get(row.id)?.has(kind)),
  }))
}
