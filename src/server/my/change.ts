import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import { changeAnswers, mayChangeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import { progressOf } from '../../applications/progress.ts'
import { duplicateCheck } from '../../applications/submission.ts'
import type { ChangeView } from '../../form-view/private-page/view.ts'
import { masked } from '../../forms/fields/email.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Answers, Faults, Form } from '../../forms/form.ts'
import { differences } from '../../forms/views/differences.ts'
import { plain } from '../../forms/views/stored.ts'
import { validate } from '../../forms/views/validate.ts'
import { AppError } from '../../shared/errors.ts'
import { reference } from '../../shared/ids.ts'
import type { FormVersions } from '../form-versions.ts'
import { sha256 } from '../hashes.ts'
import { type Body, type Caps, ofWeb, readBody, whileThereIsRoom } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { Routes, type Web } from '../http/routes.ts'
import type { Applications, StoredFile } from '../storage/applications-port.ts'
import type { Holder } from './holder.ts'
import { type ApplicantsChanges, ownPage } from './withdrawal.ts'

/** The files of a post, looked at: what stands for them in the answers, and what is wrong with one, by field. */
export interface CheckedFiles {
  readonly answers: Readonly<Record<string, unknown>>
  readonly files: readonly StoredFile[]
  readonly hashes: Readonly<Record<string, string>>
  readonly faults: Faults
  /** Of the reply, when a file is faulty. */
  readonly status: 413 | 422 | undefined
}

/** What changing answers needs. */
export interface ChangesOfAnswers extends ApplicantsChanges {
  readonly applications: ApplicantsChanges['applications'] & Pick<Applications, 'revise'>
  readonly formVersions: Pick<FormVersions, 'of' | 'today' | 'versionFor'>
  /** What a post of the longest form may be. */
  readonly caps: Caps
  checkFiles(form: Form, files: ReadonlyMap<string, File>): Promise<CheckedFiles>
  /** The cohort that answers choose, when its grace is over at a moment. */
  missedCohort(answers: Answers, at: Date): string | undefined
}

/** Whether the grace of the cohort is over that an application chose. One that came after it is read for the next cohort, which has its own. */
export function isClosedFor(
  { missedCohort, now }: Pick<ChangesOfAnswers, 'missedCohort' | 'now'>,
  { formType, answers }: Pick<Application, 'formType' | 'answers'>,
  history: readonly HistoryEntry[],
): boolean {
  const first = history[0]?.event
  const isLate = first?.what === 'submitted' && first.late !== undefined
  return formType === 'Accelerator' && !isLate && missedCohort(answers, now()) !== undefined
}

/** The form by which an application is changed: without the address, which letters and the private link depend on; a file that was sent stays. */
export function editableForm(form: Form, { answers }: Pick<Application, 'answers'>): Form {
  const { email } = form.applicant
  const fields = Object.entries(form.fields).flatMap(([name, field]) => {
    if (name === email) return []
    const sent = isFileField(field) ? plain(answers[name]) : ''
    if (sent === '') return [[name, field]]
    return [[name, { ...field, required: false, hint: `You sent ${sent}. It stays unless you choose another file.` }]]
  })
  const sections = form.sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => name !== email) }))
    .filter((section) => section.fields.length > 0)
  return { ...form, fields: Object.fromEntries(fields), sections }
}

const closed =
  'The time for changes is over, so what you wrote was not saved. It stands here: copy it, and send it to us by mail if it matters.'
const answered = 'This application has its answer, so what you wrote was not saved. It stands here for you to copy.'
const conflict =
  'The answers were changed in another window meanwhile. Nothing is lost: what you wrote is in the form, and stands above beside what is saved now. Save again to replace that.'
const tooMany =
  'This application was changed many times within an hour. Your answers are still in the form: save them again in an hour.'

