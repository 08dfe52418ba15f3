import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Application, type Status, statuses } from '../../applications/application.ts'
import { mayMove } from '../../applications/moves.ts'
import { isLetterName, type Letter } from '../../applications/outbox.ts'
import { letterFor } from '../../applications/outgoing/decisions.ts'
import type { Forms } from '../../forms/form.ts'
import { featurePreviews } from '../../server/features.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { invalid } from '../../server/http/faults.ts'
import { composeLetter, type LetterSettings, missingValues } from '../../server/mail/messages/compose.ts'
import { forReading, insertedIn, previews } from '../../server/mail/messages/preview.ts'
import { readTemplate, type Template, templateAt } from '../../server/mail/messages/read-wording.ts'
import type { Wording } from '../../server/mail/messages/wording.ts'
import type { Message } from '../../server/mail/port.ts'
import type { StoredApplications } from '../../server/records/applications/lists.ts'
import { AppError } from '../../shared/errors.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { reference } from '../../shared/ids.ts'
import type { LetterCheckResponse, LetterDraftResponse } from './api.ts'

/** The text of a letter's draft. Without an application it is composed for an invented one. */
export interface LetterTest {
  readonly path: string
  readonly text: string
  readonly application?: string
}

/** What composing the draft of a letter needs. */
export interface LetterParts {
  readonly applications: Pick<StoredApplications, 'byId' | 'list'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly forms: Forms
  readonly letters: LetterSettings
  now(): Date
}

/** For a helper, who reads no application: letters are composed for invented applicants alone. */
export const withoutApplications = (parts: LetterParts): LetterParts => ({
  ...parts,
  applications: {
    byId: async () => undefined,
    list: async () => ({ applications: [], nextCursor: undefined, total: 0, totalCapped: false }),
  },
})

/** A template that is edited, with the wording in which it stands in place of the published one. */
interface DraftLetter {
  readonly name: string
  readonly template: Template
  /** The forms whose letters it is, where it is about an application. */
  readonly forms: readonly FormType[]
  readonly settings: LetterSettings
}

/** For so many applications a letter is composed before it is published: the newest. More would keep the editor waiting. */
const mostComposed = 1_000

