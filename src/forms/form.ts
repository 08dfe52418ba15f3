import type { FormType } from '../shared/form-types.ts'
import type { Result } from '../shared/result.ts'

/** What is wrong with an answer, as the sentence that is shown at its field. */
export type FieldFault = string

/** Holds when the answer to `field` is `is`. */
export interface Condition {
  readonly field: string
  readonly is: string
}

/**
 * Whether an answer is needed: always, never, when a condition holds, or `labelled`: the label says so and nothing enforces it
 * (the specification's early customer form).
 */
export type Requirement = boolean | Condition | 'labelled'

/** A choice of a field. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** Attributes of an input, so that phones show the right keyboard and autofill works. */
export interface InputHints {
  readonly autocomplete?: string
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric'
  /**
   * `url`: the browser is to check the address itself. A `url` field without it is drawn as a text input, because the browser's own
   * check refuses `www.example.in`, which is how people write it.
   */
  readonly type?: 'url'
  readonly placeholder?: string
}

/** One question of a form. The input, both validations, the spreadsheet column, the mail and the desk read this object. */
export interface Field<Value = unknown> {
  readonly kind: 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'select' | 'multiselect' | 'radio' | 'file'
  readonly label: string
  readonly hint?: string
  readonly required: Requirement
  /** The field is shown only while this holds. */
  readonly shown?: Condition
  /** The choices; missing for a kind that is typed. */
  readonly options?: readonly Option[]
  /** Textarea rows, display only. */
  readonly rows?: number
  /** The most Unicode characters (code points, a line break counts as one) that an answer may have. */
  readonly limit?: number
  readonly input?: InputHints
  /** The value of an answer that was left out. */
  readonly blank: Value
  /** Parses a raw answer, in the browser and again on the server. An empty answer is no fault here; `validate` checks `required`. */
  parse(raw: unknown): Result<Value, FieldFault>
  isBlank(value: Value): boolean
  /** A value as text for people: mail, desk. Option values become their labels. */
  format(value: Value): string
  /** A value as text for storage: spreadsheet, export, a form filled in again. Option values stay; `parse` reads it back, except for a file. */
  wire(value: Value): string
}

// biome-ignore lint/suspicious/noExplicitAny: a collection of fields of any value types; `unknown` would refuse them, parse and format being of opposite variance
export type Fields = Readonly<Record<string, Field<any>>>

type Value<F> = F extends Field<infer V> ? V : never

/** The answers to a form: every field has a value, blank where it was not answered. */
export type Answers<F extends Fields = Fields> = { readonly [K in keyof F]: Value<F[K]> }

/** Faults by field name. */
export type Faults = Readonly<Record<string, FieldFault>>

/** Fields that stand together under one title. */
export interface Section {
  /** Speaks to who fills it in. */
  readonly title: string
  /** Speaks to who reads the answers; the title, where that does. */
  readonly readerTitle?: string
  readonly intro?: string
  readonly fields: readonly string[]
}

/**
 * When a second submission is the same one again: `while_pending`, same form, e-mail and company while the earlier one is pending;
 * `within_a_day`, identical answers within 24 hours.
 */
export type DuplicateRule = 'while_pending' | 'within_a_day'

/** What the visitor sees when a submission cannot be delivered: the form stays open with an alert, or success, with delivery later. */
type OnFailure = { readonly kind: 'stay'; readonly alert: string } | { readonly kind: 'deliver_later' }

/** What a form says beside its questions. */
interface FormTexts {
  /** The submit button at rest, and while sending. */
  readonly submit: string
  readonly submitting: string
  readonly success: string
  /** The button of the success view. */
  readonly again: string
  /** By when the applicant hears, e.g. `within 1 week`; follows "You will hear from us ". `{promise}` until `withPromise` gives it. */
  readonly promise: string
  /** What happens next, in order, for the success view; `{promise}` stands for the promise. */
  readonly next: readonly string[]
}

/** A form as data: what it asks, what it says, and what becomes of it. */
export interface Form<F extends Fields = Fields> {
  readonly type: FormType
  /** The path of the form's page. */
  readonly path: string
  /** The element id of the form's section on that page, where in-page buttons scroll to. */
  readonly anchor: string
  /** What is submitted, in sentence case: `Accelerator application`. */
  readonly title: string
  /** The spreadsheet's sheet (contract, section 6). */
  readonly sheet: string
  readonly sections: readonly Section[]
  readonly fields: F
  /** Which fields say who applies; several are joined by a space. */
  readonly applicant: { readonly name: readonly string[]; readonly email: string; readonly company?: string }
  readonly texts: FormTexts
  /** Whose words a fault in the browser has: ours (`{label} is required`), or the browser's own. */
  readonly messages: 'ours' | 'browser'
  readonly onFailure: OnFailure
  readonly duplicates: DuplicateRule
  /** Whether the applicant is sent a confirmation (specification, section 7.11). */
  readonly confirmation: boolean
  /** Submit Another leaves the fields filled (specification: the service provider form). */
  readonly keepsAnswers: boolean
  /** The field whose mirrored text has the submitter's address appended on a line of its own. */
  readonly ipGoesTo?: string
}

