declare module 'virtual:content-pictures' {
  /** The sizes of the photographs of content/ as they are served, such as `portraits/asha.jpg` (scripts/content-pictures.mjs). */
  export const sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
}

declare module '*.wasm?url&inline' {
  /** The file as a `data:` address. */
  const url: string
  export default url
}
