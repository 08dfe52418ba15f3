import { paths, patterns } from '../../api/paths.ts'
import { type ApplicationReply, type HeldReply, type ListReply, type StatsReply, toMessageRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import { type DueFilter, dueSpan } from '../../applications/due.ts'
import { outgoing } from '../../applications/outgoing.ts'
import { snapshotOf } from '../../forms/snapshot.ts'
import { type Difference, differences } from '../../forms/views/differences.ts'
import { after, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readApplication } from '../applications.ts'
import { readObject } from '../http/body.ts'
import { readQuery } from '../http/list-query.ts'
import { Routes } from '../http/routes.ts'
import { actorOf, applicationReply, type Desk, isRevision, recordOf } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { applyPatch, readPatch } from './patch.ts'

/** A file of a stranger: nothing in it runs, also where a browser shows it in spite of its headers. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What the applicant has changed since the reviewer saw the answers. */
async function changedSince({ applications, formVersions }: Desk, application: Application): Promise<readonly Difference[]> {
  const { id, answers, answersRevision, seenRevision } = application
  const seen = answersRevision > seenRevision ? await applications.earlierAnswers(id, seenRevision) : undefined
  return seen === undefined ? [] : differences(await formVersions.of(application), seen, answers)
}

/** The list, one application with its messages and history, its changes, its deletion and its file. */
export function applicationRoutes(desk: Desk): Routes {
  const app = new Routes('admin')
  const { applications, formVersions, outbox, delivery, now, poke } = desk

  app.get(paths.applications, async (context) => {
    const page = await applications.list(readQuery(context.req.query(), now()))
    return context.json({
      success: true,
      applications: page.applications.map((application) => recordOf(desk, application)),
      nextCursor: page.nextCursor ?? null,
      total: page.total,
      ...(page.totalCapped && { totalCapped: true as const }),
    } satisfies ListReply)
  })

  app.get(patterns.application, async (context) => {
    const application = await readApplication(applications, context.req.param('id'))
    const [messages, history] = await Promise.all([outbox.forApplication(application.id), applications.history(application.id)])
    return context.json({
      ...applicationReply(desk, application),
      messages: messages.map(toMessageRecord),
      history: history.map(({ at, by, event }) => ({ at: at.toISOString(), by, event })),
      changed: await changedSince(desk, application),
      origin: application.origin,
      notice: application.notice,
      ...(!formVersions.isCurrent(application) && { form: snapshotOf(await formVersions.of(application)) }),
    } satisfies ApplicationReply)
  })

  app.patch(patterns.application, async (context) => {
    const id = context.req.param('id')
    const patch = readPatch(await readObject(context.req.raw))
    const reply = applicationReply(desk, await applyPatch(desk, id, patch, actorOf(context)))
    if (patch.status === undefined) return context.json(reply)
    const hold = patch.wording.letter === 'none' ? delivery : await withLetterHold(desk)
    return context.json({ ...reply, ...waiting(hold, now()) } satisfies ApplicationReply)
  })

  app.post(patterns.seen, async (context) => {
    const { answers_revision: revision } = await readObject(context.req.raw)
    if (!isRevision(revision))
      throw new AppError('FORM_VALIDATION_FAILED', { details: { answers_revision: 'Say which answers were seen' } })
    const { id } = await readApplication(applications, context.req.param('id'))
    await applications.markSeen(id, revision)
    return context.json(applicationReply(desk, await readApplication(applications, id)))
  })

  app.delete(patterns.application, async (context) => {
    const at = now()
    const entry = { at, by: context.get('session').email, event: { what: 'deleted' } } as const
    const id = context.req.param('id')
    const revision = (await applications.byId(id))?.revision ?? 0
    const { outbox: drafts } = outgoing({ id, revision }, entry, delivery)
    const removed = await applications.remove(id, entry, after(at, delivery.holdS * second), drafts)
    if (removed.kind === 'not_found') throw new AppError('RECORD_NOT_FOUND')
    poke()
    return context.json({ success: true, revision: removed.revision, undoFor: delivery.holdS } satisfies HeldReply)
  })

  app.get(patterns.resume, async (context) => {
    const file = await applications.file(context.req.param('id'), 'resume')
    if (file === undefined) throw new AppError('RECORD_NOT_FOUND')
    const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
    return context.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.type,
      'Content-Security-Policy': filePolicy,
      'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    })
  })

  app.get(paths.stats, async (context) => {
    const at = now()
    const countDue = async (filter: DueFilter): Promise<number> =>
      (await applications.list({ dueIn: dueSpan(filter, at), limit: 1 })).total
    const [stats, late, today] = await Promise.all([applications.stats(), countDue({ late: true }), countDue({ due: 'today' })])
    return context.json({ success: true, stats, due: { late, today } } satisfies StatsReply)
  })

  return app
}
