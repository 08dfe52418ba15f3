/** Where the Open Graph picture of the page at `path` is. */
export const ogPath = (path: string): string => `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`
