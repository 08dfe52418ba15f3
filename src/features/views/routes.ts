import type { Settings } from '../../server/database/settings.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid, isRevision } from '../../server/http/faults.ts'
import { Routes } from '../../server/http/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { viewRoutes as routes } from './api.ts'
import { readableViews, readViews } from './rules.ts'

const key = 'views'

/** The routes for the saved views. They are read and saved together over a revision, so a window cannot overwrite views that it has not read. */
export function savedViews(settings: Settings): Routes {
  return new Routes('admin')
    .on(routes.views, async () => {
      const stored = await settings.get(key)
      return { views: readableViews(stored?.value), revision: stored?.revision ?? 0 }
    })
    .on(routes.saveViews, async (context) => {
      const { views, revision } = await readObject(context)
      const read = readViews(views)
      if (!read.ok) throw new AppError('FORM_VALIDATION_FAILED', { details: read.fault, message: Object.values(read.fault)[0] })
      if (!isRevision(revision)) throw invalid('revision', 'The revision that was read is required')
      if ((await settings.put(key, read.value, revision)) === 'stale')
        throw new AppError('CONFLICT', { message: 'The views were changed in another window.' })
      return { views: read.value, revision: revision + 1 }
    })
}
