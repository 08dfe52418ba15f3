import { readTexts } from './texts.ts'

const files = import.meta.glob<string>('./texts/*.yaml', { query: '?raw', import: 'default', eager: true })
const read = readTexts(files)
if (!read.ok) throw new Error(`The texts of the seed cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)

/** The texts in `texts/`, which the bundler includes. */
export const texts = read.value
