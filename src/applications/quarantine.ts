import type { Answers, Form } from '../forms/form.ts'
import { applicant } from '../forms/views/applicant.ts'
import { day } from '../shared/durations.ts'
import { pointsOf, type Signal, threshold, weights } from './signals.ts'

// Quarantine keeps likely spam out of the list and sends no letters about it, until the reviewer releases or deletes it (decision 0133). No signal
// decides alone: each has a weight below `threshold`. What strangers do with an address is no signal: it would count against its owner.

/** The name of the honeypot: a field of a form that people do not see, so that only programs fill it in. */
export const honeypotField = 'knot'

/** The name of the field with the form token; it needs a script. */
export const tokenField = 'formToken'

/** How long a submission stays in quarantine before it is deleted, in milliseconds. */
export const quarantineLife = 30 * day

/** What the form token shows; `none`: there is no token, for example because no script ran. */
export type TokenUse = 'none' | 'fresh' | 'quick' | 'reused'

/** What is known of a submission, other than its answers. */
export interface Traces {
  /** Whether the honeypot was filled in. */
  readonly trap: boolean
  /** Whether the headers are not those of a browser. */
  readonly program: boolean
  /** Whether a page of another site sent it. */
  readonly foreign: boolean
  readonly token: TokenUse
  /** The number of submissions from this network in the current period, as a share of its limit. */
  readonly speed: number
  /** From how many other networks the same text came in the last hour. */
  readonly copies: number
}

// Every repetition is bounded: an unbounded one would take time that grows with the square of the text's length.
const webAddress = /https?:\/\/|www\.|\b[a-z\d-]{2,63}\.(?:com|net|org|info|biz|io|me|ru|xyz|top|site|online|shop)\//gi
const linkMarkup = /<a\s[^>]{0,200}href\s*=\s*["']?https?:|\[(?:url|link)\b/i

/** Providers of throwaway addresses. */
const disposableDomains =
  /@(?:[\w-]+\.)*(?:mailinator|guerrillamail|10minutemail|temp-mail|tempmail|yopmail|trashmail|sharklasers|getnada|maildrop)\.\w+$/i

/** The free-text answers, joined, without the applicant's name and company, and without fields that ask for a link. */
export const writtenText = (form: Form, answers: Answers): string =>
  Object.entries(form.fields)
    .filter(
      ([name, { kind, input }]) => (kind === 'text' || kind === 'textarea') && input?.inputMode !== 'url' && !isName(form, name),
    )
    .map(([name]) => answers[name])
    .filter((answer) => typeof answer === 'string')
    .join('\n')

const isName = ({ applicant: { name, company } }: Form, field: string): boolean => name.includes(field) || field === company

function contentSignals(form: Form, answers: Answers): readonly Signal[] {
  const text = writtenText(form, answers)
  const links = text.match(webAddress)?.length ?? 0
  const { name, email, company } = applicant(form, answers)
  const signals: Signal[] = []
  if (linkMarkup.test(text)) signals.push('markup')
  if (links > 3) signals.push('many_links')
  else if (links > 0 && signals.length === 0) signals.push('link')
  if (/https?:\/\/|www\./i.test(`${name}\n${company}`)) signals.push('name_link')
  if (disposableDomains.test(email)) signals.push('throwaway')
  return signals
}

function speedSignal(speed: number): Signal | undefined {
  if (speed > 3) return 'flood'
  if (speed > 1) return 'over_limit'
  return speed > 1 / 3 ? 'busy' : undefined
}

const tokenSignals: Readonly<Record<TokenUse, Signal | undefined>> = {
  none: undefined,
  fresh: 'waited',
  quick: 'quick',
  reused: 'reused_token',
}

/** The signals of a submission, the heaviest first. */
export function signalsOf(form: Form, answers: Answers, traces: Traces): readonly Signal[] {
  const present = [
    ...contentSignals(form, answers),
    traces.trap && 'trap',
    traces.program && 'program',
    traces.foreign && 'foreign',
    tokenSignals[traces.token],
    speedSignal(traces.speed),
    traces.copies >= 3 && 'repeated',
  ]
  return (Object.keys(weights) as Signal[]).filter((signal) => present.includes(signal))
}

/** The signals for which a submission is quarantined, the heaviest first; undefined if it is not. */
export function quarantineReasons(form: Form, answers: Answers, traces: Traces): readonly Signal[] | undefined {
  const signals = signalsOf(form, answers, traces)
  return pointsOf(signals) >= threshold ? signals.filter((signal) => weights[signal] > 0) : undefined
}
