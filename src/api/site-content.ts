import type { FormType } from '../shared/form-types.ts'

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
