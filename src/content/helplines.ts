import type { z } from 'zod'
import type { lastCallSchema } from './schema/last-call.ts'

type Helplines = z.output<typeof lastCallSchema>['helplines']

/** Whether a number to call is missing or stands for one: zeros, of which three are the emergency number of Australia. */
const isPlaceholder = (number: string, country: string): boolean =>
  /^[+0 -]*$/.test(number) ? !(number === '000' && country === 'Australia') : /(?:0[ -]?){5}/.test(number)

/** The helplines that visitors of a site in `country` can call: none of another country, and none without a number. */
export const callable = (helplines: Helplines, country: string): Helplines['numbers'] =>
  helplines.country.toLowerCase() === country.trim().toLowerCase()
    ? helplines.numbers.filter(({ number }) => !isPlaceholder(number, helplines.country))
    : []
