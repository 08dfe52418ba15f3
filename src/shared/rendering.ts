/** What the server and the build ask of the renderer (src/site/renderer.ts): all pages, or those at `paths`, of these files and this time. */
export interface RenderRequest {
  /** The files of content/, by path; without them, those of the build. A renderer takes them from its first request only. */
  readonly files?: Readonly<Record<string, string>>
  readonly at: Date
  readonly paths?: readonly string[]
}

/** Asks the renderer to get ready for a request with files like these. */
export interface PrepareRequest {
  readonly prepare: Readonly<Record<string, string>>
}

/** Rendered pages by file, such as `about/index.html`. */
export type RenderedPages = Readonly<Record<string, string>>

/** The answer to the request with the same id: the pages, or why the content cannot be rendered. */
export type RenderReply = { readonly id: number } & ({ readonly pages: RenderedPages } | { readonly fault: string })
