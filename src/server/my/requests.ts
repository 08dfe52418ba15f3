import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import type { ApplicantRequest, Application } from '../../applications/application.ts'
import { progressOf } from '../../applications/progress.ts'
import { answerRequest, type KnownRequest, knownRequests, requestFileField } from '../../applications/requests.ts'
import type { AnswerView } from '../../form-view/private-page/view.ts'
import { type FileAnswer, file } from '../../forms/fields/file.ts'
import { textarea } from '../../forms/fields/text.ts'
import type { Answers, Form } from '../../forms/form.ts'
import { differences } from '../../forms/views/differences.ts'
import { validate } from '../../forms/views/validate.ts'
import { AppError } from '../../shared/errors.ts'
import { reference } from '../../shared/ids.ts'
import { type Body, type Caps, ofWeb, readBody, whileThereIsRoom } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import { Routes, type Web } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { ChangesOfAnswers } from './change.ts'
import type { Holder } from './holder.ts'
import { lastDay } from './view.ts'
import { ownPage } from './withdrawal.ts'

const megabyte = 1024 * 1024
const mostMB = 10
const longestAnswer = 10_000

/** What a post of an answer may be: the only one with a file of 10 MB. */
const caps: Caps = { text: megabyte, files: (mostMB + 1) * megabyte, names: 20, levels: 1 }

/** What answering a request needs. */
export interface AnsweringRequests
  extends Pick<ChangesOfAnswers, 'outbox' | 'formVersions' | 'delivery' | 'now' | 'poke' | 'countChange' | 'checkFiles'> {
  readonly applications: Pick<Applications, 'history' | 'saveWithFile'>
  /** By when the reviewer reads what comes at a moment. */
  readBy(at: Date): Date
}

/** The inputs of an answer, as a form. */
function formOf(form: Form, { kind }: ApplicantRequest): Form {
  const fields = {
    ...(kind === 'file'
      ? { answer: textarea('Anything to add', { limit: longestAnswer, required: false }) }
      : { answer: textarea('Your answer', { limit: longestAnswer, rows: 5 }) }),
    ...(kind !== 'text' && {
      file: file('Your file', {
        accept: ['.pdf', '.docx', '.pptx'],
        maxMB: mostMB,
        hint: `PDF, Word (.docx) or PowerPoint (.pptx), ${mostMB} MB at most`,
      }),
    }),
  }
  const names = kind === 'file' ? ['file', 'answer'] : Object.keys(fields)
  return { ...form, fields, sections: [{ title: 'Your answer', readerTitle: 'Your answer', fields: names }] }
}

/** A stored answer as answers to that form. */
const storedAnswers = ({ answer }: ApplicantRequest): Answers => ({ answer: answer?.text ?? '', file: answer?.file ?? null })

const answeredElsewhere =
  'This was answered in another window meanwhile, so what you sent now was not saved. Both are here: if something is missing, reply to our letter.'
const closed = 'We don’t need this any more, so what you wrote was not sent. It stands here for you to copy.'
const tooLarge = `The file is larger than ${mostMB} MB, so nothing was sent. Your browser’s Back button leads to what you wrote.`
const tooMany = 'This application was changed many times within an hour. What you wrote is still here: send it again in an hour.'

