import type { FormType } from '../shared/form-types.ts'
import type { LetterRecord } from './letter-responses.ts'

/** The JSON schema of a document or of a part of it, as zod writes it: what the form of the editor is made from. */
export interface FieldSchema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  /** The label in a person's words; without one, the key is read as words. */
  readonly title?: string
  /** What the values of `enum` are called, in their order. */
  readonly names?: readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | FieldSchema
  readonly items?: FieldSchema
  readonly prefixItems?: readonly FieldSchema[]
  readonly anyOf?: readonly FieldSchema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** The placeholders that its texts may use, by name: those of a letter. */
  readonly placeholders?: readonly string[]
}

/** A name as people read it: `applicationDeadline` is `Application deadline`. */
export function labelOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** Where a value is in a document: names, and positions in lists from 0. */
export type FieldPath = readonly (string | number)[]

/** The schema of an entry of a group or list; undefined where there is none. */
export function entrySchema(schema: FieldSchema, part: string | number): FieldSchema | undefined {
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((choice) => entrySchema(choice, part)).find((entry) => entry !== undefined)
  if (typeof part === 'number') return schema.prefixItems?.[part] ?? schema.items
  return schema.properties?.[part] ?? (schema.additionalProperties || undefined)
}

/** What an entry of a list is called: its label, or its first text; empty where it has none. */
export function entryName(value: unknown): string {
  const isGroup = typeof value === 'object' && value !== null
  const { label } = (isGroup ? value : {}) as { readonly label?: unknown }
  const text = isGroup ? (label ?? Object.values(value).find((part) => typeof part === 'string' && part !== '')) : value
  return typeof text !== 'string' ? '' : text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text
}

