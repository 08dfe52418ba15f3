const ownPage = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:#[a-z0-9-]+)?$/

/** Whether a link leads to one of our pages, such as `/apply` or `/accelerator#apply`, and not to another site or a script. */
export const isOwnPage = (to: string): boolean => ownPage.test(to)

/** Whether a link leads to one of our pages, or to a complete https URL. */
export const isLinkable = (to: string): boolean => isOwnPage(to) || (/^https:\/\/[^\s/]+\.[^\s]+$/.test(to) && URL.canParse(to))

/** Whether a text can be the name of a picture's file. */
export const isPictureName = (name: string): boolean => /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/.test(name)
