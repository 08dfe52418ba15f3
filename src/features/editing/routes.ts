import type { Context } from 'hono'
import type { Logger } from 'pino'
import { withoutControl } from '../../content/control-signs.ts'
import type { Files } from '../../content/files.ts'
import { readObject, withFile } from '../../server/http/body.ts'
import { invalid, isRevision, readText, refuseFaults } from '../../server/http/faults.ts'
import { actorOf } from '../../server/http/guards.ts'
import { Routes, succeeded, type Web } from '../../server/http/routes.ts'
import type { PublishedPages } from '../../server/pages/site.ts'
import { pictureResponse, storedUnder } from '../../server/pages/stored-pictures.ts'
import type { Lists } from '../../server/records/applications/lists.ts'
import { type Edits, type WaitingChoice, waitingChoices } from '../../server/records/edits/edits.ts'
import type { Publish } from '../../server/records/edits/published.ts'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { isPictureFolder, maxStoredBytes } from '../../shared/stored-pictures.ts'
import { type DocumentResponse, type PublishSummary, siteRoutes } from './api.ts'

/** What editing needs. */
export interface Editing {
  readonly edits: Edits
  readonly pages: PublishedPages
  readonly log: Logger
  readonly applications: Pick<Lists, 'stats'>
  now(): Date
}

/** The checks and the readers of content are large, and a start needs none of them. */
const editor = () => import('../../server/editing/editor.ts')

const maxText = 400_000
const maxNote = 500
/** Far more documents than are edited at a time; each view of the editor reads them all. */
const maxDrafts = 300

const summary = ({ paths: documents, at, dueAt, ...publish }: Publish): PublishSummary => ({
  ...publish,
  at: at.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  documents,
})

/** @throws AppError FORM_VALIDATION_FAILED when it is no revision */
function readRevision(value: unknown): number {
  if (!isRevision(value)) throw invalid('revision', 'The revision that was read is required')
  return value
}

/** What is to be published: the revisions of drafts by path, a note, and the time if it waits. @throws AppError FORM_VALIDATION_FAILED */
function readPublish(body: Readonly<Record<string, unknown>>, now: Date) {
  const { drafts, note = '', dueAt: due = null, waiting } = body
  const faults: Record<string, string> = {}
  const revisions = Object.entries(typeof drafts === 'object' && drafts !== null ? drafts : {})
  if (revisions.length === 0 || !revisions.every(([, revision]) => isRevision(revision)))
    faults.drafts = 'The revisions of the drafts that were read are required, by document'
  const dueAt = due === null ? null : new Date(typeof due === 'string' ? due : Number.NaN)
  if (dueAt !== null && !(dueAt.getTime() > now.getTime())) faults.dueAt = 'The time must be in the future'
  if (waiting !== undefined && !waitingChoices.includes(waiting as WaitingChoice))
    faults.waiting = 'What becomes of texts that wait must be keep or end'
  refuseFaults(faults)
  return {
    drafts: Object.fromEntries(revisions) as Record<string, number>,
    ...{ note: readText('note', note, maxNote).trim(), dueAt, waiting: waiting as WaitingChoice | undefined },
  }
}

const stale = (): AppError =>
  new AppError('CONFLICT', {
    message: 'A document was changed in another window meanwhile. Read the changes again, then publish.',
  })

/** What is published there erases applications: it is the admin's, whatever a helper may publish. */
const adminsAlone = 'content/promises.yaml'

/** @throws AppError UNAUTHORIZED_ACCESS, 403 */
function refuseHelper(context: Context<Web>, paths: readonly string[]): void {
  if (context.get('session').helper !== undefined && paths.includes(adminsAlone))
    throw new AppError('UNAUTHORIZED_ACCESS', {
      status: 403,
      message: 'Only the admin publishes the promises: they say when applications are erased.',
    })
}

