import { paths } from '../../api/paths.ts'
import { changeAnswers, mayChangeAnswers } from '../../applications/answers-change.ts'
import { type Application, endOf } from '../../applications/application.ts'
import { duplicateCheck } from '../../applications/submission.ts'
import type { ChangeView } from '../../form-view/private-page/view.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Answers, Faults, Form } from '../../forms/form.ts'
import { chosenIn, refusingRetired } from '../../forms/offered.ts'
import { changedAnswers, plain } from '../../forms/views/as-text.ts'
import { validate } from '../../forms/views/validate.ts'
import { readFormType } from '../../shared/form-types.ts'
import { reference } from '../../shared/ids.ts'
import { masked } from '../../shared/mailbox.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { sha256 } from '../crypto/hashes.ts'
import { bytesOf } from '../disk/space.ts'
import type { FormVersions } from '../forms/versions.ts'
import { type Body, type Caps, withBody } from '../http/body.ts'
import { limitRefusal } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import type { Applications, StoredFile } from '../records/applications/port.ts'
import { type ApplicantsChanges, endedAlert, hasNoLetter, isStored } from './applicants-changes.ts'
import { type Holder, lostLink, type Outcome } from './holder.ts'
import { isClosedFor, readState } from './own-application.ts'
import { isShort, unsaved } from './unsaved.ts'

/** The result of checking the files of a post. Answers, hashes and faults are by field. */
interface CheckedFiles {
  readonly answers: Readonly<Record<string, unknown>>
  readonly files: readonly StoredFile[]
  readonly hashes: Readonly<Record<string, string>>
  readonly faults: Faults
  /** Of the response, when a file has a fault. */
  readonly status: 413 | 422 | undefined
}

export interface ChangesOfAnswers extends ApplicantsChanges {
  readonly applications: ApplicantsChanges['applications'] & Pick<Applications, 'revise' | 'file'>
  readonly formVersions: Pick<FormVersions, 'of' | 'today' | 'current'>
  /** The size limits of a post of the longest form. */
  caps(): Caps
  checkFiles(form: Form, files: Body['files']): Promise<CheckedFiles>
}

/** The form for changing an application: without the mail address, on which letters and the private link depend. An earlier file need not be sent again. */
function editableForm(form: Form, { answers }: Pick<Application, 'answers'>): Form {
  const { email } = form.applicant
  const fields = Object.entries(form.fields).flatMap(([name, field]) => {
    if (name === email) return []
    const sent = isFileField(field) ? plain(answers[name]) : ''
    if (sent === '') return [[name, field]]
    return [[name, { ...field, required: false, hint: translate`You sent ${sent}. It stays unless you choose another file.` }]]
  })
  const sections = form.sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => name !== email) }))
    .filter((section) => section.fields.length > 0)
  return { ...form, fields: Object.fromEntries(fields), sections }
}

/** What a page says when the answers cannot be changed: of a post, whose text is shown, and of the form. */
interface Refusal {
  readonly alert: string
  readonly text: string
}

const stays = untranslated`They stay as you sent them. If something important has changed, reply to one of our emails.`
const refusals = {
  closed: {
    alert: untranslated`The time for changes is over, so what you wrote was not saved. It is shown here: copy it, and email it to us if it matters.`,
    text: stays,
  },
  invited: {
    alert: untranslated`You are invited to a conversation, and the answers stay as we have read them. So what you wrote was not saved. It is shown here: copy it, and tell us in the conversation.`,
    text: stays,
  },
  decided: {
    alert: untranslated`This application has its answer, so what you wrote was not saved. It is shown here for you to copy.`,
    text: stays,
  },
} satisfies Readonly<Record<string, Refusal>>
const conflict = untranslated`The answers were changed in another window. Nothing is lost: what you wrote is in the form, and above it you can compare it with what is saved now. Save again to replace that.`
const tooMany = untranslated`This application was changed many times within an hour. Your answers are still in the form: save them again in an hour.`

