import { sql } from 'kysely'
import type { Engine } from '../../database/engine.ts'
import { type Unnamed, unnamedByFeatures } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { Pictures } from './pictures.ts'
import { pictures } from './pictures.ts'
import {
  type ChangedFiles,
  filesBefore,
  filesOf,
  type Publish,
  published,
  publishes,
  type WaitingText,
  waiting,
} from './published.ts'

/** A file of content/ as it was last typed at the desk. */
interface ContentDraft {
  readonly path: string
  /** Null when there is none any more: it was published or discarded. */
  readonly text: string | null
  /** Raised by every save, publish and discard, so that no window writes over what it has not read. */
  readonly revision: number
  readonly savedAt: Date
}

/** The link to a draft: the hash of its token, and when it ends. */
export interface DraftLink {
  readonly hash: string
  readonly until: Date
}

/** What a publish does with texts of its documents that wait: they are published at their time, over these; or they never are. */
export const waitingChoices = ['keep', 'end'] as const
export type WaitingChoice = (typeof waitingChoices)[number]

interface NewPublish extends Pick<Publish, 'id' | 'by' | 'note' | 'dueAt'> {
  readonly files: ChangedFiles
  /** The revisions of the drafts that it publishes, by path. */
  readonly drafts: Readonly<Record<string, number>>
  /** The published revision with which the files were checked. */
  readonly over: number
  /** Required where a text of one of the files waits. */
  readonly waiting?: WaitingChoice | undefined
}

interface NewDraft {
  readonly path: string
  readonly text: string
  /** The revision that was read, 0 for a file that never had a draft. */
  readonly revision: number
}

