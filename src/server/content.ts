import { cohortOptions, cohortOptionsAt } from '../content/cohorts.ts'
import { cohorts, notice, promises, rubrics, site } from '../content/core.ts'
import { promiseTexts } from '../content/promises.ts'
import { accelerator } from '../forms/definitions/accelerator.ts'
import { allForms, type Forms } from '../forms/definitions/all.ts'
import { type Form, withPromise } from '../forms/form.ts'
import type { ServerContent } from './adapters.ts'
import { wordingOf } from './mail/messages/wording.ts'
import { wordingTexts } from './mail/messages/wording-texts.ts'

/** Every form, with the choices and promises of the content. */
export const loadForms = (): Forms => allForms({ cohorts: cohortOptions(cohorts) }, promiseTexts(promises))

/** The accelerator's form as its page shows it at a given time: the order and the labels of the cohorts depend on the time. */
export const acceleratorAt = (now: Date): Form =>
  withPromise(accelerator({ cohorts: cohortOptionsAt(cohorts, now) }), promiseTexts(promises).Accelerator)

/** The wording of all letters. */
export const wording = wordingOf(wordingTexts)

/** The content that the server needs. */
export const serverContent = (): ServerContent => ({
  siteName: site.name,
  forms: loadForms(),
  notice: notice.version,
  rubrics,
  wording,
  cohorts,
  promises,
})
