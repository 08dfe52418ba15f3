import { cohortOptions, cohortOptionsAt } from '../content/cohorts.ts'
import { cohorts, notice, promises, rubrics, site } from '../content/core.ts'
import { yamlFiles } from '../content/files.ts'
import { promiseTexts } from '../content/promises.ts'
import { accelerator } from '../forms/definitions/accelerator.ts'
import { allForms, type Forms } from '../forms/definitions/all.ts'
import { type Form, withPromise } from '../forms/form.ts'
import type { ServerContent } from './adapters.ts'
import { loadWording } from './mail/messages/wording.ts'

/** Every form, with the choices and promises of the content. */
export const loadForms = (): Forms => allForms({ cohorts: cohortOptions(cohorts) }, promiseTexts(promises))

/** The accelerator's form as its page shows it at a given time: the order and the labels of the cohorts depend on the time. */
export const acceleratorAt = (now: Date): Form =>
  withPromise(accelerator({ cohorts: cohortOptionsAt(cohorts, now) }), promiseTexts(promises).Accelerator)

const read = loadWording(yamlFiles)
if (!read.ok) throw new Error(`The letters cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)

/** The wording in `content/mail`. It is checked when this module is loaded. */
export const wording = read.value

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
