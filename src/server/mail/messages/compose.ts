import { paths } from '../../../api/paths.ts'
import type { ApplicantRequest, Application } from '../../../applications/application.ts'
import { checkedName } from '../../../applications/checked-name.ts'
import type { Addition, Inserted, Letter } from '../../../applications/outbox.ts'
import { remindedWith } from '../../../applications/requests.ts'
import { returnDays } from '../../../applications/withdrawal.ts'
import type { Form, Forms } from '../../../forms/form.ts'
import { formIn } from '../../../languages/form.ts'
import { endOfDay, longDate, longTime, minute } from '../../../shared/dates.ts'
import type { FormType } from '../../../shared/form-types.ts'
import { reference } from '../../../shared/ids.ts'
import { inSentence } from '../../../shared/in-sentence.ts'
import { type Speech, translate, untranslated } from '../../../shared/translate.ts'
import { speaking } from '../../http/speaking.ts'
import { headerText } from '../headers.ts'
import type { Message } from '../port.ts'
import { type Block, type Body, drawPlain } from './body.ts'
import { fill, placeholdersOf } from './fill.ts'
import { drawHtml } from './html.ts'
import { calendarOf, cancellationText, meetingNow, meetingValues } from './meeting.ts'
import type { Template, TemplateBlock } from './read-wording.ts'
import type { Wording } from './wording.ts'

/** A language in which letters are written. */
interface LetterLanguage {
  readonly code: string
  /** How it speaks about each form. */
  readonly speeches: Readonly<Record<FormType, Speech>>
  readonly wording: Wording
}

/** Settings and texts for composing letters. */
export interface LetterSettings {
  readonly wording: Wording
  /** The languages other than English: a letter about an application is in that of its form. */
  readonly languages?: readonly LetterLanguage[]
  readonly siteName: string
  /** Who signs: a person and the house, or the team. */
  readonly signedBy: string
  /** PUBLIC_URL */
  readonly siteUrl: string
  /** PITCH_BOOKING_URL */
  readonly bookingUrl: string
  /** Whether applicants can choose a time for a meeting: then invitations lead to their own page, not to `bookingUrl`. */
  readonly hasSlots?: boolean
  /** The application's links, which end every letter about it; undefined when the reader must not get them. */
  readonly links?: ApplicationLinks
}

interface ApplicationLinks {
  /** Opens the applicant's own page. */
  readonly privateLink: string
  /** Stops the letters to an address whose owner did not apply. */
  readonly stopLink: string
}

/** An application with its private link. */
export interface LinkedApplication {
  readonly application: Application
  readonly link: string
  readonly stopLink: string
}

type Values = Readonly<Record<string, string>>

/** Blocks that are inserted into a template. */
interface InsertedBlocks {
  readonly addition?: Addition
  readonly digest?: readonly Block[]
}

/** The reviewer's reason and sentence as paragraphs. Placeholders in them are not filled in. */
const additionBlocks = ({ reason = '', sentence = '' }: Addition): readonly Block[] =>
  [reason, ...sentence.split(/\n[ \t]*\n\s*/)]
    .filter((paragraph) => paragraph.trim() !== '')
    .map((text) => ({ kind: 'paragraph', text }))

function toBlocks(template: TemplateBlock, values: Values, { addition = {}, digest = [] }: InsertedBlocks): readonly Block[] {
  if (typeof template === 'string') return [{ kind: 'paragraph', text: fill(template, values) }]
  if ('heading' in template) return [{ kind: 'heading', text: fill(template.heading, values) }]
  if ('note' in template) return [{ kind: 'note', text: fill(template.note, values) }]
  if ('button' in template) return [{ kind: 'button', label: fill(template.button, values), url: fill(template.to, values) }]
  if ('link' in template) return [{ kind: 'link', label: fill(template.link, values), url: fill(template.to, values) }]
  if ('code' in template) return [{ kind: 'code', code: fill(template.code, values) }]
  if ('facts' in template)
    return [
      { kind: 'facts', facts: Object.entries(template.facts).map(([label, text]) => ({ label, text: fill(text, values) })) },
    ]
  if ('digest' in template) return digest
  return 'added' in template ? additionBlocks(addition) : []
}

/**
 * Renders a message from its template, as text and as HTML.
 * @param id the same each time the same message is composed
 */