/** Why the answers cannot be changed now; undefined when they can be. */
async function refusalOf(parts: ChangesOfAnswers, application: Application): Promise<Refusal | undefined> {
  const { history, progress } = await readState(parts, application)
  const isClosed = isClosedFor(parts, application, history)
  if (mayChangeAnswers(application, progress, isClosed)) return undefined
  const end = endOf(application)
  if (end !== undefined)
    return { alert: endedAlert(end), text: translate`${translate(end.toApplicant)}. Its answers stay as you sent them.` }
  if (progress.status === 'pending') return refusals.closed
  return progress.status === 'pitch' ? refusals.invited : refusals.decided
}

type Raw = Body['fields']

/** The editable form of the current form version. An answer may keep an option that was retired since. */
const formFor = ({ formVersions }: Pick<ChangesOfAnswers, 'formVersions'>, application: Application): Form =>
  refusingRetired(editableForm(formVersions.today[application.formType], application), (name, value) =>
    chosenIn(application.answers[name]).includes(value),
  )

const viewOf = async (
  parts: Pick<ChangesOfAnswers, 'outbox'>,
  form: Form,
  application: Application,
  raw: Raw,
  more: Partial<ChangeView> = {},
): Promise<ChangeView> => ({
  kind: 'change',
  id: application.id,
  reference: reference(application.id),
  address: masked(application.applicantEmail),
  form,
  raw,
  at: application.answersRevision,
  hasNoLetter: await hasNoLetter(parts, application),
  ...more,
})

/** The typed answers, valid or not, that differ from the stored ones. */
function typedDifferences(form: Form, { answers }: Application, raw: Raw) {
  const typed = Object.fromEntries(
    Object.entries(form.fields).map(([name, field]) => [name, isFileField(field) ? answers[name] : raw[name]]),
  )
  return changedAnswers(form, answers, typed as Answers)
}

/** The files of a post without those that are stored already: a form that is sent twice sends its files twice. */
async function withoutStored(
  { applications }: Pick<ChangesOfAnswers, 'applications'>,
  { id, answers }: Application,
  checked: CheckedFiles,
): Promise<CheckedFiles> {
  const stored = await Promise.all(
    checked.files.map((sent) => isStored(applications, { id, field: sent.field, answer: answers[sent.field] }, sent)),
  )
  const files = checked.files.filter((_, index) => stored[index] !== true)
  return { ...checked, files, answers: Object.fromEntries(files.map(({ field }) => [field, checked.answers[field]])) }
}

/** The answers of a post by the current form. The address, files that were not replaced, and answers to former questions stay. */
async function readAnswers(parts: ChangesOfAnswers, form: Form, application: Application, { fields, files }: Body) {
  const checked = await withoutStored(parts, application, await parts.checkFiles(form, files))
  const typed = Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, field]) => (isFileField(field) ? [] : [[name, fields[name]]])),
  )
  const read = validate(form, { ...typed, ...checked.answers })
  const faults: Record<string, string> = { ...(read.ok ? {} : read.fault), ...checked.faults }
  if (!read.ok || Object.keys(faults).length > 0) return { faults }
  const earlierFiles = Object.entries(form.fields).flatMap(([name, field]) =>
    isFileField(field) && checked.answers[name] === undefined ? [[name, application.answers[name] ?? null]] : [],
  )
  const answers: Answers = { ...application.answers, ...read.value, ...Object.fromEntries(earlierFiles) }
  const missed = parts.missedCohort(answers, parts.now())
  if (missed !== undefined && answers.cohortPreference !== application.answers.cohortPreference)
    return { faults: { cohortPreference: translate`Applications for ${missed} have closed` } }
  return { answers, checked }
}

/** The form with the stored answers, or a page that says why they cannot be changed. */
async function changePage(parts: ChangesOfAnswers, application: Application): Promise<Outcome> {
  const refusal = await refusalOf(parts, application)
  if (refusal === undefined) {
    const view = await viewOf(parts, formFor(parts, application), application, application.answers as Raw)
    return { kind: 'page', view, status: 200 }
  }
  const view = {
    kind: 'notice',
    id: application.id,
    title: translate`The answers cannot be changed any more`,
    text: refusal.text,
  } as const
  return { kind: 'page', view, status: 409 }
}

