import type { ApplicationResponse, HeldResponse, StatsResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { type DueFilter, dueSpan } from '../../applications/due.ts'
import { isObsoleteReminder } from '../../applications/meetings.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import type { Answers } from '../../forms/form.ts'
import { snapshotOf } from '../../forms/snapshot.ts'
import { type ChangedAnswer, changedAnswers } from '../../forms/views/as-text.ts'
import { after, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { blindOf, searchable } from '../blind/blind.ts'
import { readApplication } from '../changes/save-changes.ts'
import { readObject } from '../http/body.ts'
import { fileResponse } from '../http/download.ts'
import { invalid, isRevision } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { readQuery } from '../http/list-query.ts'
import { Routes } from '../http/routes.ts'
import type { AnswerVersion } from '../records/applications/port.ts'
import type { Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { applyPatch, readPatch } from './patch.ts'
import { applicationResponse, meetingResponse, messageRecords, recordOf } from './responses.ts'

/**
 * The differences between the current answers and those that the reviewer has seen (`changed`); and the differences of every change of answers, with its
 * revision and the files that it replaced (`changes`).
 */
async function changesOf({ applications, formVersions }: Desk, application: Application) {
  const { id, answers, answersRevision, seenRevision } = application
  if (answersRevision === 0) return { changed: [] }
  const [form, versions] = await Promise.all([formVersions.of(application), applications.versions(id)])
  /** The differences between stored answers. A file differs by its name, or because one of the versions replaced it. */
  const differencesOf = (before: Answers, later: Answers, replaced: readonly AnswerVersion[]): readonly ChangedAnswer[] =>
    changedAnswers(form, before, later).filter(
      ({ name, from, to }) => from !== to || replaced.some(({ files }) => files.some(({ field }) => field === name)),
    )
  const unseen = versions.filter(({ revision }) => revision >= seenRevision)
  const [seen] = unseen
  return {
    changed: seen === undefined || answersRevision === seenRevision ? [] : differencesOf(seen.answers, answers, unseen),
    changes: versions.map((version, index) => {
      const next = versions[index + 1]
      return {
        revision: next?.revision ?? answersRevision,
        changed: differencesOf(version.answers, next?.answers ?? answers, [version]),
        files: version.files.map((file) => ({ ...file, revision: version.revision })),
      }
    }),
  } satisfies Pick<ApplicationResponse, 'changed' | 'changes'>
}

/** One application with its messages, history, changes, requests, and what was recorded when it was sent. */
async function details(desk: Desk, application: Application): Promise<ApplicationResponse> {
  const { applications, formVersions, outbox } = desk
  const [messages, history] = await Promise.all([outbox.forApplication(application.id), applications.history(application.id)])
  return {
    ...(await meetingResponse(desk, application)),
    // A report is not to the applicant.
    messages: messageRecords(
      desk,
      messages.filter((entry) => entry.topic !== 'report' && !isObsoleteReminder(entry, application)),
      history,
    ),
    history: history.map(({ at, by, event }) => ({ at: at.toISOString(), by, event })),
    ...(await changesOf(desk, application)),
    requests: application.requests,
    origin: application.origin,
    notice: application.notice,
    ...(!formVersions.isCurrent(application) && { form: snapshotOf(await formVersions.of(application)) }),
  }
}

/** Applies a patch. The response to a decision says how long its letter waits. @throws AppError see `readPatch` and `applyPatch` */
async function patched(
  desk: Desk,
  id: string,
  body: Readonly<Record<string, unknown>>,
  by: string,
): Promise<ApplicationResponse> {
  const patch = readPatch(body)
  const response = await meetingResponse(desk, await applyPatch(desk, id, patch, by))
  if (patch.status === undefined) return response
  const hold = patch.wording.letter === 'none' ? desk.delivery : await withLetterHold(desk)
  return { ...response, ...waiting(hold, desk.now()) }
}

/** Hides an application now and deletes it when the hold is over. @throws AppError RECORD_NOT_FOUND */
async function remove({ applications, delivery, now, poke }: Desk, id: string, by: string): Promise<HeldResponse> {
  const at = now()
  const entry = { at, by, event: { what: 'deleted' } } as const
  const revision = (await applications.byId(id))?.revision ?? 0
  const { outbox: drafts } = outgoing({ id, revision }, entry, delivery)
  const removed = await applications.remove(id, entry, after(at, delivery.holdS * second), drafts)
  if (removed.kind === 'not_found') throw new AppError('RECORD_NOT_FOUND')
  poke()
  return { success: true, revision: removed.revision, undoFor: delivery.holdS }
}

/** The numbers on the desk's cards, and how many applications are due. */
async function counts({ applications, now }: Desk): Promise<StatsResponse> {
  const at = now()
  const countDue = async (filter: DueFilter): Promise<number> =>
    (await applications.list({ dueIn: dueSpan(filter, at), limit: 1 })).total
  const [stats, late, today, { total: answered }] = await Promise.all([
    applications.stats(),
    countDue({ late: true }),
    countDue({ due: 'today' }),
    applications.list({ has: ['answered'], limit: 1 }),
  ])
  return { success: true, stats, due: { late, today, answered } }
}

export function applicationRoutes(desk: Desk): readonly Routes[] {
  const { applications, now } = desk
  const reading = new Routes('script')
    .on(routes.applications, async (context) => {
      const query = searchable(readQuery(context.req.query(), now()), await blindOf(desk.settings))
      const page = await applications.list(query)
      return {
        applications: page.applications.map((application) => recordOf(desk, application)),
        nextCursor: page.nextCursor ?? null,
        total: page.total,
        ...(page.totalCapped && { totalCapped: true as const }),
        ...(query.leftOut && { unsearched: true as const }),
      }
    })
    .on(routes.application, async (context) => details(desk, await readApplication(applications, context.req.param('id'))))
    .on(routes.stats, () => counts(desk))
  const admin = new Routes('admin')
    .on(
      routes.changeApplication,
      async (context) => await patched(desk, context.req.param('id'), await readObject(context), actorOf(context)),
    )
    .on(routes.markRead, async (context) => {
      const { answers_revision: revision } = await readObject(context)
      if (!isRevision(revision)) throw invalid('answers_revision', 'The revision of the answers that were read is required')
      const { id } = await readApplication(applications, context.req.param('id'))
      await applications.markRead(id, revision, now())
      return applicationResponse(desk, await readApplication(applications, id))
    })
    .on(routes.deleteApplication, (context) => remove(desk, context.req.param('id'), context.get('session').email))
  const files = new Routes('admin').on(routes.resume, async (context) => {
    const { id, answers } = await readApplication(applications, context.req.param('id'))
    const field = context.req.query('field') ?? 'resume'
    return fileResponse(context, Object.hasOwn(answers, field) ? await applications.file(id, field) : undefined)
  })
  return [reading, admin, files]
}
