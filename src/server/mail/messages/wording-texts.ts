import { yamlFiles } from '../../../content/files.ts'
import { readWording } from './read-wording.ts'

const read = readWording(yamlFiles)
if (!read.ok) throw new Error(`The letters cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)

/** The texts of `content/mail`. The build evaluates this module (scripts/evaluate.mjs). */
export const wordingTexts = read.value
