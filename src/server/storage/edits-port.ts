import type { Pictures } from './pictures-port.ts'

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
