const ownPage = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:#[a-z0-9-]+)?$/

/** Whether a link leads to one of our pages, such as `/apply` or `/accelerator#apply`, and not to another site or a script. */
export const isOwnPage = (to: string): boolean => ownPage.test(to)

/** Whether a text can be the name of a picture's file. */
export const isPictureName = (name: string): boolean => /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/.test(name)
