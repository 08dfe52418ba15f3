import { readWording } from './wording.ts'

/** The wording in `content/mail`, checked as soon as anything that sends mail is loaded. */
export const wording = readWording(
  import.meta.glob<string>('/content/mail/*.yaml', { query: '?raw', import: 'default', eager: true }),
)
