import type { ReactNode } from 'react'
import { number } from '../../forms/fields/text.ts'
import type { Field, FieldFault } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { conditionName } from './conditions.ts'
import styles from './form-field.module.css'
import { ids } from './ids.ts'

/** The props of every input: its field, the initial answer, and the fault. */
export interface FieldProps {
  readonly name: string
  readonly field: Field
  /** The initial answers by field name. */
  readonly raw?: Readonly<Record<string, unknown>>
  readonly fault?: FieldFault
  /** Whether the browser requires an answer. */
  readonly required: boolean
  /** Whether the field is hidden, and not sent. */
  readonly hidden: boolean
  /** The number of characters, if it is shown. */
  readonly count?: number
  /** Whether it spans both columns. */
  readonly wide: boolean
}

/** The ids of the texts that describe a field, for `aria-describedby`; undefined when there are none. */
export const describedBy = ({ name, field, fault, count }: FieldProps): string | undefined =>
  [field.hint && ids.hint(name), count !== undefined && ids.count(name), fault && ids.fault(name)].filter(Boolean).join(' ') ||
  undefined

/** The suffix of a label: says that the field is optional, or required under a condition; none for a required field. */
const Mark = ({ field }: { readonly field: Field }) => {
  if (field.required === true) return null
  return <span className={styles.mark}>{field.required === false ? translate` (optional)` : translate` (required)`}</span>
}

const Count = ({ name, count, limit }: { readonly name: string; readonly count: number; readonly limit: number }) => (
  <span className={classNames(styles.count, count > limit && styles.over)} id={ids.count(name)}>
    <span>{`${number(count)} / ${number(limit)}`}</span>
    <span className="visually-hidden">{translate` characters`}</span>
  </span>
)

/** The hint of a field, if it has one. */
const Hint = ({ name, field }: FieldProps) =>
  field.hint === undefined ? null : (
    <p className={styles.hint} id={ids.hint(name)}>
      {field.hint}
    </p>
  )

/** The error message of a field, if it has one. */
const Fault = ({ name, fault }: FieldProps) =>
  fault === undefined ? null : (
    <p className={styles.fault} id={ids.fault(name)}>
      {fault}
    </p>
  )

/** When the field is shown, in the page before its script starts. */
const condition = ({ shown }: Field): string | undefined => (import.meta.env.SSR && shown ? conditionName(shown) : undefined)

/** A field with one input: visible label, hint, the input, and the message. */
export const FieldFrame = ({ fieldProps, children }: { readonly fieldProps: FieldProps; readonly children: ReactNode }) => {
  const { name, field, hidden, count, wide } = fieldProps
  return (
    <div className={classNames(styles.field, wide && styles.wide)} data-field={name} data-if={condition(field)} hidden={hidden}>
      <div className={`row ${styles.head}`}>
        <label className={styles.label} htmlFor={ids.field(name)}>
          {field.label}
          <Mark field={field} />
        </label>
        {count !== undefined && field.limit !== undefined && <Count name={name} count={count} limit={field.limit} />}
        <Hint {...fieldProps} />
      </div>
      {children}
      <Fault {...fieldProps} />
    </div>
  )
}

/** A field with several inputs, as a group: the label is its legend. */
export const GroupFrame = ({ fieldProps, children }: { readonly fieldProps: FieldProps; readonly children: ReactNode }) => {
  const { name, field, fault, hidden, wide } = fieldProps
  return (
    <fieldset
      className={classNames(styles.field, wide && styles.wide)}
      data-field={name}
      data-if={condition(field)}
      id={ids.field(name)}
      hidden={hidden}
      disabled={hidden}
      aria-describedby={describedBy(fieldProps)}
      aria-invalid={fault === undefined ? undefined : true}
    >
      <legend className={styles.label}>
        {field.label}
        <Mark field={field} />
      </legend>
      <Hint {...fieldProps} />
      {children}
      <Fault {...fieldProps} />
    </fieldset>
  )
}