/** Stands for the promise in the texts of a form: content has the promises. */
const promiseSlot = '{promise}'

/** A form whose texts have its promise, e.g. `within 1 week`. */
export const withPromise = <F extends Form>(form: F, promise: string): F => ({
  ...form,
  texts: { ...form.texts, promise, next: form.texts.next.map((text) => text.replaceAll(promiseSlot, promise)) },
})

/** A section of a definition, with its fields in order. */
interface SectionDraft {
  readonly title: string
  readonly intro?: string
  readonly fields: Fields
}

type UnionToIntersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The fields of all sections. */
type FieldsOf<S extends readonly SectionDraft[]> =
  UnionToIntersection<S[number]['fields']> extends infer F extends Fields ? F : never

type NameIn<S extends readonly SectionDraft[]> = keyof FieldsOf<S> & string

/** A definition for `defineForm`: `applicant` and `ipGoesTo` may only name fields that exist. */
interface FormDraft<S extends readonly SectionDraft[]>
  extends Omit<Form, 'sections' | 'fields' | 'applicant' | 'ipGoesTo' | 'keepsAnswers' | 'texts'> {
  readonly sections: S
  readonly texts: Omit<FormTexts, 'promise'>
  readonly applicant: { readonly name: readonly NameIn<S>[]; readonly email: NameIn<S>; readonly company?: NameIn<S> }
  readonly ipGoesTo?: NameIn<S>
  readonly keepsAnswers?: boolean
}

/**
 * Makes a form of its definition. Checks what types cannot: that no field is named twice, and that conditions name a field and, where
 * that has options, one of them.
 *
 * ```ts
 * export const contact = defineForm({
 *   type: 'Contact',
 *   title: 'Contact message',
 *   sections: [
 *     { title: 'You', fields: { name: text('Name'), email: email() } },
 *     { title: 'Your message', fields: { message: textarea('Message', { rows: 5 }) } },
 *   ],
 *   applicant: { name: ['name'], email: 'email' },
 *   // … path, anchor, sheet, texts and rules: see definitions/contact.ts
 * })
 *
 * validate(contact, { name: 'Asha', email: 'asha@example' })
 * // { ok: false, fault: { email: 'Please enter a valid email address', message: 'Message is required' } }
 * ```
 * @throws Error naming form and field, when the module is loaded
 */
export function defineForm<const S extends readonly SectionDraft[]>(draft: FormDraft<S>): Form<FieldsOf<S>> {
  const fields: Record<string, Field> = {}
  for (const [name, field] of draft.sections.flatMap((section) => Object.entries(section.fields))) {
    if (hasOwn(fields, name)) throw new Error(`${draft.type}: ${name} is asked twice`)
    fields[name] = field
  }
  for (const [name, field] of Object.entries(fields))
    for (const condition of [field.shown, field.required]) {
      if (typeof condition !== 'object') continue
      const other = hasOwn(fields, condition.field) ? fields[condition.field] : undefined
      if (other === undefined)
        throw new Error(`${draft.type}: ${name} depends on ${condition.field}, which is no field of the form`)
      if (other.options !== undefined && !other.options.some((option) => option.value === condition.is))
        throw new Error(`${draft.type}: ${name} depends on ${condition.field} being ${condition.is}, which it does not offer`)
    }
  return {
    keepsAnswers: false,
    ...draft,
    texts: { ...draft.texts, promise: promiseSlot },
    sections: draft.sections.map((section) => ({ ...section, fields: Object.keys(section.fields) })),
    fields: fields as FieldsOf<S>,
  }
}

/** Whether `object` itself has a property of this name: `Object.hasOwn`, which Chrome knows from 93 on, Safari from 15.4. */
export const hasOwn = (object: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(object, name)

/** Whether a condition holds for answers, parsed or raw. */
export const holds = (condition: Condition, answers: Readonly<Record<string, unknown>>): boolean =>
  answers[condition.field] === condition.is

/** Whether `field` must be answered, given the other answers. */
export const isRequired = (field: Field, answers: Readonly<Record<string, unknown>>): boolean =>
  typeof field.required === 'object' ? holds(field.required, answers) : field.required === true

type InOrder<F extends Fields> = readonly (readonly [keyof F & string, F[keyof F & string]])[]

/** Made once for each form: every submission reads it. */
const orders = new WeakMap<object, InOrder<Fields>>()

/** The fields of a form with their names, in order. */
export function inOrder<F extends Fields>(form: Form<F>): InOrder<F> {
  const order =
    orders.get(form) ??
    form.sections.flatMap((section) => section.fields.map((name) => [name, form.fields[name] as Field] as const))
  orders.set(form, order)
  return order as InOrder<F>
}
