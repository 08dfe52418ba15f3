import type { FormType } from './form-types.ts'

// The parts of built pages that are for the server: placeholders that it replaces, slots that it fills, and variants of pages for a later time.

/** The placeholder for the public address. The server replaces it when it loads the pages, so that the build contains no settings. */
export const publicUrlPlaceholder = 'https://public-url.invalid'

/** The placeholder for the token in the page of a sign-in link. */
export const loginTokenPlaceholder = '__login-token__'

/** The placeholder for the reference in a success page. The server replaces it after a native post. */
export const referencePlaceholder = '{reference}'

/** The placeholder for the private link in a success page. The server replaces it after a native post. */
export const keepLinkPlaceholder = /<p>\{private link of your (\w+)\}<\/p>/

/**
 * The comments around the form of a page. The server inserts the form of a refused post between them.
 * A page contains `before(type) … after` once.
 */
export const formSlot = {
  before: (type: FormType) => `<!--form-slot:${type}-->`,
  after: '<!--/form-slot-->',
} as const

/** The comments between which the server inserts the content for one visitor. */
export const privatePageSlot = { before: '<!--private-page-->', after: '<!--/private-page-->' } as const

/** The path of the variant of a page from a moment on (milliseconds since 1970): `/accelerator/from/1765823400000`. Visitors cannot request this path. */
export const variantPath = (path: string, from: number): string => `${path}/from/${from}`

/** The page and the moment of such a path; undefined for other paths. */
export function readVariant(path: string): { readonly page: string; readonly from: number } | undefined {
  const [, page, from] = /^(.*)\/from\/(\d+)$/.exec(path) ?? []
  return page === undefined ? undefined : { page, from: Number(from) }
}
