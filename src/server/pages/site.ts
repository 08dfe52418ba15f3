import type { Asset, Encoding } from './load.ts'

/** The rendered pages and the files of the build, by the path at which they are served. A publish replaces them all at once. */
export interface Site {
  get(path: string): Asset | undefined
  has(path: string): boolean
  /** The compressed bytes of a file; undefined if they are not smaller. Without it, files are served uncompressed. */
  compressed?(asset: Asset, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined
}

/** Texts that an earlier version published and this one refuses. */
export interface Unaccepted {
  /** What is shown in their place, by path; empty for nothing. */
  readonly shown: Readonly<Record<string, string>>
  /** What is refused, with its place, and the document that has it. `isPlain`: it is shown without its markup, else as the build has it. */
  readonly refused: readonly { readonly path: string; readonly sentence: string; readonly isPlain: boolean }[]
}

/** The pages as they are served. */
export interface PublishedPages {
  /**
   * Serves what is published, if that or the time has changed since. Calls follow each other.
   * @throws Error when it cannot be rendered; the earlier pages stay
   */
  reload(): Promise<void>
  /** Begins to render the pages of all these files, which are about to be published: then their publish is live sooner. */
  renderAhead(files: Readonly<Record<string, string>>): void
  /** What is published and cannot be shown as it is. */
  refused(): Unaccepted['refused']
  /** The page that is served at `page` now; undefined when there is none. */
  page(page: string): string | undefined
  /** The page at `page` as it would be with all these files at a time; undefined when there is none. @throws AppError 400 when the files have faults */
  preview(files: Readonly<Record<string, string>>, page: string, at: Date): Promise<string | undefined>
}
