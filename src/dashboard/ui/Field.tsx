import { type ComponentProps, type ReactNode, useRef } from 'react'
import { type FormType, formTypes, readFormType } from '../../shared/form-types.ts'
import { formNames } from '../labels.ts'
import { Button } from './Button.tsx'
import styles from './field.module.css'

/** One input below its label. */
export const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is the child
  <label className={styles.field}>
    <span>{label}</span>
    {children}
  </label>
)

export interface FilterSelectProps extends ComponentProps<'select'> {
  /** Called after a choice, but not while arrow keys step through the options, where each is a change. */
  done(): void
}

/** A select that reports a final choice, so that its owner can move the focus: the next key would change the choice. */
export function FilterSelect({ done, onChange, ...props }: FilterSelectProps) {
  const isGoingThrough = useRef(false)
  return (
    <select
      {...props}
      onFocus={() => {
        isGoingThrough.current = false
      }}
      onPointerDown={() => {
        isGoingThrough.current = false
      }}
      onKeyDown={({ key }) => {
        // Enter and Space open the list of options.
        isGoingThrough.current = key !== 'Enter' && key !== ' '
      }}
      onChange={(event) => {
        onChange?.(event)
        if (!isGoingThrough.current) done()
      }}
    />
  )
}

export interface FormEndProps {
  /** The labels of the submit button, idle and busy. */
  readonly does: string
  readonly doing: string
  readonly busy: boolean
  /** The error message; empty without an error. */
  readonly fault: string
  /** The label of the other button. */
  readonly leave: string
  close(): void
  /** Between the two buttons. */
  readonly children?: ReactNode
}

/** The end of a form: error message and two buttons. */
export function FormEnd({ does, doing, busy, fault, leave, close, children }: FormEndProps) {
  return (
    <>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {busy ? doing : does}
        </Button>
        {children}
        <Button tone="quiet" onClick={close}>
          {leave}
        </Button>
      </div>
    </>
  )
}

export interface FormTypeFieldProps {
  /** Undefined means all. */
  readonly value: FormType | undefined
  choose(type: FormType | undefined): void
  /** See FilterSelect. */
  done?(): void
}

/** Chooses a form, or all. */
export function FormTypeField({ value, choose, done = () => undefined }: FormTypeFieldProps) {
  return (
    <Field label="Form type">
      <FilterSelect
        name="form_type"
        value={value ?? ''}
        onChange={(event) => choose(readFormType(event.target.value))}
        done={done}
      >
        <option value="">All forms</option>
        {formTypes.map((type) => (
          <option key={type} value={type}>
            {formNames[type]}
          </option>
        ))}
      </FilterSelect>
    </Field>
  )
}
