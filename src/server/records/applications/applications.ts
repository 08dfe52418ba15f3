import type { Forms } from '../../../forms/form.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { stats } from './counters.ts'
import { facts } from './facts.ts'
import { earlierFile, file, files, versions } from './files.ts'
import { histories, newsSince } from './history.ts'
import { addApplication, importApplication } from './insert.ts'
import { all, countAll, list, ofAddress } from './list.ts'
import type { StoredApplications } from './lists.ts'
import { related } from './person-keys.ts'
import type { Applications } from './port.ts'
import { purge } from './purge.ts'
import { discard, inQuarantine, quarantined, release } from './quarantine.ts'
import { recomputeTotals } from './recompute-totals.ts'
import { deleted, remove } from './remove.ts'
import { columns, fromRow } from './row.ts'
import { revise, save, saveWithFile } from './save.ts'

export async function byId(db: Db, id: string): ReturnType<Applications['byId']> {
  const row = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', encodeText(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

const markRead = (engine: Engine, id: string, revision: number, at: Date): Promise<void> =>
  engine.write(async (trx) => {
    const ofAnswers = () => trx.updateTable('applications').where('id', '=', encodeText(id)).where('removed_at', 'is', null)
    await ofAnswers()
      .set({ seen_revision: revision })
      .where('seen_revision', '<', revision)
      .where('answers_revision', '>=', revision)
      .execute()
    await ofAnswers()
      .set({ read_at: at.getTime() })
      .where('read_at', 'is', null)
      .where('answers_revision', '=', revision)
      .execute()
  })

/** @param forms see `StorageOptions.forms` */
export function applications(engine: Engine, forms?: Forms): StoredApplications {
  const { read } = engine
  return {
    add: (submission) => addApplication(engine, forms, submission),
    import: (application) => importApplication(engine, forms, application),
    save: (...changes) => save(engine, forms, changes),
    saveWithFile: (change, file) => saveWithFile(engine, forms, change, file),
    revise: (revised) => revise(engine, forms, revised),
    versions: (id) => versions(read, id),
    earlierFile: (id, field, revision) => earlierFile(read, id, field, revision),
    markRead: (id, revision, at) => markRead(engine, id, revision, at),
    remove: (id, entry, holdUntil, outbox) => remove(engine, id, entry, holdUntil, outbox),
    deleted: (id) => deleted(read, id),
    purge: (now) => purge(engine, now),
    quarantined: (query) => quarantined(read, query),
    release: (change) => release(engine, change),
    discard: (which, now) => discard(engine, which, now),
    inQuarantine: (id) => inQuarantine(read, id),
    byId: (id) => byId(read, id),
    history: async (id) => (await histories(read, [id])).get(id) ?? [],
    file: (id, field) => file(read, id, field),
    histories: (ids) => histories(read, ids),
    files: (ids) => files(read, ids),
    list: (query) => list(engine, query),
    ofAddress: (email) => ofAddress(read, email),
    all: (query) => all(engine, query),
    count: (query) => countAll(engine, query),
    newsSince: (since, limit) => newsSince(read, since, limit),
    related: (id) => related(engine, id),
    recomputeTotals: (formType, totalOf) => recomputeTotals(engine, formType, totalOf),
    stats: () => stats(engine),
    facts: (query) => facts(read, query),
  }
}