/** @throws AppError RECORD_NOT_FOUND for a path that no letter has; FORM_VALIDATION_FAILED with the first fault of the text */
function readLetter({ forms, letters }: LetterParts, path: string, text: string): DraftLetter {
  const settings = forReading(letters)
  const at = templateAt(path)
  if (at === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This document is not a letter.' })
  const read = readTemplate(path, text, at.name)
  if (!read.ok) throw invalid('text', read.fault[0] ?? 'The letter has a fault')
  const { wording } = settings
  const published = (form: FormType | undefined): Template | undefined => {
    try {
      return wording.template(at.name, form)
    } catch {
      return undefined
    }
  }
  const own = formTypes.filter((type) => (at.form === undefined ? published(type) === published(undefined) : type === at.form))
  const drafted: Wording = {
    ...wording,
    template: (name, form) =>
      name === at.name && (form === undefined || own.includes(form)) ? read.value : wording.template(name, form),
  }
  return {
    name: at.name,
    template: read.value,
    forms: own.filter((type) => at.name !== 'confirmation' || forms[type].confirmation),
    settings: { ...settings, wording: drafted },
  }
}

/** The statuses in which an application gets a letter next. */
function statusesOf(letter: Letter): readonly Status[] {
  const decided = statuses.filter((from) => statuses.some((to) => mayMove(from, to) && letterFor(from, to) === letter))
  if (decided.length > 0) return decided
  if (letter.startsWith('meeting')) return ['pitch']
  if (letter === 'correction') return ['approved', 'rejected', 'pitch']
  return letter === 'request' || letter === 'request_reminder' ? ['pending', 'pitch'] : ['pending']
}

/** The newest applications that could get a letter now, `most` in all and as many of each form, and the number of all. */
async function receiversOf({ applications }: LetterParts, { name, forms }: DraftLetter, most: number, search?: string) {
  if (!isLetterName(name)) return { newest: [], total: 0 }
  const parts = statusesOf(name).flatMap((status) => forms.map((formType) => ({ status, formType })))
  const limit = Math.max(1, Math.floor(most / Math.max(1, parts.length)))
  const newest: Application[] = []
  let total = 0
  for (const part of parts) {
    const page = await applications.list({ ...part, limit, ...(search && { search }) })
    newest.push(...page.applications)
    total += page.total
  }
  return { newest: newest.toSorted((a, b) => Number(b.submittedAt) - Number(a.submittedAt)), total }
}

/** The message of a letter for an application, or for an invented one. */
async function composed(
  parts: LetterParts,
  letter: DraftLetter,
  application: Application | undefined,
  id: string,
): Promise<Message> {
  const { name, forms, settings } = letter
  if (application !== undefined) {
    if (!isLetterName(name) || !forms.includes(application.formType))
      throw invalid('application', 'An application of this form never gets this letter')
    const form = await parts.formVersions.of(application)
    return composeLetter(name, application, form, settings, id, insertedIn(name, parts.now()))
  }
  const [first = 'Contact'] = forms
  const sample = isLetterName(name) ? `${name} · ${parts.forms[first].title}` : name
  const message = previews(parts.forms, settings, parts.now(), featurePreviews(settings, parts.now(), parts.forms)).find(
    (preview) => preview.name === sample,
  )?.message
  if (message === undefined) throw new AppError('EMAIL_TEMPLATE_NOT_FOUND', { log: { template: name } })
  return message
}

const labelled = ({ id, applicantName }: Application) => ({ id, label: `${applicantName || 'No name'} (${reference(id)})` })

/** @throws AppError RECORD_NOT_FOUND */
async function applicationOf({ applications }: LetterParts, id: string): Promise<Application | undefined> {
  if (id === '') return undefined
  const application = await applications.byId(id)
  if (application === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This application does not exist.' })
  return application
}

/** The draft of a letter as an application gets it, an invented one if `id` is empty, and the newest ones for which it can be composed. */
export async function letterDraft(
  parts: LetterParts,
  path: string,
  text: string,
  id: string,
  search: string,
): Promise<LetterDraftResponse> {
  const letter = readLetter(parts, path, text)
  const application = await applicationOf(parts, id)
  const { to, subject, html, text: plain } = await composed(parts, letter, application, 'preview')
  const { newest } = await receiversOf(parts, letter, 40, search)
  return { success: true, letter: { to, subject, html, text: plain }, applications: newest.slice(0, 20).map(labelled) }
}

/** Composes the draft of a letter for the applications that could get it now, and names what it lacks for some of them. */
export async function checkLetter(parts: LetterParts, path: string, text: string): Promise<LetterCheckResponse> {
  const letter = readLetter(parts, path, text)
  const { newest, total } = await receiversOf(parts, letter, mostComposed)
  const missing = new Map<string, Application[]>()
  for (const [at, application] of newest.entries()) {
    // Each takes a fraction of a millisecond; other requests come between them.
    if (at % 50 === 49) await nextTurn()
    await composed(parts, letter, application, 'check')
    const form = await parts.formVersions.of(application)
    for (const name of missingValues(letter.template, application, form, letter.settings))
      missing.set(name, [...(missing.get(name) ?? []), application])
  }
  return {
    success: true,
    composed: newest.length,
    total,
    missing: [...missing].map(([placeholder, lacking]) => ({
      placeholder,
      count: lacking.length,
      applications: lacking.slice(0, 5).map(labelled),
    })),
  }
}

/** @throws AppError as a preview does: a text that cannot be composed is not sent */
export async function testOf(parts: LetterParts, path: string, text: string, id: string): Promise<LetterTest> {
  await composed(parts, readLetter(parts, path, text), await applicationOf(parts, id), 'check')
  return { path, text, ...(id !== '' && { application: id }) }
}

/** The test of a letter: to the admin, and marked in the subject. Undefined when its application is deleted. */
export async function testMessage(
  parts: LetterParts,
  { path, text, application: id }: LetterTest,
  to: string,
  entryId: string,
): Promise<Message | undefined> {
  const application = id === undefined ? undefined : await parts.applications.byId(id)
  if (id !== undefined && application === undefined) return undefined
  const { subject, html, text: plain } = await composed(parts, readLetter(parts, path, text), application, entryId)
  return { id: entryId, to, subject: `[Test] ${subject}`, html, text: plain }
}