export function draw(
  id: string,
  to: string,
  settings: LetterSettings,
  template: Template,
  values: Values,
  inserted: InsertedBlocks = {},
): Message {
  const body: Body = {
    subject: headerText(fill(template.subject, values)),
    preview: fill(template.preview, values),
    blocks: template.body.flatMap((block) => toBlocks(block, values, inserted)),
    foot: template.foot.map((line) => fill(line, values)),
  }
  return { id, to, subject: body.subject, html: drawHtml(settings.siteName, body), text: drawPlain(body) }
}

/** The name in a letter's greeting: the only thing that a letter repeats of what the sender typed, and only if it looks like a name (decision 0201). */
const greeted = (application?: Application): string => checkedName(application?.applicantName ?? '') ?? translate`applicant`

/** The placeholders that every template may use. */
export const about = ({ siteName, siteUrl, signedBy }: LetterSettings) => ({ siteName, siteUrl, signedBy })

const answerWords = {
  text: untranslated`a text`,
  file: untranslated`a file`,
  both: untranslated`a text and a file`,
  picture: untranslated`a picture (PNG or JPEG, 5 MB at most)`,
} as const

/** The placeholders for a letter about requests. */
const requestValues = ([{ kind, day } = {}, ...further]: readonly Partial<ApplicantRequest>[]) => ({
  answer:
    further.length > 0
      ? translate`what each of them needs`
      : `${translate(answerWords[kind ?? 'text'])}${kind === 'file' || kind === 'both' ? translate` (PDF, Word or PowerPoint, 10 MB at most)` : ''}`,
  until: day === undefined ? translate`when you can` : translate`by ${longDate(endOfDay(day))}`,
})

/** The values of the placeholders of a letter about an application. */
const valuesOf = (
  application: Application,
  form: Form,
  settings: LetterSettings,
  { until, meeting }: Inserted = {},
  requests: readonly ApplicantRequest[] = [],
) => ({
  ...about(settings),
  privateLink: settings.siteUrl + paths.my,
  ...settings.links,
  bookingUrl: settings.bookingUrl,
  applicantName: greeted(application),
  formTitle: inSentence(form.title),
  reference: reference(application.id),
  submittedOn: longDate(application.submittedAt),
  promise: form.texts.promise,
  answerBy: longDate(until === undefined ? application.dueAt : new Date(until)),
  returnDays: String(returnDays),
  ...meetingValues(meeting ?? meetingNow(application)),
  ...requestValues(requests),
})

/** The end of a letter: its first link is the button of a letter without one. */
const endingOf = ({ body }: Template, [own, ...further]: readonly TemplateBlock[]): readonly TemplateBlock[] =>
  own === undefined ||
  typeof own === 'string' ||
  !('link' in own) ||
  body.some((block) => typeof block !== 'string' && 'button' in block)
    ? [...(own === undefined ? [] : [own]), ...further]
    : [{ button: own.link, to: own.to }, ...further]

/** The placeholders of a template that have no value for an application, or, for the name, only its substitute. */
export function missingValues(template: Template, application: Application, form: Form, settings: LetterSettings) {
  const values: Values = valuesOf(application, form, settings)
  return placeholdersOf(template).filter((name) =>
    name === 'applicantName' ? checkedName(application.applicantName) === undefined : !values[name]?.trim(),
  )
}

/** Runs `work` in the language of an application, with the settings and the form in it. */
export function inLanguageOf<Result>(
  { language: code, formType }: Pick<Application, 'language' | 'formType'>,
  settings: LetterSettings,
  work: (settings: LetterSettings, formOf: (form: Form) => Form) => Result,
): Result {
  const language = settings.languages?.find((candidate) => candidate.code === code)
  return speaking(language?.speeches[formType], () =>
    language === undefined
      ? work(settings, (form) => form)
      : work({ ...settings, wording: language.wording }, (form) => formIn(form, language.speeches[form.type])),
  )
}

/**
 * Composes a letter to the applicant. It repeats nothing that the applicant wrote but the name.
 * @param id that of the outbox entry, so that composing the same entry again gives the same message
 * @param addition the reviewer's reason and sentence, the new due moment of a delay, and the request that the letter is about
 * @throws AppError EMAIL_TEMPLATE_NOT_FOUND
 */