/** A field as people find it: `Cohort 7 · Apply by`. Entries of a list are called by what is in them, or by their number. */
export function fieldLabel(field: FieldPath, schema: FieldSchema = {}, value?: unknown): string {
  const [part, ...deeper] = field
  if (part === undefined) return ''
  const inner = entrySchema(schema, part)
  const entry = (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[part]
  const own = typeof part === 'number' ? entryName(entry) || String(part + 1) : (inner?.title ?? labelOf(part))
  // A text names its list already.
  const name = typeof part === 'number' && typeof entry !== 'object' ? String(part + 1) : own
  return [name, fieldLabel(deeper, inner, entry)].filter(Boolean).join(' · ')
}

/** Something in a document that cannot be published. */
export interface FieldFault {
  readonly path: string
  readonly field: FieldPath
  readonly message: string
}

/** `draft`: changed and not published; `scheduled`: a text waits for its minute; `edited`: published from the desk; `built`: as the build has it. */
export type DocumentState = 'draft' | 'scheduled' | 'edited' | 'built'

/** A publish with a text of a document that waits, and its time. ISO 8601. */
export interface Waiting {
  readonly id: string
  readonly dueAt: string
}

/** An entry of a document that is a list, such as a person. `picture`: the file name; empty where it has none. */
export interface EntrySummary {
  readonly name: string
  readonly about: string
  readonly picture: string
}

/** A document of the map. */
export interface DocumentSummary {
  readonly path: string
  readonly group: string
  readonly name: string
  readonly state: DocumentState
  /** When its draft was saved: ISO 8601; null without one. */
  readonly savedAt: string | null
  /** Its own page; empty for one that stands on pages of others. */
  readonly page: string
  /** Of a post. */
  readonly post?: { readonly date: string; readonly featured: boolean }
  /** Of a list, such as the team. */
  readonly entries?: readonly EntrySummary[]
  /** Whether it still has texts that stand for real ones. */
  readonly placeholder: boolean
  readonly waiting: readonly Waiting[]
}

/** A publish in the history. Times are ISO 8601. */
export interface PublishSummary {
  readonly id: string
  readonly revision: number | null
  readonly at: string
  readonly by: string
  readonly note: string
  readonly dueAt: string | null
  readonly fault: string
  readonly documents: readonly string[]
}

export interface SiteResponse {
  readonly success: true
  readonly revision: number
  readonly documents: readonly DocumentSummary[]
  /** What an earlier version published and this one refuses. `isPlain`: visitors see it without its markup, else as it ships. */
  readonly refused: readonly { readonly path: string; readonly sentence: string; readonly isPlain: boolean }[]
  readonly publishes: readonly PublishSummary[]
}

/** A text that a search of the map finds. */
export interface TextHit {
  readonly path: string
  /** Of the document. */
  readonly name: string
  readonly field: FieldPath
  readonly label: string
  readonly text: string
}

/** A question about who we are. `now`: what is understood; empty for nothing. */
export interface BeginningQuestion {
  readonly id: string
  readonly words: string
  readonly isYesNo: boolean
  readonly now: string
  readonly faults: readonly string[]
}

/** Who we are, as the answers say it. `saved`: the documents whose drafts have it. */
export interface BeginningResponse {
  readonly success: true
  readonly questions: readonly BeginningQuestion[]
  readonly leftovers: readonly Leftover[]
  readonly saved: readonly string[]
}

/** A picture that was stored. */
export interface PictureResponse {
  readonly success: true
  readonly name: string
}

/** A document as it can be edited. */
export interface EditableDocument {
  readonly path: string
  readonly name: string
  readonly group: string
  readonly schema: FieldSchema
  /** The text as it is edited now: the draft, or what is published, or what waits where nothing is. */
  readonly text: string
  /** Its value; undefined when the text cannot be read. */
  readonly value?: unknown
  /** The revision of its draft, 0 when it never had one. A save names it. */
  readonly revision: number
  readonly state: DocumentState
  /** Its texts that wait, earliest first. */
  readonly waiting: readonly Waiting[]
  /** Whether the site has it now. */
  readonly published: boolean
  /** Whether it can be taken from the site: a post, or a page that is its text and nothing else. */
  readonly removable: boolean
  /** The values of the placeholders in its text, such as `{site.name}`. */
  readonly fills: Readonly<Record<string, string>>
  /** Whether the build has another text; false for a document of the desk alone. */
  readonly differsFromBuilt: boolean
  readonly faults: readonly FieldFault[]
}

export interface DocumentResponse {
  readonly success: true
  readonly document: EditableDocument
}

/** A changed field: its value before and after; undefined where there was none. */
export interface ChangedField {
  readonly field: FieldPath
  readonly before?: unknown
  readonly after?: unknown
}

/** A changed field for a person: its label, such as `Cohort 8, added`, and what it said and says, in words. */
export interface WordedField {
  readonly field: FieldPath
  readonly label: string
  readonly before?: string
  readonly after?: string
}

/** What a publish changes in a document. `revision`: of the draft. */
export interface ChangedDocument {
  readonly path: string
  readonly name: string
  readonly revision: number
  /** The page that shows it; empty for one that no page shows. */
  readonly page: string
  readonly fields: readonly WordedField[]
  /** Its texts that wait, earliest first: a publish must say what becomes of them. */
  readonly waiting: readonly Waiting[]
}

/** A field that still has words which the drafts remove elsewhere: the name of a person, or of a page that goes. */
export interface Leftover {
  readonly path: string
  /** Of the document. */
  readonly name: string
  readonly field: FieldPath
  readonly label: string
  readonly words: string
}

/** Forms that leave a language with a publish, because their English sentences change. */
export interface LanguageLoss {
  /** Such as `ta`. */
  readonly code: string
  /** In its own words. */
  readonly name: string
  readonly forms: readonly FormType[]
  /** How many sentences it does not say. */
  readonly count: number
  /** The first of them, each with the file of the language in which it is said. */
  readonly sentences: readonly { readonly english: string; readonly path: string }[]
}

export interface ChangesResponse {
  readonly success: true
  readonly changes: readonly ChangedDocument[]
  readonly faults: readonly FieldFault[]
  /** At most 50. Missing for a publish of the history. */
  readonly leftovers?: readonly Leftover[]
  /** Missing for a publish of the history. */
  readonly languages?: readonly LanguageLoss[]
}

interface NamedApplication {
  readonly id: string
  readonly label: string
}

/** The draft of a letter as an application gets it. */
export interface LetterDraftResponse {
  readonly success: true
  readonly letter: LetterRecord
  /** The newest applications that could get it now, for a choice. */
  readonly applications: readonly NamedApplication[]
}

/** The draft of a letter, composed for the applications that could get it now: for `composed` of `total`, the newest of each form. */
export interface LetterCheckResponse {
  readonly success: true
  readonly composed: number
  readonly total: number
  /** The placeholders without a value, with the number of applications that lack it, and the newest of these. */
  readonly missing: readonly {
    readonly placeholder: string
    readonly count: number
    readonly applications: readonly NamedApplication[]
  }[]
}

/** The test of a letter is queued. */
export interface LetterTestResponse {
  readonly success: true
  readonly to: string
}
