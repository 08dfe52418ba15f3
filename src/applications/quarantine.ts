import type { Answers, Form } from '../forms/form.ts'
import { applicant } from '../forms/views/applicant.ts'
import { day } from '../shared/dates.ts'

// Quarantine keeps likely spam out of the list, and sends nothing because of it, until the reviewer releases or deletes it (decision 0133). A signal
// never decides alone: each weighs less than `threshold`.

/** The field of a form that people do not see: what fills it in is a program. */
export const trapField = 'knot'

/** The field that carries the form token of a page with a script. */
export const tokenField = 'formToken'

/** How long a submission stays in quarantine before it is deleted, milliseconds. */
export const quarantineLife = 30 * day

/** What a form token says of the visitor; `none`: there is no token, as without a script. */
export type TokenUse = 'none' | 'fresh' | 'quick' | 'reused'

/** How often something came before, in the last hour: from the same network, and from how many others. */
export interface Seen {
  readonly here: number
  readonly elsewhere: number
}

/** What is known of a submission beside its answers. */
export interface Traces {
  /** Whether the trap field was filled in. */
  readonly trap: boolean
  /** Whether the headers are not those of a browser. */
  readonly program: boolean
  /** Whether a page of another site sent it. */
  readonly foreign: boolean
  readonly token: TokenUse
  /** Submissions from this network in the present period, as a share of its limit. */
  readonly speed: number
  /** Earlier submissions with nearly the same text. */
  readonly text: Seen
  /** Earlier submissions with the same e-mail address. */
  readonly address: Seen
}

/** The points of each signal. A negative weight speaks for the submission. */
export const weights = {
  trap: 8,
  copies: 7,
  flood: 7,
  foreign: 5,
  quick: 5,
  markup: 5,
  many_links: 5,
  some_copies: 5,
  address: 5,
  name_link: 4,
  over_limit: 4,
  throwaway: 3,
  link: 3,
  repeated: 3,
  reused_token: 3,
  busy: 2,
  program: 2,
  waited: -2,
} as const satisfies Readonly<Record<string, number>>

export type Signal = keyof typeof weights

/** Submissions with this many points, or more, are quarantined. */
export const threshold = 10

// each part is bounded: an unbounded one would take the square of a text's length
const webAddress = /https?:\/\/|www\.|\b[a-z\d-]{2,63}\.(?:com|net|org|info|biz|io|me|ru|xyz|top|site|online|shop)\//gi
const linkMarkup = /<a\s[^>]{0,200}href\s*=\s*["']?https?:|\[(?:url|link)\b/i

/** Providers of addresses that nobody keeps. */
const throwaways =
  /@(?:[\w-]+\.)*(?:mailinator|guerrillamail|10minutemail|temp-mail|tempmail|yopmail|trashmail|sharklasers|getnada|maildrop)\.\w+$/i

/** The answers that a person writes in their own words, one after the other; without the applicant's name and company. */
export const writtenText = (form: Form, answers: Answers): string =>
  Object.entries(form.fields)
    .filter(([name, { kind }]) => (kind === 'text' || kind === 'textarea') && !isName(form, name))
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
  if (throwaways.test(email)) signals.push('throwaway')
  return signals
}

const speedSignal = (speed: number): Signal | undefined =>
  speed > 3 ? 'flood' : speed > 1 ? 'over_limit' : speed > 1 / 3 ? 'busy' : undefined

const textSignal = ({ here, elsewhere }: Seen): Signal | undefined =>
  elsewhere >= 8 ? 'copies' : elsewhere >= 3 ? 'some_copies' : here >= 3 ? 'repeated' : undefined

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
    textSignal(traces.text),
    traces.address.elsewhere >= 3 && 'address',
  ]
  return (Object.keys(weights) as Signal[]).filter((signal) => present.includes(signal))
}

/** The points of signals, in all. */
export const pointsOf = (signals: readonly Signal[]): number => signals.reduce((sum, signal) => sum + weights[signal], 0)

/** The signals for which a submission is quarantined, the heaviest first; undefined when it is not. */
export function quarantineReasons(form: Form, answers: Answers, traces: Traces): readonly Signal[] | undefined {
  const signals = signalsOf(form, answers, traces)
  return pointsOf(signals) >= threshold ? signals.filter((signal) => weights[signal] > 0) : undefined
}
