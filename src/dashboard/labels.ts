import type { ApplicationRecord, ApplicationResponse, MessageRecord } from '../api/responses.ts'
import type { ListState } from '../applications/application.ts'
import type { Event } from '../applications/history.ts'
import { isAnswerable } from '../applications/moves.ts'
import { isOwnFault, type Letter } from '../applications/outbox.ts'
import type { Signal } from '../applications/signals.ts'
import {
  after,
  aheadAt,
  clockText,
  fromClock,
  isRepeated,
  markOfZone,
  minute,
  setZone,
  shortDate,
  siteZone,
  timeOfDay,
} from '../shared/dates.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import { serverNow } from './server-time.ts'

/** The names that are not the words of their type. */
const ownNames: Readonly<Partial<Record<FormType, string>>> = {
  AccelerationAsService: 'Acceleration as a Service',
  WorkForStartups: 'Work for Startups',
}

/** The names of the forms at the desk. */
export const formNames = Object.fromEntries(
  formTypes.map((type) => [type, ownNames[type] ?? type.replace(/(?!^)[A-Z]/g, ' $&')]),
) as Readonly<Record<FormType, string>>

export const statusNames: Readonly<Record<ListState, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  pitch: 'Pitch',
  withdrawn: 'Withdrawn',
}

/** The state of an application in lists: its status while it is in review. */
export const stateOf = ({ status, ended }: ApplicationRecord): ListState => ended?.state ?? status

/** The applicant's name, or else the address. */
export const applicantName = ({
  applicant_name,
  applicant_email,
}: Pick<ApplicationRecord, 'applicant_name' | 'applicant_email'>): string => applicant_name || applicant_email || 'No name given'

/** To whom its letters go, as a part of a sentence. */
export const addressee = ({ hidden, applicant_email }: ApplicationRecord): string => (hidden ? 'the applicant' : applicant_email)

export const applicantLabel = (record: Pick<ApplicationRecord, 'applicant_name' | 'applicant_email' | 'company_name'>): string =>
  [applicantName(record), record.company_name].filter(Boolean).join(', ')

// The page says which zone the site has.
if (typeof document !== 'undefined') setZone(document.documentElement.dataset.zone ?? siteZone())

/** Whether the reviewer's computer shows the time of the site. */
const hasSiteTime = (at: Date): boolean => at.getTimezoneOffset() * minute === -aheadAt(at)

/** The zone beside a time, where it differs from that of the reviewer's computer, or clocks show the time twice. */
const mark = (at: Date): string => (hasSiteTime(at) && !isRepeated(at) ? '' : ` ${markOfZone(at)}`)

/** The zone behind the label of a time, where it differs from that of the reviewer's computer. */
export const zoneHint = (): string => (hasSiteTime(serverNow()) ? '' : `, in ${markOfZone(serverNow())}`)

/** `15 Nov 2025`. `at` is ISO 8601. */
export const formatDay = (at: string): string => shortDate(new Date(at))

/** `15 Nov 2025, 09:30`; with the zone if the reviewer's computer has another. `at` is ISO 8601. */
export const formatMoment = (at: string): string => `${formatDay(at)}, ${formatTime(new Date(at))}`

/** `09:30`; with the zone if the reviewer's computer has another. */
export const formatTime = (at: Date): string => timeOfDay(at) + mark(at)

/** `09:30:07`; with the zone if the reviewer's computer has another. */
export const formatSecond = (at: Date): string => clockText(at).slice(11, 19) + mark(at)

/** `12,345`. */
export const formatCount = (n: number): string => n.toLocaleString('en-GB')

/** `640 KB`, `1.2 MB`, `3.4 GB`; in powers of 1000, as browsers count downloads. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${formatCount(Math.ceil(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** The first three names, and the number of the others. */
export const firstNames = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${formatCount(names.length - 3)} more` : ''}`

/** Converts ISO 8601 to the value of a `datetime-local` input, in the site's zone; empty for null. */
export const toInput = (at: string | null): string => (at === null ? '' : clockText(new Date(at)).slice(0, 16))

/** Converts the value of a `datetime-local` input, in the site's zone, to ISO 8601 in UTC; null if it is empty. */
export const fromInput = (text: string): string | null => (text === '' ? null : fromClock(new Date(`${text}Z`)).toISOString())

