import type { SearchWords } from '../../applications/query/feature-words.ts'

export const words: SearchWords = { 'committee:>=4': 'the mean of the committee; also committee:<3, committee:4.5' }
