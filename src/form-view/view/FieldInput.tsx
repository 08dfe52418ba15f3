import type { ReactNode } from 'react'
import { isFileField } from '../../forms/fields/file.ts'
import type { Field } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { firstChoice, rawList, rawText } from '../answers.ts'
import button from '../plain-button.module.css'
import { describedBy, FieldFrame, type FieldProps, GroupFrame } from './FieldFrame.tsx'
import styles from './form-field.module.css'
import { ids } from './ids.ts'

/** The attributes of every input of a field. */
const controlProps = (fieldProps: FieldProps) => ({
  required: fieldProps.required,
  disabled: fieldProps.hidden,
  id: ids.field(fieldProps.name),
  name: fieldProps.name,
  'aria-describedby': describedBy(fieldProps),
  'aria-invalid': fieldProps.fault === undefined ? undefined : true,
})

/** The attributes of every text input. */
const typingProps = ({ name, field, raw }: FieldProps) => ({
  inputMode: field.input?.inputMode,
  autoComplete: field.input?.autocomplete,
  placeholder: field.input?.placeholder,
  defaultValue: rawText(raw, name),
})

/** One line: text, email, tel, url. */
const LineInput = (fieldProps: FieldProps) => {
  const { field } = fieldProps
  return (
    <FieldFrame fieldProps={fieldProps}>
      <input className={styles.input} {...controlProps(fieldProps)} type={lineType(field)} {...typingProps(fieldProps)} />
    </FieldFrame>
  )
}

/**
 * The input's type. Browsers refuse `www.example.in` in `type=url`, so a URL field is a text input with the URL keyboard, unless the definition
 * requires the strict type. Then a typed URL is completed before it is checked (`completeUrl`).
 */
const lineType = ({ kind, input }: FieldProps['field']): string => (kind === 'url' ? (input?.type ?? 'text') : kind)

/** Text of several lines. It has no `maxlength`, which would silently cut off pasted text. */
const TextAreaInput = (fieldProps: FieldProps) => {
  const { field } = fieldProps
  return (
    <FieldFrame fieldProps={fieldProps}>
      <textarea className={styles.input} {...controlProps(fieldProps)} rows={field.rows} {...typingProps(fieldProps)} />
    </FieldFrame>
  )
}

/** A select. Nothing is preselected where there is a choice. */
const SelectInput = (fieldProps: FieldProps) => {
  const { name, field, raw } = fieldProps
  const chosen = rawText(raw, name) || firstChoice(field)
  return (
    <FieldFrame fieldProps={fieldProps}>
      <select className={styles.input} {...controlProps(fieldProps)} defaultValue={chosen}>
        <option value="">{translate`Choose one`}</option>
        {field.options?.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={(option.closed || option.retired) && option.value !== chosen}
            hidden={option.retired}
          >
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** Shows all options, as radio buttons, or as checkboxes for a multiselect. */
const ChoiceInput = (fieldProps: FieldProps) => {
  const { name, field, raw, required } = fieldProps
  const several = field.kind === 'multiselect'
  const chosen = several ? rawList(raw, name) : [rawText(raw, name)]
  return (
    <GroupFrame fieldProps={fieldProps}>
      <div className={`row ${styles.choices}`}>
        {field.options?.map((option, index) => (
          <label
            className={styles.choice}
            key={option.value}
            htmlFor={`${ids.field(name)}-${index + 1}`}
            data-retired={option.retired}
          >
            <input
              id={`${ids.field(name)}-${index + 1}`}
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.retired && !chosen.includes(option.value)}
              required={required && !several}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}

/** The chosen file that is shown next to the input, and the function that removes it. */
export interface ChosenFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly remove: () => void
}

/** `312 KB`, `4.2 MB`; 1 KB is 1,024 bytes. */
const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const FileInput = ({ chosen, ...fieldProps }: FieldProps & { readonly chosen?: ChosenFile }) => {
  const { field } = fieldProps
  return (
    <FieldFrame fieldProps={fieldProps}>
      <input
        className={styles.file}
        type="file"
        accept={isFileField(field) ? field.accept.join(',') : undefined}
        {...controlProps(fieldProps)}
      />
      {chosen && (
        <p className={`row middle small ${styles.chosen}`}>
          <span className={styles.fileName}>{chosen.name}</span> <span className="soft">{fileSize(chosen.size)}</span>{' '}
          <button type="button" className={button.plain} onClick={chosen.remove}>
            {translate`Remove`}
            <span className="visually-hidden"> {chosen.name}</span>
          </button>
        </p>
      )}
    </FieldFrame>
  )
}

type Input = (fieldProps: FieldProps & { readonly chosen?: ChosenFile }) => ReactNode

/** The input of each kind; a kind without an input does not compile. */
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

export const FieldInput = (fieldProps: FieldProps & { readonly chosen?: ChosenFile }) => {
  const Input = inputs[fieldProps.field.kind]
  return <Input {...fieldProps} />
}

const narrow: ReadonlySet<Field['kind']> = new Set(['text', 'email', 'tel', 'url', 'select'])

/** The fields that span both columns: those of the long kinds, and a short one without a neighbour. */
export function wideFields(fields: readonly (readonly [string, Field])[]): ReadonlySet<string> {
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
