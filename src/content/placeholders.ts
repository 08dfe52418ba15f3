import { parse } from 'yaml'
import type { z } from 'zod'
import type { Files } from './files.ts'
import type { lastCallSchema } from './schema/last-call.ts'

/** An address that is reserved for examples, or a telephone number of zeros. */
const example = /\w\.example\b|(?:0[ -]?){5}/

/** The files that ship with invented people, companies and contact data. Their addresses show it. */
const byAddress = ['content/site.yaml', 'content/team.yaml', 'content/mentors.yaml', 'content/portfolio.yaml']

/** The files whose figures are placeholders until somebody confirms them; without a figure there is nothing to confirm. */
const byConfirmation = ['content/facts.yaml', 'content/stats.yaml', 'content/claims.yaml']

/** The paths of the files that still have what ships as an example. While there is one, the site is a demonstration. */
export const exampleFiles = (files: Files): readonly string[] => [
  ...byAddress.filter((path) => example.test(files[path] ?? '')),
  ...(/^confirmed: true\b/m.test(files['content/facts.yaml'] ?? '')
    ? []
    : byConfirmation.filter((path) => /\d/.test(withoutScopes(files[path])))),
]

/** Rows of figures without the notes that say what they count. */
const withoutScopes = (text = ''): string => text.replace(/^#.*$|^scopes:[\s\S]*$/gm, '')

type Helplines = z.output<typeof lastCallSchema>['helplines']

/** Whether a number to call is missing or stands for one: zeros, of which three are the emergency number of Australia. */
const isPlaceholder = (number: string, country: string): boolean =>
  /^[+0 -]*$/.test(number) ? !(number === '000' && country === 'Australia') : /(?:0[ -]?){5}/.test(number)

/** The helplines that visitors of a site in `country` can call: none of another country, and none without a number. */
export const callable = (helplines: Helplines, country: string): Helplines['numbers'] =>
  helplines.country.toLowerCase() === country.trim().toLowerCase()
    ? helplines.numbers.filter(({ number }) => !isPlaceholder(number, helplines.country))
    : []

const noticePage = 'content/pages/privacy.yaml'
const helplinePage = 'content/pages/the-last-call.yaml'

/** Whether the page of the helplines has one without a number that can be called from where the site is. */
function lacksHelpline(files: Files): boolean {
  try {
    const { address, without = [] } = parse(files['content/site.yaml'] ?? '')
    const { helplines } = parse(files[helplinePage] ?? '')
    return !without.includes('the-last-call') && callable(helplines, address.country).length < helplines.numbers.length
  } catch {
    // A text that cannot be read has faults, which are told.
    return false
  }
}

/** The paths of the files that somebody has to complete: those with examples, of helplines nobody could call, and of nobody who reads complaints. */
export const placeholderFiles = (files: Files): readonly string[] => [
  ...exampleFiles(files),
  ...(lacksHelpline(files) ? [helplinePage] : []),
  ...(/^person:\n +name: .*\bExample$/m.test(files[noticePage] ?? '') ? [noticePage] : []),
]
