import { type FormType, formPage, formTypes } from './form-types.ts'

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

/** The forms that the site has, and those of `more`, which have applications or are chosen. */
export const offeredForms = (more: readonly FormType[] = []): readonly FormType[] =>
  formTypes.filter((type) => hasPage(formPage(type)) || more.includes(type))

/** A page without links to pages that the site does not have: an entry of a list that is nothing else, and a button, disappear; of a link in a sentence the words stay. */
export function withoutMissing(html: string): string {
  if (off.length === 0) return html
  let result = ''
  let done = 0
  for (let at = html.indexOf('<a '); at >= 0; at = html.indexOf('<a ', at + 1)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</a>', start)
    if (start === 0 || end < 0) break
    const tag = html.slice(at, start)
    if (hasPage(/ href="(\/[^"]*)"/.exec(tag)?.[1] ?? '')) continue
    const before = html.slice(done, at)
    const entry = /<li(?: [^<>]*)?>\s*$/.exec(before)
    const endOfEntry = html.indexOf('</li>', end)
    const isAlone = entry !== null && endOfEntry >= 0 && html.slice(end + '</a>'.length, endOfEntry).trim() === ''
    if (isAlone) result += before.slice(0, entry.index)
    else result += before + (/ class="[^"]*button/.test(tag) ? '' : html.slice(start, end))
    done = isAlone ? endOfEntry + '</li>'.length : end + '</a>'.length
  }
  return (result + html.slice(done)).replace(/<link rel="alternate"[^<>]*>/g, (tag) =>
    hasPage(/ href="(\/[^"]*)"/.exec(tag)?.[1] ?? '') ? tag : '',
  )
}
