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
  /** Called when a choice is made; not while one goes through the choices by keys, where each of them is a change. */
  done(): void
}

/** A select that says when one is done with it: with the focus left in it, the next key would choose something else. */
export function FilterSelect({ done, onChange, ...rest }: FilterSelectProps) {
  const isGoingThrough = useRef(false)
  return (
    <select
      {...rest}
      onFocus={() => {
        isGoingThrough.current = false
      }}
      onPointerDown={() => {
        isGoingThrough.current = false
      }}
      onKeyDown={({ key }) => {
        // Enter and Space open the choices, where one is chosen.
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
  /** What the button does, and what it says meanwhile. */
  readonly does: string
  readonly doing: string
  readonly busy: boolean
  /** Why it could not be done; empty while nothing is wrong. */
  readonly fault: string
  /** What the other button says. */
  readonly leave: string
  close(): void
}

/** The end of a form of the desk: what went wrong, and its two buttons. */
export function FormEnd({ does, doing, busy, fault, leave, close }: FormEndProps) {
  return (
    <>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {busy ? doing : does}
        </Button>
        <Button tone="quiet" onClick={close}>
          {leave}
        </Button>
      </div>
    </>
  )
}

export interface FormTypeFieldProps {
  /** None is all of them. */
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
