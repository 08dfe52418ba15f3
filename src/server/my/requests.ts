import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import { type ApplicantRequest, type Application, endOf } from '../../applications/application.ts'
import { answerRequest, type KnownRequest, knownRequests, requestFileField } from '../../applications/requests.ts'
import type { AnswerView } from '../../form-view/private-page/view.ts'
import { file } from '../../forms/fields/file.ts'
import { textarea } from '../../forms/fields/text.ts'
import type { Answers, FileAnswer, Form } from '../../forms/form.ts'
import { changedAnswers } from '../../forms/views/as-text.ts'
import { validate } from '../../forms/views/validate.ts'
import { AppError } from '../../shared/errors.ts'
import { reference } from '../../shared/ids.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { bytesOf } from '../disk/space.ts'
import { type Body, type Caps, withBody } from '../http/body.ts'
import { limitRefusal } from '../http/limits.ts'
import { searchOf } from '../http/request.ts'
import { Routes, type Web } from '../http/routes.ts'
import type { Applications, StoredFile } from '../records/applications/port.ts'
import { untilNotStale } from '../records/until-not-stale.ts'
import { endedAlert, isStored } from './applicants-changes.ts'
import type { ChangesOfAnswers } from './change.ts'
import { type Holder, lostLink, type Outcome } from './holder.ts'
import { readState } from './own-application.ts'
import { isShort, unsaved } from './unsaved.ts'
import { lastDay } from './view.ts'

const megabyte = 1024 * 1024
const maxMB = 10
const maxAnswerLength = 10_000

/** The size limits of a post with an answer: no other post may have a file of 10 MB. */
const caps: Caps = { text: megabyte, files: (maxMB + 1) * megabyte, names: 20, levels: 1 }

export interface AnsweringRequests
  extends Pick<
    ChangesOfAnswers,
    'outbox' | 'formVersions' | 'delivery' | 'now' | 'poke' | 'countChange' | 'space' | 'checkFiles'
  > {
  readonly applications: Pick<Applications, 'history' | 'saveWithFile' | 'file'>
  /** The latest time at which the reviewer reads an answer that arrives at `at`. */
  readBy(at: Date): Date
}

const answerFile = () =>
  file(translate`Your file`, {
    accept: ['.pdf', '.docx', '.pptx'],
    maxMB,
    hint: translate`PDF, Word (.docx) or PowerPoint (.pptx), ${maxMB} MB at most`,
  })

const maxPictureMB = 5

const answerPicture = () =>
  file(translate`Your picture`, {
    accept: ['.png', '.jpg', '.jpeg'],
    maxMB: maxPictureMB,
    hint: translate`PNG or JPEG, ${maxPictureMB} MB at most. We store the picture alone, without place and camera`,
  })

/** The form for the answer to a request. */
function formOf(form: Form, { kind }: ApplicantRequest): Form {
  const isFile = kind === 'file' || kind === 'picture'
  const fields = {
    ...(isFile
      ? { answer: textarea(translate`Anything to add`, { limit: maxAnswerLength, required: false }) }
      : { answer: textarea(translate`Your answer`, { limit: maxAnswerLength, rows: 5 }) }),
    ...(kind !== 'text' && { file: kind === 'picture' ? answerPicture() : answerFile() }),
  }
  const names = isFile ? ['file', 'answer'] : Object.keys(fields)
  return { ...form, fields, sections: [{ title: translate`Your answer`, readerTitle: translate`Your answer`, fields: names }] }
}

/** The stored answer as answers of that form. */
const storedAnswers = ({ answer }: ApplicantRequest): Answers => ({ answer: answer?.text ?? '', file: answer?.file ?? null })

const answeredElsewhere = untranslated`This was answered in another window, so what you sent now was not saved. Both are here: if something is missing, reply to our email.`
const closed = untranslated`We don’t need this any more, so what you wrote was not saved. It is shown here for you to copy.`
const tooLarge = (): string =>
  translate`The file is larger than ${maxMB} MB, so nothing was sent. Your browser’s Back button leads to what you wrote.`
const tooMany = untranslated`This application was changed many times within an hour. What you wrote is still here: send it again in an hour.`

interface Named extends KnownRequest {
  readonly application: Application
  readonly form: Form
}

/** The request in a page's address, if this browser has opened the private link and the letter with the request was sent. */
async function readNamed(
  parts: AnsweringRequests,
  { named }: Pick<Holder, 'named'>,
  context: Context<Web>,
): Promise<Named | undefined> {
  const { of, request: id } = context.req.query()
  const application = await named(context, of)
  if (application === undefined || application.requests.length === 0) return undefined
  const { messages, progress } = await readState(parts, application)
  const current = knownRequests(application, progress.status, messages).find(({ request }) => String(request.id) === id)
  if (current === undefined) return undefined
  return { ...current, application, form: formOf(await parts.formVersions.of(application), current.request) }
}

const viewOf = ({ application, request, form }: Named, more: Partial<AnswerView> = {}): AnswerView => ({
  kind: 'answer',
  id: application.id,
  request: request.id,
  title: form.title,
  reference: reference(application.id),
  text: request.text,
  until: lastDay(request),
  form,
  raw: {},
  ...more,
})

/** What the page of a request that is no longer open says. */
function noticeTexts({ application, state }: Named) {
  if (state === 'answered')
    return { title: translate`You have answered this`, text: translate`Your answer is on the page of your application.` } as const
  const end = endOf(application)
  if (end !== undefined) return { title: translate`This needs no answer now`, text: `${translate(end.toApplicant)}.` }
  return { title: translate`This needs no answer any more`, text: translate`You need not send it.` } as const
}

const notice = (current: Named) => ({ kind: 'notice', id: current.application.id, ...noticeTexts(current) }) as const

