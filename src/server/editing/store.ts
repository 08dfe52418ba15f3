import type { Engine } from '../storage/engine.ts'
import type { Db } from '../storage/tables.ts'
import { decodeText, encodeText } from '../storage/text-encoding.ts'
import type { Pictures } from './picture-store.ts'
import { pictures } from './picture-store.ts'

/** A file of content/ as it was last typed at the desk. */
interface ContentDraft {
  readonly path: string
  /** Null when there is none any more: it was published or discarded. */
  readonly text: string | null
  /** Raised by every save, publish and discard, so that no window writes over what it has not read. */
  readonly revision: number
  readonly savedAt: Date
}

/** Changed files that were published together, or that wait for their minute. */
export interface Publish {
  readonly id: string
  /** Its place in the order of publishes; null while it waits. */
  readonly revision: number | null
  /** When it was published; when it was scheduled, while it waits. */
  readonly at: Date
  readonly by: string
  readonly note: string
  /** When it is published, or was to be; null for one that was published at once. */
  readonly dueAt: Date | null
  /** Why it was not published at its minute; empty otherwise. */
  readonly fault: string
  readonly paths: readonly string[]
}

/** Texts by path. Null: the file follows the build again. An empty text: the file does not exist. */
export type ChangedFiles = Readonly<Record<string, string | null>>

interface NewPublish extends Pick<Publish, 'id' | 'by' | 'note' | 'dueAt'> {
  readonly files: ChangedFiles
  /** The revisions of the drafts that it publishes, by path. */
  readonly drafts: Readonly<Record<string, number>>
  /** The published revision with which the files were checked. */
  readonly over: number
}

/** What is edited at the desk. The published texts lie over the files of the build (`mergeFiles`). */
export interface Edits {
  readonly pictures: Pictures
  /** The revision of the published texts: 0 before the first publish. Cheap enough for a poll each second. */
  revision(): Promise<number>
  /** The published texts by path, without files that follow the build. An empty text: the file does not exist. */
  published(): Promise<{ readonly revision: number; readonly files: Readonly<Record<string, string>> }>
  /** The drafts by path, those without a text too. */
  drafts(): Promise<readonly ContentDraft[]>
  /**
   * Saves a draft over the revision that was read, 0 for a file that never had one; null discards it. The saved draft has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one
   */
  saveDraft(path: string, text: string | null, revision: number, now: Date): Promise<'saved' | 'stale'>
  /** The publishes that wait, and then the published ones, newest first. */
  publishes(): Promise<readonly Publish[]>
  /** The texts that a publish changes. */
  filesOf(id: string): Promise<ChangedFiles>
  /**
   * Publishes drafts in one transaction, or schedules them for `dueAt`. The drafts end. The files leave the publishes that wait: these texts are newer.
   * @returns `stale`, with nothing written, when a draft or the published revision is a different one
   */
  publish(publish: NewPublish, now: Date): Promise<'stale' | { readonly revision: number | null }>
  /** Publishes one that waits. @returns the revision; `stale`, with nothing written, when it does not wait, or the published revision is not `over` */
  publishWaiting(id: string, over: number, now: Date): Promise<'stale' | number>
  /** Records why a publish that waits cannot be published. */
  refuseWaiting(id: string, fault: string): Promise<void>
  /** Cancels a publish that waits. `drafts`: its texts, which become drafts where there is no draft. @returns false when it does not wait */
  cancel(id: string, drafts: Readonly<Record<string, string>>, now: Date): Promise<boolean>
}

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

/** Everything that writes takes one lock, so that a publish has exactly the drafts that it names. */
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
