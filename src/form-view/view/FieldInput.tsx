import type { ReactNode } from 'react'
import { isFileField } from '../../forms/fields/file.ts'
import type { Field } from '../../forms/form.ts'
import { rawList, rawText } from '../answers.ts'
import { type Asking, describedBy, FieldFrame, GroupFrame } from './FieldFrame.tsx'
import styles from './form-field.module.css'
import { ids } from './markup.ts'

/** One line: text, email, tel, url. */
const LineInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <input
        className={styles.input}
        id={ids.field(name)}
        name={name}
        type={lineType(field)}
        inputMode={field.input?.inputMode}
        autoComplete={field.input?.autocomplete}
        placeholder={field.input?.placeholder}
        defaultValue={rawText(raw, name)}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      />
    </FieldFrame>
  )
}

/**
 * The input's type. Browsers refuse `www.example.in` in `type=url`, so an address is text with the address keyboard, unless the
 * definition asks for the strict type; what is written there is completed before it is checked (complete-url.ts).
 */
const lineType = ({ kind, input }: Asking['field']): string => (kind === 'url' ? (input?.type ?? 'text') : kind)

/** Text of several lines. There is no `maxlength`: it would cut what is pasted, silently. */
const TextAreaInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <textarea
        className={styles.input}
        id={ids.field(name)}
        name={name}
        rows={field.rows}
        inputMode={field.input?.inputMode}
        autoComplete={field.input?.autocomplete}
        placeholder={field.input?.placeholder}
        defaultValue={rawText(raw, name)}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      />
    </FieldFrame>
  )
}

/** One of a list. Nothing is chosen beforehand. */
const SelectInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <select
        className={styles.input}
        id={ids.field(name)}
        name={name}
        defaultValue={rawText(raw, name)}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      >
        <option value="">Choose one</option>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** All options in view: one of a few (radio), or any of them (multiselect, as checkboxes). */
const ChoiceInput = (asking: Asking) => {
  const { name, field, raw, required } = asking
  const several = field.kind === 'multiselect'
  const chosen = several ? rawList(raw, name) : [rawText(raw, name)]
  return (
    <GroupFrame asking={asking}>
      <div className={styles.choices}>
        {field.options?.map((option, index) => (
          <label className={styles.choice} key={option.value} htmlFor={`${ids.field(name)}-${index + 1}`}>
            <input
              id={`${ids.field(name)}-${index + 1}`}
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              required={required && !several}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}

/** A chosen file, as it is told beside the input, and the way to take it out again. */
export interface ChosenFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly remove: () => void
}

/** `312 KB`, `4.2 MB`; 1 KB is 1,024 bytes. */
export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** One file. */
const FileInput = ({ chosen, ...asking }: Asking & { readonly chosen?: ChosenFile }) => {
  const { name, field, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <input
        className={styles.file}
        id={ids.field(name)}
        name={name}
        type="file"
        accept={isFileField(field) ? field.accept.join(',') : undefined}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      />
      {chosen && (
        <p className={styles.chosen}>
          <span className={styles.fileName}>{chosen.name}</span> <span className={styles.size}>{fileSize(chosen.size)}</span>{' '}
          <button type="button" className={styles.plain} onClick={chosen.remove}>
            Remove<span className={styles.unseen}> {chosen.name}</span>
          </button>
        </p>
      )}
    </FieldFrame>
  )
}

type Input = (asking: Asking & { readonly chosen?: ChosenFile }) => ReactNode

/** One input a kind; a kind without one does not compile. */
const inputs: Readonly<Record<Field['kind'], Input>> = {
  text: LineInput,
  email: LineInput,
  tel: LineInput,
  url: LineInput,
  textarea: TextAreaInput,
  select: SelectInput,
  radio: ChoiceInput,
  multiselect: ChoiceInput,
  file: FileInput,
}

/** The input of a question, by its kind. */
export const FieldInput = (asking: Asking & { readonly chosen?: ChosenFile }) => {
  const Input = inputs[asking.field.kind]
  return <Input {...asking} />
}

const narrow: ReadonlySet<Field['kind']> = new Set(['text', 'email', 'tel', 'url', 'select'])

/** Which of the fields in a row of two columns take the whole width: the long kinds, and a short one that would stand alone. */
export function wideOnes(fields: readonly (readonly [string, Field])[]): ReadonlySet<string> {
  const wide = new Set<string>()
  let waiting: string | undefined
  for (const [name, field] of fields) {
    if (!narrow.has(field.kind)) {
      if (waiting !== undefined) wide.add(waiting)
      waiting = undefined
      wide.add(name)
    } else waiting = waiting === undefined ? name : undefined
  }
  if (waiting !== undefined) wide.add(waiting)
  return wide
}
