import type { FormType } from '../shared/form-types.ts'
import type { Result } from '../shared/result.ts'

/** What is wrong with an answer, as a sentence that is shown at its field. */
export type FieldFault = string

/** Holds when the answer to `field` is `is`. */
export interface Condition {
  readonly field: string
  readonly is: string
}

/**
 * Whether an answer is required: always, never, if a condition holds, or `labelled`: the label says so, but it is not enforced
 * (the specification's early customer form).
 */
export type Requirement = boolean | Condition | 'labelled'

/** A choice of a field. */
export interface Option {
  readonly value: string
  readonly label: string
  /** It is shown, but cannot be chosen. */
  readonly closed?: true | undefined
  /** It cannot be chosen any more, and is shown only where it is the answer (`refusingRetired`). */
  readonly retired?: true | undefined
}

/** Attributes of an input, so that phones show the right keyboard and autofill works. */
export interface InputHints {
  readonly autocomplete?: string
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric'
  /**
   * `url`: the browser checks the URL. Without it, a `url` field is rendered as a text input, because the browser's check refuses
   * `www.example.in`, which is how people write a URL.
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
  /** The choices; missing for kinds that are typed. */
  readonly options?: readonly Option[]
  /** The rows of a textarea, for display only. */
  readonly rows?: number
  /** The maximum length of an answer in Unicode code points; a line break counts as one. */
  readonly limit?: number
  readonly input?: InputHints
  /** The value of an omitted answer. */
  readonly blank: Value
  /** Parses a raw answer, in the browser and again on the server. It accepts an empty answer; `validate` checks `required`. */
  parse(raw: unknown): Result<Value, FieldFault>
  isBlank(value: Value): boolean
  /** Converts a value to text for people: mail, desk. Option values become their labels. */
  format(value: Value): string
  /** Converts a value to text for storage: spreadsheet, export, a refilled form. Option values stay. `parse` can read it, except for a file. */
  wire(value: Value): string
}

// biome-ignore lint/suspicious/noExplicitAny: fields of any value type; `unknown` does not work, because parse and format have opposite variance
export type Fields = Readonly<Record<string, Field<any>>>

type Value<F> = F extends Field<infer V> ? V : never

/** A file in the answers; its bytes are stored separately. */
export interface FileAnswer {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Media type. */
  readonly type: string
  /** Set if a virus scanner found nothing in it; missing if it was not scanned. */
  readonly scanned?: true
}

/** The answers to a form. Every field has a value; unanswered ones are blank. */
export type Answers<F extends Fields = Fields> = { readonly [K in keyof F]: Value<F[K]> }

/** Faults by field name. */
export type Faults = Readonly<Record<string, FieldFault>>

/** A group of fields with a title. */
export interface Section {
  /** The title for the applicant. */
  readonly title: string
  /** The title for the reviewer, if it differs. */
  readonly readerTitle?: string
  readonly intro?: string
  readonly fields: readonly string[]
}

/**
 * When a second submission is a duplicate. `while_pending`: same form, e-mail and company while the earlier one is pending; `within_a_day`: identical
 * answers within 24 hours.
 */
export type DuplicateRule = 'while_pending' | 'within_a_day'

/** What happens if a submission cannot be delivered: the form stays open with an alert, or shows success and is delivered later. */
type OnFailure = { readonly kind: 'stay'; readonly alert: string } | { readonly kind: 'deliver_later' }

/** The texts of a form, other than its questions. */
interface FormTexts {
  /** The label of the submit button, and its label while sending. */
  readonly submit: string
  readonly submitting: string
  readonly success: string
  /** The button of the success view. */
  readonly again: string
  /** When we answer, e.g. `within 1 week`; completes the sentence "You will hear from us …". It is `{promise}` until `withPromise` replaces it. */
  readonly promise: string
  /** What happens next, in order, for the success view; `{promise}` stands for the promise. */
  readonly next: readonly string[]
}

/** A form as data: its questions, its texts, and its rules. */
export interface Form<F extends Fields = Fields> {
  readonly type: FormType
  /** The path of the form's page. */
  readonly path: string
  /** The element id of the form's section on that page, where in-page buttons scroll to. */
  readonly anchor: string
  /** What is submitted, in sentence case: `Accelerator application`. The last word is what it is: see `nounOf`. */
  readonly title: string
  /** The spreadsheet's sheet (contract, section 6). */
  readonly sheet: string
  readonly sections: readonly Section[]
  readonly fields: F
  /** The fields that name the applicant; several are joined by a space. */
  readonly applicant: { readonly name: readonly string[]; readonly email: string; readonly company?: string }
  readonly texts: FormTexts
  /** Which messages the browser shows: ours (`{label} is required`), or its own. */
  readonly messages: 'ours' | 'browser'
  readonly onFailure: OnFailure
  readonly duplicates: DuplicateRule
  /** Whether the applicant gets a confirmation (specification, section 7.11). */
  readonly confirmation: boolean
  /** Whether Submit Another keeps the answers in the form (specification: the service provider form). */
  readonly keepsAnswers: boolean
  /** The field whose text in the spreadsheet gets the submitter's IP address appended on a separate line. */
  readonly ipGoesTo?: string
}

