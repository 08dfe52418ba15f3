import type { ChangedFiles, Edits, Publish } from '../edits-port.ts'
import type { Engine } from './engine.ts'
import { pictures } from './pictures.ts'
import type { Db } from './tables.ts'
import { decodeText, encodeText } from './text-encoding.ts'

const stored = (text: string | null): string | null => (text === null ? null : encodeText(text))
const read = (text: string | null): string | null => (text === null ? null : decodeText(text))

async function revisionOf(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('publishes')
    .select(({ fn }) => fn.max('revision').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

export async function published(db: Db): ReturnType<Edits['published']> {
  const rows = await db
    .selectFrom('published_files')
    .innerJoin('publishes', 'publishes.id', 'published_files.publish_id')
    .select(['path', 'text', 'revision'])
    .where('revision', 'is not', null)
    .orderBy('revision')
    .execute()
  const latest = new Map(rows.map(({ path, text }) => [path, text]))
  const files = [...latest].flatMap(([path, text]) => (text === null ? [] : [[decodeText(path), decodeText(text)] as const]))
  // Taken from the same rows: a publish between two statements would give texts under another revision.
  return {
    revision: Number(rows.at(-1)?.revision ?? 0),
    files: Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

async function filesOf(db: Db, id: string): Promise<ChangedFiles> {
  const rows = await db
    .selectFrom('published_files')
    .select(['path', 'text'])
    .where('publish_id', '=', id)
    .orderBy('path')
    .execute()
  return Object.fromEntries(rows.map(({ path, text }) => [decodeText(path), read(text)]))
}

async function publishes(db: Db): Promise<readonly Publish[]> {
  const rows = await db.selectFrom('publishes').selectAll().execute()
  const files = await db.selectFrom('published_files').select(['publish_id', 'path']).orderBy('path').execute()
  const paths = Map.groupBy(files, ({ publish_id }) => publish_id)
  const order = (revision: number | null): number => (revision === null ? Number.POSITIVE_INFINITY : Number(revision))
  return rows
    .toSorted((a, b) =>
      order(a.revision) === order(b.revision) ? Number(a.due_at) - Number(b.due_at) : order(b.revision) - order(a.revision),
    )
    .map((row) => ({
      id: row.id,
      revision: row.revision === null ? null : Number(row.revision),
      at: new Date(Number(row.at)),
      by: row.by,
      note: decodeText(row.note),
      dueAt: row.due_at === null ? null : new Date(Number(row.due_at)),
      fault: decodeText(row.fault),
      paths: (paths.get(row.id) ?? []).map(({ path }) => decodeText(path)),
    }))
}

/** Writes a draft, with or without a text, under the next revision. */
async function putDraft(trx: Db, path: string, text: string | null, revision: number, now: Date): Promise<void> {
  const row = { text: stored(text), revision: revision + 1, saved_at: now.getTime() }
  await trx
    .insertInto('content_drafts')
    .values({ path: encodeText(path), ...row })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .execute()
}

const draftOf = (trx: Db, path: string) =>
  trx.selectFrom('content_drafts').select(['text', 'revision']).where('path', '=', encodeText(path)).executeTakeFirst()

/** Takes files out of the publishes that wait, and deletes those that have none left. */
async function leaveWaiting(trx: Db, paths: readonly string[]): Promise<void> {
  const waiting = trx.selectFrom('publishes').select('id').where('revision', 'is', null)
  await trx.deleteFrom('published_files').where('publish_id', 'in', waiting).where('path', 'in', paths.map(encodeText)).execute()
  await trx
    .deleteFrom('publishes')
    .where('revision', 'is', null)
    .where('id', 'not in', trx.selectFrom('published_files').select('publish_id'))
    .execute()
}

/** See edits-port.ts. Everything that writes takes one lock, so that a publish has exactly the drafts that it names. */
export const edits = (engine: Engine): Edits => {
  const write = <T>(work: (trx: Db) => Promise<T>): Promise<T> =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'edits')
      return work(trx)
    })
  const isWaiting = async (trx: Db, id: string): Promise<boolean> =>
    (await trx.selectFrom('publishes').select('id').where('id', '=', id).where('revision', 'is', null).executeTakeFirst()) !==
    undefined
  return {
    pictures: pictures(engine),
    revision: () => revisionOf(engine.read),
    published: () => published(engine.read),
    drafts: async () => {
      const rows = await engine.read.selectFrom('content_drafts').selectAll().orderBy('path').execute()
      return rows.map(({ path, text, revision, saved_at }) => ({
        path: decodeText(path),
        text: read(text),
        revision: Number(revision),
        savedAt: new Date(Number(saved_at)),
      }))
    },
    saveDraft: (path, text, revision, now) =>
      write(async (trx) => {
        if (((await draftOf(trx, path))?.revision ?? 0) !== revision) return 'stale'
        await putDraft(trx, path, text, revision, now)
        return 'saved'
      }),
    publishes: () => publishes(engine.read),
    filesOf: (id) => filesOf(engine.read, id),
    publish: ({ id, by, note, dueAt, files, drafts, over }, now) =>
      write(async (trx) => {
        const last = await revisionOf(trx)
        if (last !== over) return 'stale'
        for (const [path, revision] of Object.entries(drafts))
          if (((await draftOf(trx, path))?.revision ?? 0) !== revision) return 'stale'
        const paths = Object.keys(files)
        await leaveWaiting(trx, paths)
        const revision = dueAt === null ? last + 1 : null
        await trx
          .insertInto('publishes')
          .values({ id, revision, at: now.getTime(), by, note: encodeText(note), due_at: dueAt?.getTime() ?? null, fault: '' })
          .execute()
        await trx
          .insertInto('published_files')
          .values(paths.map((path) => ({ publish_id: id, path: encodeText(path), text: stored(files[path] ?? null) })))
          .execute()
        for (const [path, read] of Object.entries(drafts)) await putDraft(trx, path, null, read, now)
        return { revision }
      }),
    publishWaiting: (id, over, now) =>
      write(async (trx) => {
        const last = await revisionOf(trx)
        if (last !== over || !(await isWaiting(trx, id))) return 'stale'
        await trx
          .updateTable('publishes')
          .set({ revision: last + 1, at: now.getTime(), fault: '' })
          .where('id', '=', id)
          .execute()
        return last + 1
      }),
    refuseWaiting: async (id, fault) => {
      await write((trx) =>
        trx
          .updateTable('publishes')
          .set({ fault: encodeText(fault) })
          .where('id', '=', id)
          .where('revision', 'is', null)
          .execute(),
      )
    },
    cancel: (id, texts, now) =>
      write(async (trx) => {
        if (!(await isWaiting(trx, id))) return false
        for (const [path, text] of Object.entries(texts)) {
          const draft = await draftOf(trx, path)
          if (draft === undefined || draft.text === null) await putDraft(trx, path, text, draft?.revision ?? 0, now)
        }
        await trx.deleteFrom('published_files').where('publish_id', '=', id).execute()
        await trx.deleteFrom('publishes').where('id', '=', id).execute()
        return true
      }),
  }
}