/** The routes for editing the site. A save names the revision that was read; what another window saved since is in the answer, with nothing written. */
export function documentRoutes({ edits, pages, log, now, applications }: Editing): Routes {
  const documentAnswer = async (path: string): Promise<DocumentResponse> => {
    const { editable, readDesk } = await editor()
    return { success: true, document: editable(await readDesk(edits), path, dayOf(now())) }
  }
  /** Shows what was published. @throws AppError UNKNOWN_ERROR when its pages cannot be rendered */
  const show = (publish: string): Promise<unknown> =>
    pages.reload().catch((cause) => {
      log.error({ err: cause, publish }, 'published, but its pages cannot be rendered')
      throw new AppError('UNKNOWN_ERROR', {
        message: 'It is published, but its pages cannot be shown yet. Visitors see the pages before it.',
        cause,
      })
    })
  return new Routes('admin')
    .on(siteRoutes.site, async () => {
      const [{ readDesk }, { summaries }] = await Promise.all([editor(), import('./summaries.ts')])
      const [desk, publishes] = await Promise.all([readDesk(edits), edits.publishes()])
      return {
        revision: desk.revision,
        documents: summaries(desk),
        refused: pages.refused(),
        publishes: publishes.slice(0, 200).map(summary),
      }
    })
    .on(siteRoutes.findSiteTexts, async (context) => {
      const [{ readDesk }, { search }] = await Promise.all([editor(), import('./finding.ts')])
      return { hits: search(await readDesk(edits), readText('q', context.req.query('q'), 200)) }
    })
    .on(siteRoutes.siteDocument, (context) => documentAnswer(context.req.query('path') ?? ''))
    .on(siteRoutes.saveSiteDocument, async (context) => {
      const body = await readObject(context)
      const path = readText('path', body.path, 200)
      const revision = readRevision(body.revision)
      const { builtText, existing, readDesk, textWithValue, waitingText } = await editor()
      const desk = await readDesk(edits)
      existing(desk, path)
      const drafted = [...desk.drafts.values()].filter((draft) => draft.text !== null)
      if (drafted.length >= maxDrafts && (desk.drafts.get(path)?.text ?? null) === null)
        throw new AppError('CONFLICT', { message: `There are ${maxDrafts} drafts. Publish or discard some first.` })
      const isBuilt = body.built === true
      if (isBuilt && builtText(path) === '') throw invalid('built', 'The build does not have this document')
      let text: string
      if (isBuilt) text = builtText(path)
      else if (body.waiting !== undefined) text = waitingText(desk, path, readText('waiting', body.waiting, 100))
      else if (body.value === undefined) text = withoutControl(readText('text', body.text, maxText))
      else text = textWithValue(desk, path, withoutControl(body.value))
      readText('value', text, maxText)
      if ((await edits.saveDraft(path, text, revision, now())) === 'saved') return documentAnswer(path)
      return context.json({ ...(await documentAnswer(path)), success: false, code: 'CONFLICT', error: stale().message }, 409)
    })
    .on(siteRoutes.siteBeginning, async (context) => {
      const { answers = {}, save } = await readObject(context)
      if (typeof answers !== 'object' || answers === null) throw invalid('answers', 'The answers are required, by question')
      const { begin } = await import('./beginning.ts')
      const { byFormType } = await applications.stats()
      return begin(edits, Object(answers), save === true, (type) => byFormType[type] > 0, now())
    })
    .on(siteRoutes.discardSiteDraft, async (context) => {
      const body = await readObject(context)
      const path = readText('path', body.path, 200)
      const { existing, readDesk } = await editor()
      existing(await readDesk(edits), path)
      const outcome = await edits.saveDraft(path, null, readRevision(body.revision), now())
      if (outcome === 'stale') throw stale()
      return documentAnswer(path)
    })
    .on(siteRoutes.siteChanges, async (context) => {
      const { changes, filesWith, readDesk } = await editor()
      const desk = await readDesk(edits)
      const paths = context.req.query('paths')?.split(',')
      const list = changes(desk, paths)
      const changed = list.changes.map(({ path }) => path).filter((path) => paths?.includes(path) ?? true)
      // What is read now is published next, nearly always.
      if (changed.length > 0 && list.faults.length === 0) pages.renderAhead(filesWith(desk, changed))
      return list
    })
    .on(siteRoutes.publishSite, async (context) => {
      const { drafts, note, dueAt, waiting } = readPublish(await readObject(context), now())
      const { checkedFiles, readDesk, waitingSentence } = await editor()
      const desk = await readDesk(edits)
      const changed = Object.keys(drafts)
      refuseHelper(context, changed)
      if (changed.some((path) => (desk.drafts.get(path)?.text ?? null) === null)) throw stale()
      const by = actorOf(context)
      const id = newId(now())
      const files = checkedFiles(desk, changed)
      const outcome = await edits.publish({ id, by, note, dueAt, files, drafts, over: desk.revision, waiting }, now())
      if (outcome === 'stale') throw stale()
      if (outcome === 'waits')
        throw new AppError('CONFLICT', {
          message: `${waitingSentence(await readDesk(edits), changed) ?? ''} Say whether it stays, and is published then over this, or ends (waiting: keep or end).`,
        })
      log.info(
        { by, publish: id, revision: outcome.revision, documents: changed, dueAt },
        dueAt === null ? 'published' : 'scheduled',
      )
      if (dueAt === null) await show(id)
      return { id, revision: outcome.revision }
    })
    .on(siteRoutes.sitePublish, async (context) => {
      const { compare, textsAround } = await editor()
      const { before, after } = await textsAround(edits, context.req.param('id'))
      const changes = Object.keys(after).flatMap((path) => {
        const compared = compare(path, before[path] ?? '', after[path] ?? '')
        if (compared === undefined) return []
        return [{ path, name: compared.name, page: compared.page, fields: compared.worded(), revision: 0, waiting: [] }]
      })
      return { changes, faults: [] }
    })
    .on(siteRoutes.restoreSitePublish, async (context) => {
      const { version } = await readObject(context)
      if (version !== 'before' && version !== 'after') throw invalid('version', 'The version must be before or after')
      const { readDesk, textsAround } = await editor()
      const [desk, texts] = await Promise.all([readDesk(edits), textsAround(edits, context.req.param('id'))])
      const restored = Object.entries(texts[version]).filter(([path, text]) => (desk.live[path] ?? '') !== text)
      const occupied = restored.find(([path]) => (desk.drafts.get(path)?.text ?? null) !== null)
      if (occupied !== undefined)
        throw new AppError('CONFLICT', {
          message: `${occupied[0]} has a draft. Publish or discard it first: a restore would replace it.`,
        })
      const saved = restored.map(([path, text]) => ({ path, text, revision: desk.drafts.get(path)?.revision ?? 0 }))
      const changed = await edits.saveDrafts(saved, now())
      if (changed !== undefined)
        throw new AppError('CONFLICT', { message: `${changed} was changed in another window meanwhile. Nothing was restored.` })
      return { documents: restored.map(([path]) => path) }
    })
    .on(siteRoutes.takeBackSitePublish, async (context) => {
      const { readDesk, refuseFiles, textsAround } = await editor()
      const [of, by, id] = [context.req.param('id'), actorOf(context), newId(now())]
      const [desk, { before, after }, files] = await Promise.all([readDesk(edits), textsAround(edits, of), edits.filesBefore(of)])
      refuseHelper(context, Object.keys(files))
      if (desk.waiting.some((waits) => waits.id === of)) throw new AppError('CONFLICT', { message: 'This waits: cancel it.' })
      const later = (texts: Files) => Object.keys(texts).find((path) => (desk.live[path] ?? '') !== texts[path])
      // It was taken back already: the answer did not arrive.
      if (later(before) === undefined) return succeeded
      if (later(after) !== undefined)
        throw new AppError('CONFLICT', { message: `${later(after)} was published again meanwhile.` })
      refuseFiles(desk, files)
      const publish = {
        id,
        by,
        note: 'Taken back',
        dueAt: null,
        files,
        drafts: {},
        over: desk.revision,
        waiting: 'keep',
      } as const
      const outcome = await edits.publish(publish, now())
      if (outcome === 'stale' || outcome === 'waits') throw stale()
      log.info({ by, publish: id, revision: outcome.revision, documents: Object.keys(files) }, 'published')
      await show(id)
      return succeeded
    })
    .on(siteRoutes.cancelSitePublish, async (context) => {
      const { asTexts } = await editor()
      const id = context.req.param('id')
      const outcome = await edits.cancel(id, asTexts(await edits.filesOf(id)), now())
      if (outcome === 'gone') throw new AppError('CONFLICT', { message: 'This was published already, or cancelled.' })
      if (outcome !== 'cancelled')
        throw new AppError('CONFLICT', {
          message: `${outcome.occupied} has another draft. Publish or discard it first: the text that waits becomes the draft.`,
        })
      log.info({ by: actorOf(context), publish: id }, 'schedule cancelled')
      return succeeded
    })
    .on(siteRoutes.storeSitePicture, async (context) => {
      const folder = context.req.query('folder') ?? ''
      if (!isPictureFolder(folder)) throw invalid('folder', 'The folder must be portraits, logos or pictures')
      const { readPicture } = await import('../../server/editing/picture.ts')
      const read = await withFile(context, maxStoredBytes, (bytes) =>
        storedUnder(edits, readPicture(bytes, folder), bytes, now()),
      )
      if ('fault' in read) throw new AppError('FORM_VALIDATION_FAILED', { message: read.fault })
      log.info({ by: actorOf(context), picture: read.name }, 'picture stored')
      return { name: read.name }
    })
    .on(siteRoutes.sitePicture, async (context) => {
      const name = context.req.param('name')
      return pictureResponse(context, name, await edits.pictures.get(name))
    })
}

/** Publishes what waits and whose minute has come. What the checks refuse by now stays, with the reason. */
export async function publishDue({ edits, pages, log, now }: Editing): Promise<void> {
  const due = (await edits.waiting()).filter(({ dueAt }) => dueAt <= now())
  for (const { id, by, fault } of new Map(due.map((text) => [text.id, text])).values()) {
    const { readDesk, waitingFaults } = await editor()
    const desk = await readDesk(edits)
    const refused = waitingFaults(desk, await edits.filesOf(id))
    if (refused !== '') {
      if (refused !== fault) {
        await edits.refuseWaiting(id, refused)
        log.warn({ publish: id }, 'a scheduled publish was refused')
      }
      continue
    }
    const revision = await edits.publishWaiting(id, desk.revision, now())
    if (revision === 'stale') continue
    log.info({ by, publish: id, revision }, 'published')
    await pages.reload()
  }
}
