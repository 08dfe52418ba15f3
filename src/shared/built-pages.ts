import type { FormType } from './form-types.ts'

// What the built pages hold for the server: placeholders that it replaces, slots that it fills, and pages for a moment to come.

/** In place of the public address; the server replaces it when it loads the pages, so that no setting enters the build. */
export const publicUrlPlaceholder = 'https://public-url.invalid'

/** In the page of a sign-in link, in place of its token. */
export const loginTokenPlaceholder = '__login-token__'

/** In a success page, in place of the reference; the server replaces it when a form was posted natively. */
export const referencePlaceholder = '{reference}'

/** In a success page, in place of the private link of a form that was posted natively. */
export const keepLinkPlaceholder = '<p>{private link}</p>'

/**
 * The comments around the form of a page, between which the server puts the form of a refused post.
 * The page holds `before(type) … after`, once.
 */
export const formSlot = {
  before: (type: FormType) => `<!--form-slot:${type}-->`,
  after: '<!--/form-slot-->',
} as const

/** The comments between which the server puts a visitor's own content. */
export const privatePageSlot = { before: '<!--private-page-->', after: '<!--/private-page-->' } as const

/** The path of a page as it is from a moment on (milliseconds since 1970): `/accelerator/from/1765823400000`. It is never an address of ours. */
export const variantPath = (path: string, from: number): string => `${path}/from/${from}`

/** The page and the moment that such a path names; undefined for other paths. */
export function readVariant(path: string): { readonly page: string; readonly from: number } | undefined {
  const [, page, from] = /^(.*)\/from\/(\d+)$/.exec(path) ?? []
  return page === undefined ? undefined : { page, from: Number(from) }
}