export const composeLetter = (
  letter: Letter,
  application: Application,
  form: Form,
  settings: LetterSettings,
  id: string,
  addition: Inserted = {},
): Message => inLanguageOf(application, settings, (own, formOf) => composed(letter, application, formOf(form), own, id, addition))

function composed(
  letter: Letter,
  application: Application,
  form: Form,
  settings: LetterSettings,
  id: string,
  addition: Inserted,
): Message {
  const { links, wording } = settings
  const request = application.requests.find(({ id }) => id === addition.request)
  const alone = request === undefined ? [] : [request]
  const requests = (letter === 'request_reminder' && request && remindedWith(application, request)) || alone
  const values = valuesOf(application, form, settings, addition, requests)
  if (letter === 'pitch_invitation' && settings.hasSlots) values.bookingUrl = values.privateLink
  const template = wording.template(letter, form.type)
  const ending = links === undefined ? [] : endingOf(template, wording.ending)
  const withEnding = { ...template, body: [...template.body, ...ending] }
  const { meeting } = addition
  const sentence = requests.length > 1 ? requests.map(({ text }, n) => `${n + 1}. ${text}`).join('\n\n') : addition.sentence
  const cancels = meeting !== undefined && letter.endsWith('rejection') ? [cancellationText(meeting)] : []
  const added = { ...addition, sentence: [...(sentence === undefined ? [] : [sentence]), ...cancels].join('\n\n') }
  const message = draw(id, application.applicantEmail, settings, withEnding, values, { addition: added })
  const calendar = calendarOf(letter, application, settings, meeting)
  return calendar === undefined ? message : { ...message, calendar }
}

/** What the letter with the links of an address says of those that it leaves out. */
const unlistedText = (n: number): string =>
  n === 1
    ? translate`One more application came from this address. To get its link too, withdraw one above that is not yours, and ask again; or reply to this email.`
    : translate`${n} more applications came from this address. To get their links too, withdraw those above that are not yours, and ask again; or reply to this email.`

/**
 * Composes one letter with the private links of an address.
 * @param unlisted how many applications of the address it leaves out
 */
export function composeLinks(
  to: string,
  linked: readonly LinkedApplication[],
  forms: Forms,
  settings: LetterSettings,
  id: string,
  unlisted = 0,
): Message {
  const [first] = linked
  if (first?.application.language !== undefined)
    return inLanguageOf(first.application, settings, (own, formOf) =>
      composedLinks(to, linked, (type) => formOf(forms[type]), own, id, unlisted),
    )
  return composedLinks(to, linked, (type) => forms[type], settings, id, unlisted)
}

function composedLinks(
  to: string,
  linked: readonly LinkedApplication[],
  formOf: (type: FormType) => Form,
  settings: LetterSettings,
  id: string,
  unlisted: number,
): Message {
  const template = settings.wording.template('links')
  const [first] = linked
  const values = { ...about(settings), applicantName: greeted(first?.application), stopLink: first?.stopLink ?? '' }
  const links = linked.map(({ application, link }) => ({
    link: translate`${formOf(application.formType).title} of ${longDate(application.submittedAt)}, reference ${reference(application.id)}`,
    to: link,
  }))
  const body = template.body.flatMap((block): readonly TemplateBlock[] =>
    typeof block === 'object' && 'links' in block ? [...links, ...(unlisted > 0 ? [unlistedText(unlisted)] : [])] : [block],
  )
  return draw(id, to, settings, { ...template, body }, values)
}

/**
 * Composes the mail with a passcode.
 * @param validForMs how long the code is valid
 */
export function composePasscode(to: string, code: string, settings: LetterSettings, id: string, validForMs: number): Message {
  const values = { ...about(settings), code, minutes: String(Math.round(validForMs / minute)) }
  return { ...draw(id, to, settings, settings.wording.template('passcode'), values), code }
}

/** Composes the mail that tells the admin about the first sign-in of a browser. */
export function composeNewBrowser(
  to: string,
  { name, address, method, at }: { readonly name: string; readonly address: string; readonly method: string; readonly at: Date },
  settings: LetterSettings,
  id: string,
): Message {
  const values = { ...about(settings), browser: name, address, method, time: longTime(at) }
  return draw(id, to, settings, settings.wording.template('new_browser'), values)
}