/** Whether a value of a `datetime-local` input is a time that clocks in the site's zone skip, when summer begins. */
export const isSkipped = (text: string): boolean => text !== '' && toInput(fromInput(text)) !== text.slice(0, 16)

/** The names of the letters. */
const titles: Readonly<Record<Letter, string>> = {
  confirmation: 'Confirmation',
  approval: 'Approval',
  after_meeting_approval: 'Approval after the meeting',
  pitch_invitation: 'Pitch invitation',
  rejection: 'Rejection',
  correction: 'Correction',
  delay: 'Notice of a delay',
  after_meeting_rejection: 'Rejection after the meeting',
  withdrawn: 'Confirmation of the withdrawal',
  changed: 'Notice of changed answers',
  request: 'Request',
  request_reminder: 'Reminder of a request',
  meeting: 'Time of the meeting',
  meeting_cancelled: 'Cancelled meeting',
  meeting_reminder: 'Reminder of the meeting',
}

/** The name of a letter. */
export const letterLabel = (letter: string): string => titles[letter as keyof typeof titles] ?? 'Message'

/** The name of an outbox entry: letter, message or spreadsheet row. */
export function messageLabel({ topic, letter, subject, title = 'Mail' }: MessageRecord): string {
  if (topic === 'sheet.row') return 'Row in the spreadsheet'
  if (topic === 'sheet.removal') return 'Deletion of a row in the spreadsheet'
  if (topic === 'report') return 'Report to your program'
  if (topic === 'mail.other') return title
  if (letter === 'written') return `Message to the applicant: ${subject ?? ''}`
  if (!(letter in titles)) return 'Message'
  return `${letterLabel(letter)}${letter.startsWith('after_meeting') ? ',' : ''} to the applicant`
}

/** An entry that is due within this many milliseconds is shown as "in a moment". */
const soon = minute

/** Why an outbox entry was not delivered, or waits; empty if the reason is not known. */
export const faultLabel = ({ topic, last_fault }: Pick<MessageRecord, 'topic' | 'last_fault'>): string => {
  if (last_fault === '' || isOwnFault(last_fault)) return last_fault
  if (topic === 'report') return last_fault
  return `The ${topic.startsWith('mail.') ? 'mail server' : 'spreadsheet'} said: ${last_fault}`
}

/** The state of an outbox entry, in one or more sentences; the last has no full stop. */
export function messageStateLabel({ topic, state, due_at, by_hand, sent_at, attempts, last_fault }: MessageRecord): string {
  const why = faultLabel({ topic, last_fault })
  if (state === 'sent') return `Sent ${formatMoment(sent_at ?? due_at)}`
  if (state === 'claimed') return 'Being sent'
  if (state === 'cancelled') return 'Cancelled before it was sent'
  if (state === 'parked') return `Not delivered. ${why}`.trim()
  // An entry without attempts was postponed by our own server, so the reason is ours.
  const reason = last_fault === '' ? '' : `. ${last_fault}`
  if (by_hand === true) return `Waits in the outbox until you send it${reason}`
  if (attempts > 0)
    return `Tried ${attempts === 1 ? 'once' : `${attempts} times`}; again at ${formatMoment(due_at)}. ${why}`.trim()
  return new Date(due_at) > after(serverNow(), soon) ? `Goes out ${formatMoment(due_at)}${reason}` : 'Goes out in a moment'
}

/** That other meetings are at the time of an application's; empty if none is. */
export const sameTimeLabel = ({ same_time: neighbours = [] }: Pick<ApplicationResponse, 'same_time'>): string =>
  neighbours.length === 0 ? '' : `At the time of the meeting there is another one: ${neighbours.map(applicantLabel).join(', ')}.`

const status = (word: string): string => (Object.hasOwn(statusNames, word) ? statusNames[word as keyof typeof statusNames] : word)

const moment = (at: string | null): string => (at === null ? 'none' : formatMoment(at))

const score = (value: number | null): string => (value === null ? 'none' : String(value))

const double = (event: { readonly double?: true }): string =>
  event.double === true ? '. Another meeting is at the time of this one' : ''

