/** What the server and the build ask of the renderer (src/site/renderer.ts): all pages, or those at `paths`, of these files and this time. */
export interface RenderRequest {
  /** The files of content/, by path; without them, those of the build. A renderer takes them from its first request only. */
  readonly files?: Readonly<Record<string, string>>
  readonly at: Date
  readonly paths?: readonly string[]
  /** The ETags of the pictures that are there: they are not drawn again. Without it, no picture is drawn. */
  readonly drawn?: readonly string[]
  /** The files of the pictures to draw, such as `og/about.png`; by default all. */
  readonly only?: readonly string[]
}

/** Asks the renderer to get ready for a request with files like these. */
export interface PrepareRequest {
  readonly prepare: Readonly<Record<string, string>>
}

/** A drawing by its ETag. `png` is missing for one that the request names as drawn. */
export interface RenderedPicture {
  readonly etag: string
  readonly png?: Uint8Array
}

/** Rendered pages by file, such as `about/index.html`, and pictures, such as `og/about.png`. */
export interface Rendered {
  readonly pages: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, RenderedPicture>>
}

/** The answer to the request with the same id, or why the content cannot be rendered. */
export type RenderReply = { readonly id: number } & (Rendered | { readonly fault: string })
