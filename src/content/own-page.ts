const ownPage = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:#[a-z0-9-]+)?$/

/** Whether a link leads to a page of ours: `/apply`, `/accelerator#apply`; never to another site, nor to a script. */
export const isOwnPage = (to: string): boolean => ownPage.test(to)