/** An applicant answers what the reviewer has requested, with a text, a file, or both. */
export function requestRoutes(parts: AnsweringRequests, { page, opened }: Holder): Routes {
  const { applications, outbox, formVersions, delivery, now } = parts

  interface Named extends KnownRequest {
    readonly application: Application
    readonly form: Form
  }

  /** The request that an address names, if the link was opened in this browser and the letter was sent. */
  async function named(context: Context<Web>): Promise<Named | undefined> {
    const { of, request: id } = context.req.query()
    const application = (await opened(context)).find((candidate) => candidate.id === of)
    if (application === undefined || application.requests.length === 0) return undefined
    const history = await applications.history(application.id)
    const messages = await outbox.forApplication(application.id)
    const { status } = progressOf(application, history, messages, now(), delivery.holdS)
    const current = knownRequests(application, status, messages).find(({ request }) => String(request.id) === id)
    if (current === undefined) return undefined
    return { ...current, application, form: formOf(await formVersions.of(application), current.request) }
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

  const notice = ({ application, state }: Named) =>
    ({
      kind: 'notice',
      id: application.id,
      title: state === 'answered' ? 'You have answered this' : 'This needs no answer any more',
      text: state === 'answered' ? 'Your answer is on the page of your application.' : 'We go on without it.',
    }) as const

  /** What was sent, as answers to the form. */
  const sentAnswers = ({ fields, files }: Body): Answers => {
    const chosen = files.get('file')
    const isChosen = chosen !== undefined && chosen.size > 0
    return {
      answer: typeof fields.answer === 'string' ? fields.answer : '',
      file: isChosen ? { name: chosen.name, size: chosen.size, type: chosen.type } : null,
    }
  }

  /** The page for an answer to a request that is not open. The same answer again is a repeat. */
  function notOpen(context: Context<Web>, current: Named, body: Body): Response {
    const { request, form } = current
    const [saved, typed] = [storedAnswers(request), sentAnswers(body)]
    const [savedFile, typedFile] = [saved, typed].map((answers) => answers.file as { name: string; size: number } | null)
    const isSameFile = savedFile?.name === typedFile?.name && savedFile?.size === typedFile?.size
    if (current.state === 'answered' && saved.answer === typed.answer && isSameFile)
      return context.redirect(ownPage(current.application.id), 303)
    const alert = current.state === 'answered' ? answeredElsewhere : closed
    return page(context, viewOf(current, { alert, conflicts: differences(form, saved, typed), isClosed: true }), 409)
  }

  async function save(context: Context<Web>, body: Body): Promise<Response> {
    const raw = { answer: body.fields.answer }
    let isCounted = false
    for (;;) {
      const current = await named(context)
      if (current === undefined) return page(context, { kind: 'lost' }, 404)
      if (current.state !== 'open') return notOpen(context, current, body)
      const { application, request, form } = current
      // before a file is looked at: every try counts
      if (!isCounted) {
        try {
          await parts.countChange(application.id)
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
          return page(context, viewOf(current, { raw, alert: tooMany }), announce(context, error))
        }
        isCounted = true
      }
      const checked = await parts.checkFiles(form, body.files)
      const read = validate(form, { ...raw, ...checked.answers })
      const faults = { ...(read.ok ? {} : read.fault), ...checked.faults }
      if (!read.ok || Object.keys(faults).length > 0)
        return page(context, viewOf(current, { raw, faults }), checked.status ?? 422)
      const [at, [sent]] = [now(), checked.files]
      const { answer = '', file: sentFile } = read.value
      const answers = { text: String(answer), file: (sentFile as FileAnswer | null | undefined) ?? undefined }
      const messages = await outbox.forApplication(application.id)
      const change = answerRequest(application, request, answers, at, parts.readBy(at), delivery, messages)
      const stored = sent && { ...sent, field: requestFileField(request.id) }
      if ((await applications.saveWithFile(change, stored)) === 'stale') continue
      parts.poke()
      return context.redirect(ownPage(application.id), 303)
    }
  }

  return new Routes('holder')
    .get(paths.answer, async (context) => {
      const current = await named(context)
      if (current === undefined) return page(context, { kind: 'lost' }, 404)
      return current.state === 'open' ? page(context, viewOf(current)) : page(context, notice(current), 409)
    })
    .post(paths.answer, async (context) => {
      // before a byte of the file is read
      const current = await named(context)
      if (current === undefined) return page(context, { kind: 'lost' }, 404)
      const sent = ofWeb(context.req.raw)
      return whileThereIsRoom(sent, caps, async () => {
        try {
          return await save(context, await readBody(sent, caps))
        } catch (error) {
          if (!(error instanceof AppError) || error.extras.status !== 413) throw error
          return page(context, viewOf(current, { alert: tooLarge }), 413)
        }
      })
    })
}
