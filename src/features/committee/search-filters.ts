import type { SearchFilters } from '../../applications/query/feature-words.ts'
import { boundOf } from './rules.ts'

export const filters: SearchFilters = {
  committee: {
    accepts: (value) => boundOf(value) !== undefined,
    fault: 'committee: takes a mean from 1 to 5, such as committee:4, committee:>=3.5 or committee:<2.',
  },
}