/** What is edited at the desk. The published texts lie over the files of the build (`mergeFiles`). */
export interface Edits {
  readonly pictures: Pictures
  /** The revision of the published texts: 0 before the first publish. Cheap enough for a poll each second. */
  revision(): Promise<number>
  /** The published texts by path, without files that follow the build. An empty text: the file does not exist. */
  published(): Promise<{ readonly revision: number; readonly files: Readonly<Record<string, string>> }>
  /** The companies that may not be named. */
  unnamed(): Promise<readonly Unnamed[]>
  /** The drafts by path, those without a text too. */
  drafts(): Promise<readonly ContentDraft[]>
  /**
   * Saves a draft over the revision that was read, 0 for a file that never had one; null discards it. The saved draft has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one, and not this text's own: a save that is repeated is saved
   */
  saveDraft(path: string, text: string | null, revision: number, now: Date): Promise<'saved' | 'stale'>
  /** Saves several drafts, all or none. @returns the path of one whose stored revision is a different one, with nothing written; undefined when they are saved */
  saveDrafts(drafts: readonly NewDraft[], now: Date): Promise<string | undefined>
  /** Makes the link to a draft, in place of an earlier one; null ends it. It also ends with the draft. @returns false when there is no draft */
  setLink(path: string, link: DraftLink | null): Promise<boolean>
  /** The link to a draft, by its path or by its hash. */
  link(by: { readonly path: string } | { readonly hash: string }): Promise<(DraftLink & { readonly path: string }) | undefined>
  /** The texts that wait for their minute, earliest first. */
  waiting(): Promise<readonly WaitingText[]>
  /** The publishes that wait, and then the newest published ones, at most 200. */
  publishes(): Promise<readonly Publish[]>
  /** The texts that a publish changes; none for an unknown one. */
  filesOf(id: string): Promise<ChangedFiles>
  /** The texts of these files that were published before it. */
  filesBefore(id: string): Promise<ChangedFiles>
  /**
   * Publishes drafts in one transaction, or schedules them for `dueAt`. The drafts end.
   * @returns with nothing written: `stale` when a draft or the published revision is a different one, `waits` when a text of a file waits and `waiting` does not
   * say what becomes of it
   */
  publish(publish: NewPublish, now: Date): Promise<'stale' | 'waits' | { readonly revision: number | null }>
  /** Publishes one that waits. @returns the revision; `stale`, with nothing written, when it does not wait, or the published revision is not `over` */
  publishWaiting(id: string, over: number, now: Date): Promise<'stale' | number>
  /** Records why a publish that waits cannot be published. */
  refuseWaiting(id: string, fault: string): Promise<void>
  /** Cancels a publish that waits. `texts` become drafts. @returns with nothing written: `gone` when it does not wait, the path of a document that has another draft */
  cancel(
    id: string,
    texts: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<'cancelled' | 'gone' | { readonly occupied: string }>
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

/** Writes a draft under the next revision; without a text it ends, and its link with it. */
async function putDraft(trx: Db, path: string, text: string | null, revision: number, now: Date): Promise<void> {
  const row = {
    ...{ text: stored(text), revision: revision + 1, saved_at: now.getTime() },
    ...(text === null && { link_hash: null, link_until: null }),
  }
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

/** Makes texts the site's, in place of those before them. */
async function putLive(trx: Db, id: string): Promise<void> {
  const own = trx.selectFrom('published_files').select('path').where('publish_id', '=', id)
  await trx.updateTable('published_files').set({ live: 0 }).where('live', '=', sql.lit(1)).where('path', 'in', own).execute()
  await trx.updateTable('published_files').set({ live: 1 }).where('publish_id', '=', id).execute()
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
    unnamed: () => unnamedByFeatures(engine.read),
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
        const present = await draftOf(trx, path)
        if (present?.revision === revision + 1 && read(present.text) === text) return 'saved'
        if ((present?.revision ?? 0) !== revision) return 'stale'
        await putDraft(trx, path, text, revision, now)
        return 'saved'
      }),
    saveDrafts: (drafts, now) =>
      write(async (trx) => {
        for (const { path, revision } of drafts) if (((await draftOf(trx, path))?.revision ?? 0) !== revision) return path
        for (const { path, text, revision } of drafts) await putDraft(trx, path, text, revision, now)
        return undefined
      }),
    setLink: (path, link) =>
      write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('content_drafts')
          .set({ link_hash: link?.hash ?? null, link_until: link?.until.getTime() ?? null })
          .where('path', '=', encodeText(path))
          .where('text', 'is not', null)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }),
    link: async (by) => {
      const row = await engine.read
        .selectFrom('content_drafts')
        .select(['path', 'link_hash', 'link_until'])
        .where('link_hash', 'is not', null)
        .where((eb) => ('path' in by ? eb('path', '=', encodeText(by.path)) : eb('link_hash', '=', by.hash)))
        .executeTakeFirst()
      return row && { path: decodeText(row.path), hash: row.link_hash ?? '', until: new Date(Number(row.link_until)) }
    },
    waiting: () => waiting(engine.read),
    publishes: () => publishes(engine.read),
    filesOf: (id) => filesOf(engine.read, id),
    filesBefore: (id) => filesBefore(engine.read, id),
    publish: ({ id, by, note, dueAt, files, drafts, over, waiting: choice }, now) =>
      write(async (trx) => {
        const last = await revisionOf(trx)
        if (last !== over) return 'stale'
        for (const [path, revision] of Object.entries(drafts))
          if (((await draftOf(trx, path))?.revision ?? 0) !== revision) return 'stale'
        const paths = Object.keys(files)
        if (choice === undefined && (await waiting(trx)).some(({ path }) => paths.includes(path))) return 'waits'
        if (choice === 'end') await leaveWaiting(trx, paths)
        const revision = dueAt === null ? last + 1 : null
        await trx
          .insertInto('publishes')
          .values({ id, revision, at: now.getTime(), by, note: encodeText(note), due_at: dueAt?.getTime() ?? null, fault: '' })
          .execute()
        await trx
          .insertInto('published_files')
          .values(paths.map((path) => ({ publish_id: id, path: encodeText(path), text: stored(files[path] ?? null), live: 0 })))
          .execute()
        if (revision !== null) await putLive(trx, id)
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
        await putLive(trx, id)
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
        if (!(await isWaiting(trx, id))) return 'gone'
        const drafts = await Promise.all(Object.keys(texts).map(async (path) => ({ path, draft: await draftOf(trx, path) })))
        const taken = drafts.find(({ path, draft }) => (read(draft?.text ?? null) ?? texts[path]) !== texts[path])
        if (taken !== undefined) return { occupied: taken.path }
        for (const { path, draft } of drafts) await putDraft(trx, path, texts[path] ?? null, draft?.revision ?? 0, now)
        await trx.deleteFrom('published_files').where('publish_id', '=', id).execute()
        await trx.deleteFrom('publishes').where('id', '=', id).execute()
        return 'cancelled'
      }),
  }
}
