/**
 * The words that a feature adds to the search, each with its filter (`is:taken`) and what it finds. The condition is one of its tables
 * (server/database/stored.ts).
 */
export type SearchWords = Readonly<Record<string, string>>

/** The words of all features. The file `search-words.ts` of one exports them as `words`. */
export const featureWords: readonly (readonly [word: string, finds: string])[] = Object.values(
  import.meta.glob<SearchWords>('../../features/*/search-words.ts', { eager: true, import: 'words' }),
).flatMap((words) => Object.entries(words))

/** What features add after a filter, such as `is:`. */
export const wordsAfter = (filter: string): readonly string[] =>
  featureWords.flatMap(([word]) => (word.startsWith(filter) ? [word.slice(filter.length)] : []))
