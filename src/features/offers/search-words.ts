import type { SearchWords } from '../../applications/query/feature-words.ts'

export const words: SearchWords = {
  'is:offered': 'a place is offered, and not answered yet',
  'is:taken': 'the place is taken',
  'is:declined': 'the place was declined',
  'is:lapsed': 'the offer ended without an answer',
}
