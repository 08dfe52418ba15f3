import { site } from '../content/content.ts'
import { yamlFiles } from '../content/files.ts'
import { exampleFiles } from '../content/placeholders.ts'

/** Whether people, companies or figures of the site are still the examples that it ships with. */
export const isDemonstration = exampleFiles(yamlFiles).length > 0

/** Whether our telephone number is a placeholder of zeros. */
export const isExampleNumber = /0{5}/.test(site.phone.dial)
