import { cohortOptions } from '../content/cohorts.ts'
import { cohorts, notice, rubrics, site } from '../content/core.ts'
import { allForms, type Forms } from '../forms/definitions/all.ts'
import type { ServerContent } from './assemble.ts'
import { wording } from './mail/messages/wording-files.ts'

/** Every form, with the choices that content gives. */
export const loadForms = (): Forms => allForms({ cohorts: cohortOptions(cohorts) })

/** What the server uses of the content folder. */
export const serverContent = (): ServerContent => ({
  siteName: site.name,
  forms: loadForms(),
  notice: notice.version,
  rubrics,
  wording,
})
