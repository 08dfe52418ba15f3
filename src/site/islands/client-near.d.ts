import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** See near.ts. */
    'client:near'?: boolean
  }
}