/** Saves the answers of a post as a new version if the applicant edited the latest one; otherwise shows the typed answers and why they are not saved. */
async function saveAnswers(
  parts: ChangesOfAnswers,
  application: Application,
  body: Body,
  client: string,
): Promise<Outcome | 'stale'> {
  const { fields } = body
  const editable = formFor(parts, application)
  const refuse = async (status: 409 | 422, more: Partial<ChangeView>): Promise<Outcome> => ({
    kind: 'page',
    view: await viewOf(parts, editable, application, fields, more),
    status,
  })
  const refusal = await refusalOf(parts, application)
  const conflicts = typedDifferences(editable, application, fields)
  if (refusal !== undefined) return refuse(409, { alert: refusal.alert, conflicts, isClosed: true })
  const read = await readAnswers(parts, editable, application, body)
  const form = parts.formVersions.today[application.formType]
  const isUnchanged = read.faults === undefined && changedAnswers(form, application.answers, read.answers).length === 0
  // The same answers again are a repeat, whichever version they replace.
  if (isUnchanged) return { kind: 'done', id: application.id, saved: true }
  if (fields.at !== String(application.answersRevision)) return refuse(409, { alert: conflict, conflicts })
  if (read.faults !== undefined) return refuse(422, { faults: read.faults })
  const { answers, checked } = read
  const limit =
    (await limitRefusal(parts.countChange(application.id))) ??
    (await limitRefusal(parts.space.reserve(client, bytesOf(answers, checked.files))))
  if (limit !== undefined) {
    const alert = limit.extras.message ?? tooMany
    return { kind: 'limited', view: await viewOf(parts, editable, application, fields, { alert }), limit }
  }
  const outcome = await revise(parts, application, form, answers, checked)
  return outcome === 'stale' ? 'stale' : { kind: 'done', id: application.id, saved: true }
}

/** Writes new answers with their files. */
async function revise(
  { applications, outbox, formVersions, delivery, now, poke }: ChangesOfAnswers,
  application: Application,
  form: Form,
  answers: Answers,
  { files, hashes }: CheckedFiles,
): Promise<'revised' | 'stale'> {
  const isQuarantined = (await applications.byId(application.id)) === undefined
  const at = now()
  const changed = { form, formVersion: formVersions.current(form.type), answers }
  const messages = await outbox.forApplication(application.id)
  const change = changeAnswers(application, changed, messages, { at, delivery }, isQuarantined)
  const { key } = duplicateCheck({ form, answers, at }, hashes, sha256)
  if ((await applications.revise({ change, files, duplicateKey: key })) === 'stale') return 'stale'
  poke()
  return 'revised'
}

/** The response to changes from a browser without the application's link. The post names its form. */
function unsavedChange({ formVersions }: Pick<ChangesOfAnswers, 'formVersions'>, { fields: raw }: Body): Outcome {
  const type = readFormType(raw.formType)
  if (type === undefined) return lostLink
  const { fields } = editableForm(formVersions.today[type], { answers: {} })
  const hidden = { of: raw.of, at: raw.at, formType: type }
  return unsaved({ action: paths.change, hidden, fields, raw })
}

export const changeRoutes = (parts: ChangesOfAnswers, { forNamed, opened, respond }: Holder): Routes =>
  new Routes('holder')
    .get(paths.change, (context) => forNamed(context, context.req.query('of'), (application) => changePage(parts, application)))
    .post(paths.change, async (context) => {
      if (!isShort(context) && (await opened(context)).length === 0) return respond(context, lostLink)
      return withBody(context, parts.caps(), (body) =>
        forNamed(
          context,
          body.fields.of,
          (application) => saveAnswers(parts, application, body, context.get('client')),
          unsavedChange(parts, body),
        ),
      )
    })
