import type { Compilable } from 'kysely'
import type { Application } from '../../../applications/application.ts'
import { type Person, type PersonKind, personKeys, personKinds } from '../../../applications/person.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import type { Related } from './port.ts'
import { columns, fromRow } from './row.ts'

/** The limit of related applications for each kind of key. */
const maxRelated = 20

/** The rows of an application's person keys. */
const personKeyRows = (application: Person & Pick<Application, 'id' | 'submittedAt'>) =>
  personKeys(application).map((key) => ({
    application_id: application.id,
    ...key,
    submitted_at: application.submittedAt.getTime(),
  }))

/** The write that inserts an application's person keys. */
export function insertPersonKeys(trx: Db, application: Application): readonly Compilable[] {
  const keys = personKeyRows(application)
  return keys.length === 0 ? [] : [trx.insertInto('person_keys').values(keys)]
}

/** Replaces the person keys after a change of the address or the answers. */
export async function replacePersonKeys(trx: Db, application: Application): Promise<void> {
  await trx.deleteFrom('person_keys').where('application_id', '=', application.id).execute()
  for (const write of insertPersonKeys(trx, application)) await trx.executeQuery(write.compile())
}

/** See port.ts. It reads only the newest of each key, so that a key that many share costs no more than others. */
export async function related(db: Db, requestedId: string): Promise<readonly Related[]> {
  const id = encodeText(requestedId)
  const own = await db.selectFrom('person_keys').select(['kind', 'key']).where('application_id', '=', id).execute()
  const shared = new Map<string, Set<PersonKind>>()
  for (const { kind, key } of own) {
    const matches = await db
      .selectFrom('person_keys')
      .innerJoin('applications', 'applications.id', 'person_keys.application_id')
      .select('person_keys.application_id as id')
      .where('person_keys.kind', '=', kind)
      .where('person_keys.key', '=', key)
      .where('applications.removed_at', 'is', null)
      .where('person_keys.application_id', '<>', id)
      .orderBy('person_keys.submitted_at', 'desc')
      .limit(maxRelated)
      .execute()
    for (const match of matches) shared.set(match.id, (shared.get(match.id) ?? new Set()).add(kind))
  }
  if (shared.size === 0) return []
  const rows = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', 'in', [...shared.keys()])
    .where('removed_at', 'is', null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRelated * personKinds.length)
    .execute()
  return rows.map((row) => ({
    application: fromRow(row),
    shared: personKinds.filter((kind) => shared.get(row.id)?.has(kind)),
  }))
}
