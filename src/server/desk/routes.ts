import type { Context } from 'hono'
import { paths, patterns } from '../../api/paths.ts'
import {
  type ApplicationReply,
  type HeldReply,
  type ListReply,
  type OutboxReply,
  type SpecifiedRecord,
  type StatsReply,
  toMessageRecord,
  toRecord,
  toSpecifiedRecord,
} from '../../api/replies.ts'
import type { Actor, Application } from '../../applications/application.ts'
import { outgoing } from '../../applications/outgoing.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { isEmail } from '../../forms/fields/email.ts'
import { after, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject, readOptionalObject } from '../http/body.ts'
import { readQuery } from '../http/list-query.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import type { Applications, Outbox } from '../storage/port.ts'
import { type Deciding, read } from './decide.ts'
import { applyPatch, readPatch } from './patch.ts'
import { readNamed, takeBack } from './undo.ts'

export interface Review extends Deciding {
  readonly applications: Applications
  readonly outbox: Outbox
  readonly forms: Forms
  /** Sends a message of the admin's own at once. @throws AppError EMAIL_SEND_FAILED */
  sendMessage(to: string, subject: string, html: string): Promise<{ readonly id: string }>
}

/** The admin's calls (contract, section 4). They stand behind `adminOnly`. */
export function reviewRoutes(parts: Review): Routes {
  const app = new Routes('admin')
  const { applications, outbox } = parts
  const actor = (context: Context<Web>): Actor => ({ kind: 'admin', email: context.get('session').email })
  const one = (application: Application): ApplicationReply => ({
    success: true,
    application: toRecord(application),
    scores: application.scores,
    revision: application.revision,
  })

  app.get(paths.applications, async (context) => {
    const page = await applications.list(readQuery(context.req.query()))
    return context.json({
      success: true,
      applications: page.applications.map(toRecord),
      scores: Object.fromEntries(
        page.applications.filter(({ scores }) => Object.keys(scores).length > 0).map(({ id, scores }) => [id, scores]),
      ),
      nextCursor: page.nextCursor ?? null,
      total: page.total,
      ...(page.totalCapped && { totalCapped: true as const }),
    } satisfies ListReply)
  })

  app.get(patterns.application, async (context) => {
    const application = await read(applications, context.req.param('id'))
    const [messages, history] = await Promise.all([outbox.forApplication(application.id), applications.history(application.id)])
    return context.json({
      ...one(application),
      messages: messages.map(toMessageRecord),
      history: history.map(({ at, by, event }) => ({ at: at.toISOString(), by, event })),
      origin: application.origin,
      notice: application.notice,
    } satisfies ApplicationReply)
  })

  app.patch(patterns.application, async (context) => {
    const id = context.req.param('id')
    const patch = readPatch(await readObject(context.req.raw))
    const reply = one(await applyPatch(parts, id, patch, actor(context)))
    return context.json(patch.status === undefined ? reply : { ...reply, undoFor: parts.delivery.holdS })
  })

  app.delete(patterns.application, async (context) => {
    const at = parts.now()
    const entry = { at, by: context.get('session').email, event: { what: 'deleted' } } as const
    const id = context.req.param('id')
    const { outbox: drafts } = outgoing({ id, revision: 0 }, entry, parts.delivery)
    const removed = await applications.remove(id, entry, after(at, parts.delivery.holdS * second), drafts)
    if (removed.kind === 'not_found') throw new AppError('RECORD_NOT_FOUND')
    parts.poke()
    return context.json({ success: true, revision: removed.revision, undoFor: parts.delivery.holdS } satisfies HeldReply)
  })

  app.post(patterns.undo, async (context) => {
    const id = context.req.param('id')
    const named = readNamed(await readOptionalObject(context.req.raw))
    return context.json(one(await takeBack(parts, id, named, actor(context))))
  })

  app.get(patterns.resume, async (context) => {
    const file = await applications.file(context.req.param('id'), 'resume')
    if (file === undefined) throw new AppError('RECORD_NOT_FOUND')
    const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
    return context.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    })
  })

  app.get(paths.stats, async (context) => context.json({ success: true, stats: await applications.stats() } satisfies StatsReply))

  app.get(paths.outbox, async (context) => {
    const [parked, counts, failing] = await Promise.all([
      outbox.inState('parked', 100),
      outbox.counts('waiting'),
      outbox.failing('mail.letter'),
    ])
    return context.json({
      success: true,
      parked: parked.map(toMessageRecord),
      waiting: counts.waiting,
      failingSince: failing?.since.toISOString() ?? null,
      lastFault: failing?.fault ?? '',
      failing: failing?.waiting ?? 0,
    } satisfies OutboxReply)
  })

  app.post(patterns.retry, async (context) => {
    if ((await outbox.retry(context.req.param('id'), parts.now())) === 'not_found') throw new AppError('RECORD_NOT_FOUND')
    parts.poke()
    return context.json({ success: true })
  })

  app.get(paths.sheet, async (context) => {
    if (context.req.query('action') !== 'read')
      throw new AppError('FORM_VALIDATION_FAILED', { details: { action: 'The action must be read' } })
    const query = readQuery({ ...context.req.query(), q: undefined, cursor: undefined, limit: '200' })
    const found: SpecifiedRecord[] = []
    for await (const application of applications.all(query)) found.push(toSpecifiedRecord(application))
    return context.json({ success: true, applications: found })
  })

  app.post(paths.mail, async (context) => {
    const { to, subject, html } = await readObject(context.req.raw)
    const details: Record<string, string> = {}
    if (typeof to !== 'string' || !isEmail(to.trim())) details.to = 'Please enter a valid email address'
    if (typeof subject !== 'string' || subject.trim() === '') details.subject = 'Subject is required'
    if (typeof html !== 'string' || html.trim() === '') details.html = 'Message is required'
    if (Object.keys(details).length > 0) throw new AppError('FORM_VALIDATION_FAILED', { details })
    const sent = await parts.sendMessage(String(to).trim(), String(subject), String(html))
    return context.json({ success: true, id: sent.id })
  })

  return app
}
