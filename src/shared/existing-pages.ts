/** The pages that a site can be without, by the first part of their path. A form is on the page of its name, and there is none without it. */
export const optionalPages = [
  'startup-studio',
  'accelerator',
  'fund-raise',
  'acceleration-as-service',
  'service-provider',
  'work-for-startups',
  'become-early-customer',
  'investors',
  'portfolio',
  'team',
  'mentors',
  'blog',
  'about',
  'the-last-call',
] as const

let off: readonly string[] = []

/** Sets the pages that the site does not have. */
export const setMissingPages = (names: readonly string[]): void => {
  off = names
}

/** Whether the site has the page of a path, such as `/accelerator` or `/blog/a-post`. */
export const hasPage = (path: string): boolean => !off.includes(path.split(/[/#?.]/)[1] ?? '')

const link = /(<li(?: [^>]*)?>\s*)?<a(?= )([^>]*? )?href="(\/[^"]*)"([^>]*)>([\s\S]*?)<\/a>(\s*<\/li>)?/g

/** A page without links to pages that the site does not have: an entry of a list that is nothing else, and a button, disappear; of a link in a sentence the words stay. */
export function withoutMissing(html: string): string {
  if (off.length === 0) return html
  return html
    .replace(link, (all, before = '', first = '', to: string, last: string, words: string, end = '') => {
      if (hasPage(to)) return all
      if (before !== '' && end !== '') return ''
      return before + (/class="[^"]*button/.test(first + last) ? '' : words) + end
    })
    .replace(/<link rel="alternate"[^>]*href="(\/[^"]*)"[^>]*>/g, (all, to: string) => (hasPage(to) ? all : ''))
}