function decisionLabel(event: Extract<Event, { what: 'moved' }>, form: FormType): string {
  const { from, to, letter, reopens, meetingAt } = event
  const silent = letter === 'none'
  if (reopens === true) return `Reopened: ${status(from)} → ${status(to)}${double(event)}`
  if (silent && to === 'approved' && isAnswerable(form)) return 'Answered without a letter'
  const cancels = meetingAt === undefined ? '' : `, meeting of ${formatMoment(meetingAt)} cancelled`
  return `Status: ${status(from)} → ${status(to)}${silent ? ', without a letter' : ''}${cancels}`
}

/** A history entry of an application as a sentence; for an unknown event, the event's name. */
export function historyLabel(entry: Readonly<Record<string, unknown>>, form: FormType): string {
  const event = entry as Event
  switch (event.what) {
    case 'submitted':
      return event.quarantined === undefined ? 'Submitted' : 'Submitted, quarantined'
    case 'released':
      return 'Released from quarantine'
    case 'moved':
      return decisionLabel(event, form)
    case 'delayed':
      return `Delayed until ${formatDay(event.until)}`
    case 'letter_edited':
      return `Letter changed: ${letterLabel(event.letter)}`
    case 'noted':
      return event.to === '' ? 'Notes cleared' : 'Notes written'
    case 'meeting_set':
      if (event.to !== null && event.to === event.from) return `Place of the meeting: ${event.letter?.location || 'not set'}`
      return event.to === null ? 'Meeting cleared' : `Meeting set for ${formatMoment(event.to)}`
    case 'starred':
      return event.to ? 'Starred' : 'Star removed'
    case 'readdressed':
      return event.to === undefined ? 'Address corrected' : `Address corrected: ${event.from} → ${event.to}`
    case 'letters_stopped':
      return 'Letters stopped: “It was not me”'
    case 'letters_resumed':
      return 'Letters resumed: “It was me”'
    case 'written':
      return event.subject === undefined ? 'Message' : `Message: ${event.subject}`
    case 'scored':
      return `${event.name}: ${score(event.from)} → ${score(event.to)}`
    case 'answers_changed':
      return event.fields.length === 1 ? '1 answer changed' : `${event.fields.length} answers changed`
    case 'requested':
      return 'Something requested'
    case 'request_answered':
      return event.file === undefined ? 'Request answered' : `Request answered, with ${event.file}`
    case 'request_closed':
      return 'Request closed'
    case 'identity_shown':
      return 'Identity shown'
    case 'withdrawn':
      return 'Withdrawn'
    case 'returned':
      return 'Withdrawal taken back'
    case 'of_feature':
      // While who sent it is hidden, the words are not there.
      return event.text ?? 'Something else happened'
    case 'deleted':
      return 'Deleted'
    case 'undone':
      return undone(event)
    default:
      return String(entry.what)
  }
}

function undone(event: Extract<Event, { what: 'undone' }>): string {
  switch (event.undid) {
    case 'deleted':
      return 'Deletion undone'
    case 'moved':
      return `Decision undone: ${status(event.from)} → ${status(event.to)}${double(event)}`
    case 'delayed':
      return `Delay undone: due ${formatDay(event.to)}`
    case 'noted':
      return 'Notes undone'
    case 'meeting_set':
      return `Meeting undone: ${moment(event.from)} → ${moment(event.to)}${double(event)}`
    case 'starred':
      return event.to ? 'Starred again' : 'Star undone'
    case 'written':
      return event.subject === undefined ? 'Message undone' : `Message undone: ${event.subject}`
    case 'requested':
      return 'Request undone'
    case 'scored':
      return `${event.name}, undone: ${score(event.from)} → ${score(event.to)}`
  }
}

/** The names of the signals at the desk. */
export const signalLabels: Readonly<Record<Signal, string>> = {
  trap: 'Filled in a field that people do not see',
  flood: 'Far over the limit of one address',
  foreign: 'Sent by a page of another site',
  quick: 'Sent within three seconds',
  markup: 'Links in HTML or BBCode',
  many_links: 'More than three links',
  name_link: 'A link as a name',
  over_limit: 'Over the limit of one address',
  throwaway: 'A throwaway e-mail address',
  link: 'A link',
  repeated: 'The same text from several networks',
  reused_token: 'A page’s token used many times',
  busy: 'Many from one address',
  program: 'Not sent by a browser',
  waited: 'Took time over the form',
}

/** The English name of a language: `Tamil`; English has no code. */
export const languageName = (code: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(code || 'en') ?? code
