import type { Application } from '../../applications/application.ts'
import type { Form } from '../../forms/form.ts'
import { formOfSnapshot } from '../../forms/snapshot.ts'
import type { Engine } from '../database/engine.ts'
import type { Db } from '../database/tables.ts'
import { decodeText, encodeText } from '../database/text-encoding.ts'
import type { FormSnapshots } from './versions.ts'

/** Every version of the forms, oldest first. */
export async function allFormSnapshots(db: Db): ReturnType<FormSnapshots['all']> {
  const rows = await db.selectFrom('form_versions').selectAll().orderBy('since').orderBy('version').execute()
  return rows.map(({ version, form_type: formType, snapshot, since }) => ({
    version,
    formType,
    snapshot: JSON.parse(decodeText(snapshot)),
    since: new Date(since),
  }))
}

/** The form version that an application answered; `current` if that version is not stored; undefined without `current`. */
export async function formOfVersion(trx: Db, { formVersion }: Application, current: Form | undefined): Promise<Form | undefined> {
  if (current === undefined) return undefined
  const stored = await trx.selectFrom('form_versions').select('snapshot').where('version', '=', formVersion).executeTakeFirst()
  return stored === undefined ? current : formOfSnapshot(current, JSON.parse(decodeText(stored.snapshot)))
}

export const formSnapshots = (engine: Engine): FormSnapshots => ({
  all: () => allFormSnapshots(engine.read),
  add: (versions) =>
    engine.write(async (trx) => {
      await trx
        .insertInto('form_versions')
        .values(
          versions.map(({ version, formType, snapshot, since }) => ({
            version,
            form_type: formType,
            snapshot: encodeText(JSON.stringify(snapshot)),
            since: since.getTime(),
          })),
        )
        .onConflict((conflict) => conflict.column('version').doNothing())
        .execute()
    }),
})