/** What is submitted, in one word: `application`, `inquiry`, `interest` or `message`. */
export const nounOf = ({ title }: Form): string => title.slice(title.lastIndexOf(' ') + 1)

/** The placeholder for the promise in the texts of a form. Promises are content. */
const promiseSlot = '{promise}'

/** Inserts the promise, e.g. `within 1 week`, into the texts of a form. */
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

type FieldsOf<S extends readonly SectionDraft[]> =
  UnionToIntersection<S[number]['fields']> extends infer F extends Fields ? F : never

type NameIn<S extends readonly SectionDraft[]> = keyof FieldsOf<S> & string

/** A definition for `defineForm`. Its type allows only existing fields in `applicant` and `ipGoesTo`. */
interface FormDraft<S extends readonly SectionDraft[]>
  extends Omit<Form, 'sections' | 'fields' | 'applicant' | 'ipGoesTo' | 'keepsAnswers' | 'texts'> {
  readonly sections: S
  readonly texts: Omit<FormTexts, 'promise'>
  readonly applicant: { readonly name: readonly NameIn<S>[]; readonly email: NameIn<S>; readonly company?: NameIn<S> }
  readonly ipGoesTo?: NameIn<S>
  readonly keepsAnswers?: boolean
}

/**
 * Makes a form from its definition. Checks what types cannot check: field names are unique, and each condition names an existing field and, if that
 * has options, one of them.
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
    if (hasOwn(fields, name)) throw new Error(`${draft.type}: ${name} is defined twice`)
    fields[name] = field
  }
  for (const [name, field] of Object.entries(fields))
    for (const condition of [field.shown, field.required]) {
      if (typeof condition !== 'object') continue
      const other = hasOwn(fields, condition.field) ? fields[condition.field] : undefined
      if (other === undefined)
        throw new Error(`${draft.type}: ${name} depends on ${condition.field}, which is not a field of the form`)
      if (other.options !== undefined && !other.options.some((option) => option.value === condition.is))
        throw new Error(
          `${draft.type}: ${name} depends on ${condition.field} being ${condition.is}, which is not one of its options`,
        )
    }
  return {
    keepsAnswers: false,
    ...draft,
    texts: { ...draft.texts, promise: promiseSlot },
    sections: draft.sections.map((section) => ({ ...section, fields: Object.keys(section.fields) })),
    fields: fields as FieldsOf<S>,
  }
}

/** Whether `object` itself has this property. It replaces `Object.hasOwn`, which Chrome before 93 and Safari before 15.4 lack. */
export const hasOwn = (object: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(object, name)

/** Whether a condition holds for answers, parsed or raw. */
export const holds = (condition: Condition, answers: Readonly<Record<string, unknown>>): boolean =>
  answers[condition.field] === condition.is

/** Whether `field` requires an answer, given the other answers. */
export const isRequired = (field: Field, answers: Readonly<Record<string, unknown>>): boolean =>
  typeof field.required === 'object' ? holds(field.required, answers) : field.required === true

type InOrder<F extends Fields> = readonly (readonly [keyof F & string, F[keyof F & string]])[]

/** Computed once for each form, because every submission needs it. */
const orders = new WeakMap<object, InOrder<Fields>>()

/** The fields of a form with their names, in order. */
export function inOrder<F extends Fields>(form: Form<F>): InOrder<F> {
  const order =
    orders.get(form) ??
    form.sections.flatMap((section) => section.fields.map((name) => [name, form.fields[name] as Field] as const))
  orders.set(form, order)
  return order as InOrder<F>
}

/** A question in a form version. */
export interface QuestionSnapshot {
  readonly name: string
  readonly kind: Field['kind']
  readonly label: string
  readonly hint?: string
  readonly required: Requirement
  readonly shown?: Condition
  readonly options?: readonly Option[]
}

/** The part of a form's definition that applicants see, as JSON. Stored answers are shown with the snapshot of the form version that they answered. */
export interface FormSnapshot {
  readonly title: string
  readonly sections: readonly (Omit<Section, 'fields'> & { readonly questions: readonly QuestionSnapshot[] })[]
}

export type Forms = Readonly<Record<FormType, Form>>
