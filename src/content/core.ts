import { yamlFiles } from './files.ts'
import { coreSchemas, readFiles } from './read-files.ts'

const read = readFiles(yamlFiles, coreSchemas)
if (!read.ok) throw new Error(`The content cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)
const files = read.value

/** Our name, address and links: the content of every page. */
export const site = files['site.yaml']

/** The accelerator's cohorts, in the order of their start. */
export const cohorts = files['cohorts.yaml']

/** When we answer applicants. */
export const promises = files['promises.yaml']

/** The default rubric of every form. */
export const rubrics = files['rubrics.yaml']

/** Who reads requests and complaints about personal data. */
export const privacyPerson = files['pages/privacy.yaml'].person

/** The privacy notice of every form. */
export const notice = { ...files['pages/privacy.yaml'].notice, email: site.email }