/** The body of a post as answers of the form. */
function sentAnswers({ fields, files }: Body): Answers {
  const chosen = files.get('file')
  const isChosen = chosen !== undefined && chosen.bytes.byteLength > 0
  return {
    answer: typeof fields.answer === 'string' ? fields.answer : '',
    file: isChosen ? { name: chosen.name, size: chosen.bytes.byteLength, type: chosen.type } : null,
  }
}

/** Whether a post repeats the stored answer to a request: text and file are the same. */
async function isRepeat(
  { applications }: Pick<AnsweringRequests, 'applications'>,
  { application: { id }, request, state }: Named,
  { text, file: sent }: { readonly text: string; readonly file: Pick<StoredFile, 'name' | 'bytes'> | undefined },
): Promise<boolean> {
  const { answer } = request
  if (state !== 'answered' || answer?.text !== text) return false
  if (answer.file === undefined || sent === undefined) return answer.file === sent
  return isStored(applications, { id, field: requestFileField(request.id), answer: answer.file }, sent)
}

/** The outcome of an answer to a request that is no longer open. The same answer again is a repeat. */
async function notOpen(parts: AnsweringRequests, current: Named, body: Body): Promise<Outcome> {
  const { request, form, state, application } = current
  const typed = sentAnswers(body)
  // A picture is stored without what else its file holds.
  const [sent] = typed.file === null ? [] : (await parts.checkFiles(form, body.files)).files
  if (await isRepeat(parts, current, { text: String(typed.answer), file: sent }))
    return { kind: 'done', id: application.id, saved: true }
  const end = endOf(application)
  const ended = end === undefined ? closed : endedAlert(end)
  const alert = state === 'answered' ? answeredElsewhere : ended
  const view = viewOf(current, { alert, conflicts: changedAnswers(form, storedAnswers(request), typed), isClosed: true })
  return { kind: 'page', view, status: 409 }
}

/** Saves an answer with its file; otherwise shows the typed answer and why it is not saved. */
async function saveAnswer(
  parts: AnsweringRequests,
  read: () => Promise<Named | undefined>,
  body: Body,
  client: string,
  lost: Outcome,
): Promise<Outcome> {
  const raw = { answer: body.fields.answer }
  let turn = 0
  return untilNotStale(async () => {
    turn += 1
    const current = await read()
    if (current === undefined) return lost
    if (current.state !== 'open') return notOpen(parts, current, body)
    const { application, form } = current
    // Counted before the file is checked, so that failed tries count too.
    const limit = turn > 1 ? undefined : await limitRefusal(parts.countChange(application.id))
    if (limit !== undefined) return { kind: 'limited', view: viewOf(current, { raw, alert: tooMany }), limit }
    const checked = await parts.checkFiles(form, body.files)
    const answers = validate(form, { ...raw, ...checked.answers })
    const faults = { ...(answers.ok ? {} : answers.fault), ...checked.faults }
    if (!answers.ok || Object.keys(faults).length > 0)
      return { kind: 'page', view: viewOf(current, { raw, faults }), status: checked.status ?? 422 }
    const full = turn > 1 ? undefined : await limitRefusal(parts.space.reserve(client, bytesOf(answers.value, checked.files)))
    if (full !== undefined) return { kind: 'limited', view: viewOf(current, { raw, alert: full.message }), limit: full }
    const outcome = await write(parts, current, answers.value, checked.files[0])
    return outcome === 'stale' ? outcome : { kind: 'done', id: application.id, saved: true }
  })
}

/** Stores the answer to a request. */
async function write(
  { applications, outbox, delivery, now, readBy, poke }: AnsweringRequests,
  { application, request }: Named,
  { answer = '', file: sentFile }: Answers,
  sent: StoredFile | undefined,
): Promise<'saved' | 'stale'> {
  const at = now()
  const answers = { text: String(answer), file: (sentFile as FileAnswer | null | undefined) ?? undefined }
  const messages = await outbox.forApplication(application.id)
  const change = answerRequest(application, request, answers, readBy(at), messages, { at, delivery })
  const stored = sent && { ...sent, field: requestFileField(request.id) }
  if ((await applications.saveWithFile(change, stored)) === 'stale') return 'stale'
  poke()
  return 'saved'
}

/** The response to an answer from a browser without the application's link. */
function unsavedAnswer(context: Context<Web>, { fields: { answer }, files }: Body): Outcome {
  const fields = {
    answer: textarea(translate`Your answer`, { limit: maxAnswerLength, rows: 5, required: false }),
    ...(files.has('file') && { file: answerFile() }),
  }
  return unsaved({ action: paths.answer + searchOf(context), hidden: {}, fields, raw: { answer } })
}

export function answerRoutes(parts: AnsweringRequests, holder: Holder): Routes {
  const { respond } = holder
  return new Routes('holder')
    .get(paths.answer, async (context) => {
      const current = await readNamed(parts, holder, context)
      if (current === undefined) return respond(context, lostLink)
      if (current.state === 'open') return respond(context, { kind: 'page', view: viewOf(current), status: 200 })
      return respond(context, { kind: 'page', view: notice(current), status: 409 })
    })
    .post(paths.answer, async (context) => {
      const read = () => readNamed(parts, holder, context)
      const current = await read()
      if (current === undefined && !isShort(context)) return respond(context, lostLink)
      try {
        return await withBody(context, caps, async (body) =>
          respond(context, await saveAnswer(parts, read, body, context.get('client'), unsavedAnswer(context, body))),
        )
      } catch (error) {
        if (current === undefined || !(error instanceof AppError) || error.extras.status !== 413) throw error
        return respond(context, { kind: 'page', view: viewOf(current, { alert: tooLarge() }), status: 413 })
      }
    })
}
