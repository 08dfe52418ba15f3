import type { ReactNode } from 'react'
import type { Field, FieldFault } from '../../forms/form.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './form-field.module.css'
import { ids } from './markup.ts'

const number = new Intl.NumberFormat('en-US')

/** What every input is told: its question, what stands in it, and what is wrong with it. */
export interface Asking {
  readonly name: string
  readonly field: Field
  /** What stands in it from the start. */
  readonly raw?: Readonly<Record<string, unknown>>
  readonly fault?: FieldFault
  /** Whether the browser is to insist on an answer. */
  readonly required: boolean
  /** Not asked at the moment: hidden, and not sent. */
  readonly hidden: boolean
  /** How many characters it has, where that is worth saying. */
  readonly count?: number
  /** Takes the whole width. */
  readonly wide: boolean
}

/** The ids of the texts that describe a field, for `aria-describedby`; undefined when there are none. */
export const describedBy = ({ name, field, fault, count }: Asking): string | undefined =>
  [field.hint && ids.hint(name), count !== undefined && ids.count(name), fault && ids.fault(name)].filter(Boolean).join(' ') ||
  undefined

/**
 * What a label says of need. An unmarked one is needed; where nothing enforces it, or only sometimes, the label says so itself.
 */
export const Mark = ({ field }: { readonly field: Field }) => {
  if (field.required === true) return null
  return <span className={styles.mark}>{field.required === false ? ' (optional)' : ' (required)'}</span>
}

const Count = ({ name, count, limit }: { readonly name: string; readonly count: number; readonly limit: number }) => (
  <span className={classNames(styles.count, count > limit && styles.over)} id={ids.count(name)}>
    <span>{`${number.format(count)} / ${number.format(limit)}`}</span>
    <span className={styles.unseen}> characters</span>
  </span>
)

/** The hint of a field, where it has one. */
export const Hint = ({ name, field }: Asking) =>
  field.hint === undefined ? null : (
    <p className={styles.hint} id={ids.hint(name)}>
      {field.hint}
    </p>
  )

/** The message beside a field, where something is wrong with it. */
export const Fault = ({ name, fault }: Asking) =>
  fault === undefined ? null : (
    <p className={styles.fault} id={ids.fault(name)}>
      {fault}
    </p>
  )

/** A question with one input: visible label, hint, the input, and the message. */
export const FieldFrame = ({ asking, children }: { readonly asking: Asking; readonly children: ReactNode }) => {
  const { name, field, hidden, count, wide } = asking
  return (
    <div className={classNames(styles.field, wide && styles.wide)} data-field={name} hidden={hidden}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={ids.field(name)}>
          {field.label}
          <Mark field={field} />
        </label>
        {count !== undefined && field.limit !== undefined && <Count name={name} count={count} limit={field.limit} />}
      </div>
      <Hint {...asking} />
      {children}
      <Fault {...asking} />
    </div>
  )
}

/** A question with several inputs, as a group: the label is its legend. */
export const GroupFrame = ({ asking, children }: { readonly asking: Asking; readonly children: ReactNode }) => {
  const { name, field, fault, hidden, wide } = asking
  return (
    <fieldset
      className={classNames(styles.field, styles.group, wide && styles.wide)}
      data-field={name}
      id={ids.field(name)}
      hidden={hidden}
      disabled={hidden}
      aria-describedby={describedBy(asking)}
      aria-invalid={fault === undefined ? undefined : true}
    >
      <legend className={styles.label}>
        {field.label}
        <Mark field={field} />
      </legend>
      <Hint {...asking} />
      {children}
      <Fault {...asking} />
    </fieldset>
  )
}
