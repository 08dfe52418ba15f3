import type { SearchWords } from '../../applications/query/feature-words.ts'

export const words: SearchWords = { 'has:bounced': 'a letter came back, or was reported as spam' }
