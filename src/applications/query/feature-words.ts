/**
 * The words that a feature adds to the search, each with its filter (`is:taken`) and what it finds. The condition is one of its tables
 * (server/database/stored.ts).
 */
export type SearchWords = Readonly<Record<string, string>>

/** The words of all features. The file `search-words.ts` of one exports them as `words`. */
export const featureWords: readonly (readonly [word: string, finds: string])[] = Object.values(
  import.meta.glob<SearchWords>('../../features/*/search-words.ts', { eager: true, import: 'words' }),
).flatMap((words) => Object.entries(words))

/** The filters that a feature adds, by name: what may stand after the colon, and the sentence for everything else. Each is a condition of its tables, too. */
export type SearchFilters = Readonly<Record<string, { accepts(value: string): boolean; readonly fault: string }>>

/** The filters of all features. The file `search-filters.ts` of one exports them as `filters`. */
export const featureFilters: SearchFilters = Object.assign(
  {},
  ...Object.values(import.meta.glob<SearchFilters>('../../features/*/search-filters.ts', { eager: true, import: 'filters' })),
)

/** What features add after a filter, such as `is:`. */
export const wordsAfter = (filter: string): readonly string[] =>
  featureWords.flatMap(([word]) => (word.startsWith(filter) ? [word.slice(filter.length)] : []))
