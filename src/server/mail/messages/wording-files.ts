import { yamlFiles } from '../../../content/files.ts'
import { loadWording } from './wording.ts'

const read = loadWording(yamlFiles)
if (!read.ok) throw new Error(`The letters cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)

/** The wording in `content/mail`, checked as soon as anything that sends mail is loaded. */
export const wording = read.value
