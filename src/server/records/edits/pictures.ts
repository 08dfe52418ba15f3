import { day } from '../../../shared/dates.ts'
import { storedNamesIn } from '../../../shared/stored-pictures.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'

/** How long a picture that nothing names is kept: an undone change finds it again. */
const unusedPictureDays = 30

/** Room for every person, company and post of a large site. */
export const maxPictures = 1_000

/** Pictures that were added at the desk, by a name with their hash (`storedName`). Texts name them; drafts, publishes that wait and all earlier ones count. */
export interface Pictures {
  /** Stores a picture. One that is stored already stays. @returns `full`, with nothing written, when there are `maxPictures` */
  add(name: string, bytes: Uint8Array, now: Date): Promise<'added' | 'full'>
  names(): Promise<readonly string[]>
  /** The bytes of a picture; undefined when there is none. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const bytesOf = (row: { readonly bytes: Uint8Array } | undefined): Uint8Array<ArrayBuffer> | undefined =>
  row && new Uint8Array(row.bytes)

export const pictures = (engine: Engine): Pictures => ({
  add: (name, bytes, now) =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'edits')
      const { n } = await trx
        .selectFrom('pictures')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('name', '!=', name)
        .executeTakeFirstOrThrow()
      if (Number(n) >= maxPictures) return 'full'
      await trx
        .insertInto('pictures')
        .values({ name, unused_since: now.getTime(), bytes })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ unused_since: now.getTime() }))
        .execute()
      return 'added'
    }),
  names: async () => {
    const rows = await engine.read.selectFrom('pictures').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  },
  get: async (name) =>
    bytesOf(await engine.read.selectFrom('pictures').select('bytes').where('name', '=', name).executeTakeFirst()),
})

/** The names of pictures in all texts, read once: a search in every text for each picture would hold up other writes. */
async function namesInTexts(db: Db): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const table of ['content_drafts', 'published_files'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('text')
      .where((eb) => eb.or([eb('text', 'like', '%.webp%'), eb('text', 'like', '%.jpg%')]))
      .execute()
    for (const { text } of rows) for (const name of storedNamesIn(text ?? '')) names.add(name)
  }
  return names
}

/** What a sweep does with the pictures: those whose time without use begins or ends, and those to delete. */
async function due(db: Db, now: Date) {
  const rows = await db.selectFrom('pictures').select(['name', 'unused_since']).execute()
  if (rows.length === 0) return undefined
  const named = await namesInTexts(db)
  const oldest = now.getTime() - unusedPictureDays * day
  const namesOf = (isDue: (isNamed: boolean, since: number | null) => boolean): readonly string[] =>
    rows.flatMap(({ name, unused_since: since }) => (isDue(named.has(name), since === null ? null : Number(since)) ? [name] : []))
  const changes = {
    used: namesOf((isNamed, since) => isNamed && since !== null),
    unused: namesOf((isNamed, since) => !isNamed && since === null),
    deleted: namesOf((isNamed, since) => !isNamed && since !== null && since <= oldest),
  }
  return Object.values(changes).some((names) => names.length > 0) ? changes : undefined
}

/** Deletes the pictures that no text has named for `unusedPictureDays`. */
export async function deleteUnused(engine: Engine, now: Date): Promise<void> {
  if ((await due(engine.read, now)) === undefined) return
  await engine.write(async (trx) => {
    // A draft that was saved meanwhile may name one.
    await engine.lock(trx, 'edits')
    const { used = [], unused = [], deleted = [] } = (await due(trx, now)) ?? {}
    if (used.length > 0) await trx.updateTable('pictures').set({ unused_since: null }).where('name', 'in', used).execute()
    if (unused.length > 0)
      await trx.updateTable('pictures').set({ unused_since: now.getTime() }).where('name', 'in', unused).execute()
    if (deleted.length > 0) await trx.deleteFrom('pictures').where('name', 'in', deleted).execute()
  })
}
