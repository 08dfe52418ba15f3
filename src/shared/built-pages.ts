import type { FormType } from './form-types.ts'

// The parts of rendered pages that are for the server: placeholders that it replaces, and slots that it fills.

/** The placeholder for the public address. The server replaces it when it loads the pages, so that the build contains no settings. */
export const publicUrlPlaceholder = 'https://public-url.invalid'

/** The placeholder for the token in the page of a sign-in link. */
export const loginTokenPlaceholder = '__login-token__'

/** The placeholder for the reference in a success page. The server replaces it after a native post. */
export const referencePlaceholder = '{reference}'

/** The placeholder for the private link in a success page. The server replaces it after a native post. */
export const keepLinkPlaceholder = /<p>\{private link of your ([^<{}]*)\}<\/p>/

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