/** An applicant's own answers, filled into the form once more: saved as a new version, over the version that was read. */
export function changeRoutes(parts: ChangesOfAnswers, { page, opened }: Holder): Routes {
  const { applications, outbox, formVersions, delivery, now } = parts

  const named = async (context: Context, id: unknown): Promise<Application | undefined> =>
    (await opened(context)).find((application) => application.id === id)

  /** Why the answers cannot be changed now; undefined when they can. */
  async function refusalOf(application: Application): Promise<string | undefined> {
    const history = await applications.history(application.id)
    const messages = await outbox.forApplication(application.id)
    const progress = progressOf(application, history, messages, now(), delivery.holdS)
    const isClosed = isClosedFor(parts, application, history)
    if (mayChangeAnswers(application, progress, isClosed)) return undefined
    return isClosed || application.withdrawnAt !== null ? closed : answered
  }

  const viewOf = (application: Application, raw: Body['fields'], more: Partial<ChangeView> = {}): ChangeView => ({
    kind: 'change',
    id: application.id,
    reference: reference(application.id),
    address: masked(application.applicantEmail),
    form: editableForm(formVersions.today[application.formType], application),
    raw,
    at: application.answersRevision,
    ...more,
  })

  /** What was typed that differs from what is stored, whether or not it is valid. */
  const typedDifferences = (application: Application, raw: Body['fields']) => {
    const form = editableForm(formVersions.today[application.formType], application)
    const typed = Object.fromEntries(
      Object.entries(form.fields).map(([name, field]) => [name, isFileField(field) ? application.answers[name] : raw[name]]),
    )
    return differences(form, application.answers, typed as Answers)
  }

  const show = async (context: Context<Web>): Promise<Response> => {
    const application = await named(context, context.req.query('of'))
    if (application === undefined) return page(context, { kind: 'lost' }, 404)
    if ((await refusalOf(application)) !== undefined)
      return page(
        context,
        {
          kind: 'notice',
          id: application.id,
          title: 'The answers cannot be changed any more',
          text: 'They stay as you sent them. If something important has changed, reply to one of our letters.',
        },
        409,
      )
    return page(context, viewOf(application, application.answers as Body['fields']))
  }

  /** The answers of a post, by today's form: the address, a file that was not replaced, and what is no longer asked stay. */
  async function readAnswers(application: Application, { fields, files }: Body) {
    const form = editableForm(formVersions.today[application.formType], application)
    const checked = await parts.checkFiles(form, files)
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
    const missed = parts.missedCohort(answers, now())
    if (missed !== undefined && answers.cohortPreference !== application.answers.cohortPreference)
      return { faults: { cohortPreference: `Applications for ${missed} have closed` } }
    return { answers, checked }
  }

  async function save(context: Context<Web>, body: Body): Promise<Response> {
    const { fields } = body
    for (;;) {
      const application = await named(context, fields.of)
      if (application === undefined) return page(context, { kind: 'lost' }, 404)
      const refusal = await refusalOf(application)
      const typed = typedDifferences(application, fields)
      if (refusal !== undefined)
        return page(context, viewOf(application, fields, { alert: refusal, conflicts: typed, isClosed: true }), 409)
      if (fields.at !== String(application.answersRevision))
        return page(context, viewOf(application, fields, { alert: conflict, conflicts: typed }), 409)
      const read = await readAnswers(application, body)
      if (read.faults !== undefined) return page(context, viewOf(application, fields, { faults: read.faults }), 422)
      const { answers, checked } = read
      const form = formVersions.today[application.formType]
      if (differences(form, application.answers, answers).length === 0) return context.redirect(ownPage(application.id), 303)
      try {
        await parts.countChange(application.id)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
        return page(context, viewOf(application, fields, { alert: tooMany }), announce(context, error))
      }
      const isQuarantined = (await applications.byId(application.id)) === undefined
      const at = now()
      const changed = { form, formVersion: formVersions.versionFor(form.type), answers }
      const messages = await outbox.forApplication(application.id)
      const change = changeAnswers(application, changed, at, delivery, messages, isQuarantined)
      const { key } = duplicateCheck({ form, answers, at }, checked.hashes, sha256)
      if ((await applications.revise({ change, files: checked.files, duplicateKey: key })) === 'stale') continue
      parts.poke()
      return context.redirect(ownPage(application.id), 303)
    }
  }

  return new Routes('holder').get(paths.change, show).post(paths.change, (context) => {
    const sent = ofWeb(context.req.raw)
    return whileThereIsRoom(sent, parts.caps, async () => save(context, await readBody(sent, parts.caps)))
  })
}
