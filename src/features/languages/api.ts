import { writers } from '../../api/rights.ts'
import { type Done, get, post, whileBlind } from '../../api/route.ts'
import type { FieldPath } from '../../api/site-content.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A form or a page in a language, as it is edited now. */
export interface PartRecord {
  /** A form, the path of a page, or what belongs to every form. */
  readonly part: FormType | '/apply' | '/terms' | '/privacy' | 'shared'
  /** Its page; null for what belongs to every form. */
  readonly path: string | null
  readonly translated: number
  readonly all: number
  /** Whether visitors find it in the language now. */
  readonly live: boolean
}

/** A sentence that a language does not say, or says with other values. `path`: the file of the language in which it is written. */
export interface GapRecord {
  readonly english: string
  readonly path: string
  /** The English sentence before, if this one replaces it. */
  readonly was: string | null
  /** What differs in its placeholders; empty when it is missing. */
  readonly differs: string
  readonly parts: readonly PartRecord['part'][]
  /** The document that says it in English; null for a sentence of the program. */
  readonly source: { readonly path: string; readonly name: string; readonly field: FieldPath } | null
}

export interface LanguageRecord {
  readonly code: string
  /** In its own words. */
  readonly name: string
  /** Who has read all of it last, and speaks it from childhood; empty while nobody has. */
  readonly read_by: string
  /** The day: YYYY-MM-DD; null when it is not known. */
  readonly read_on: string | null
  /** When sentences of it were published since; ISO 8601. */
  readonly changed_at: string | null
  readonly parts: readonly PartRecord[]
  readonly gaps: readonly GapRecord[]
  /** Its documents, with the number of sentences of each. */
  readonly documents: readonly { readonly path: string; readonly name: string; readonly sentences: number | null }[]
}

export const languageRoutes = whileBlind('safe', {
  /** The languages besides English, with what each says and lacks. */
  languages: get('/api/languages', ...writers).answers<Done & { readonly languages: readonly LanguageRecord[] }>(),
  /** Records who has read all of a language, today. It is published at once. */
  markRead: post('/api/languages/:code/read', 'publish').takes<{ readonly name: string }>().answers<Done>(),
})
