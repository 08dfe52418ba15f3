import type { Logger } from 'pino'
import { languageSchema } from '../../content/schema/language.ts'
import { readObject } from '../../server/http/body.ts'
import { readText, refuseFaults } from '../../server/http/faults.ts'
import { actorOf } from '../../server/http/guards.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import type { PublishedPages } from '../../server/pages/site.ts'
import type { Edits } from '../../server/records/edits/edits.ts'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { languageRoutes } from './api.ts'

interface Parts {
  readonly edits: Edits
  readonly published: PublishedPages
  readonly log: Logger
  now(): Date
}

const maxName = 80

export function deskRoutes({ edits, published, log, now }: Parts): Routes {
  return new Routes('admin')
    .on(languageRoutes.languages, async () => {
      const [{ readDesk }, { reportOf }] = await Promise.all([import('../../server/editing/editor.ts'), import('./report.ts')])
      const [desk, publishes] = await Promise.all([readDesk(edits), edits.publishes()])
      return { languages: reportOf(desk, publishes) }
    })
    .on(languageRoutes.markRead, async (context) => {
      const name = readText('name', (await readObject(context)).name, maxName).trim()
      refuseFaults(name === '' ? { name: 'Who has read it?' } : {})
      const { checkedFiles, readDesk, textOf, textWithValue } = await import('../../server/editing/editor.ts')
      const { parse } = await import('yaml')
      const path = `content/languages/${context.req.param('code')}/language.yaml`
      const desk = await readDesk(edits)
      if (desk.live[path] === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This language does not exist.' })
      const occupied = desk.drafts.get(path)
      if ((occupied?.text ?? null) !== null)
        throw new AppError('CONFLICT', { message: 'The language has a draft. Publish or discard it first.' })
      const revision = occupied?.revision ?? 0
      const head = languageSchema.parse(parse(textOf(desk, path)))
      const text = textWithValue(desk, path, { ...head, readBy: name, readOn: dayOf(now()) })
      // As it is published below: refused with a gap, before anything is written.
      const drafts = new Map(desk.drafts).set(path, { text, revision, savedAt: now() })
      const files = checkedFiles({ ...desk, drafts }, [path])
      const id = newId(now())
      const publish = { id, by: actorOf(context), note: `Read by ${name}`, dueAt: null, files, waiting: 'keep' as const }
      const outcome = await edits.publish({ ...publish, drafts: { [path]: revision }, over: desk.revision }, now())
      if (outcome === 'stale' || outcome === 'waits')
        throw new AppError('CONFLICT', { message: 'Somebody published meanwhile. Please repeat it.' })
      log.info({ by: publish.by, publish: id, revision: outcome.revision }, 'published')
      await published.reload()
      return succeeded
    })
}
