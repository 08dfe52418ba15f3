import { type ComponentProps, type ReactNode, useRef } from 'react'
import { offeredForms } from '../../shared/existing-pages.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { formNames } from '../labels.ts'
import { Button } from './Button.tsx'
import { typedKey } from './typed-key.ts'

/** One input below its label. */
export const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is the child
  <label className="field">
    <span>{label}</span>
    {children}
  </label>
)

interface FilterSelectProps extends ComponentProps<'select'> {
  /** Called after a final choice; not while arrow keys step through the options. */
  done(): void
}

/** A select that reports a final choice, so that the caller can move the focus. With the focus on the select, the next key would change the choice. */
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
      onKeyDown={(event) => {
        // Enter and Space open the list of options.
        isGoingThrough.current = ![' ', 'Enter'].includes(typedKey(event))
      }}
      onChange={(event) => {
        onChange?.(event)
        if (!isGoingThrough.current) done()
      }}
    />
  )
}

interface FormFooterProps {
  /** The label of the submit button, and its label while busy. */
  readonly submitLabel: string
  readonly busyLabel?: string
  readonly busy: boolean
  /** Whether something is missing before it can be sent. */
  readonly disabled?: boolean
  /** The error message; empty without an error. */
  readonly fault: string
  /** The label of the other button. */
  readonly cancelLabel?: string
  close(): void
  /** Between the two buttons. */
  readonly children?: ReactNode
}

/** The footer of a form: error message and two buttons. */
export function FormFooter({
  submitLabel,
  busyLabel = 'Saving…',
  busy,
  disabled = false,
  fault,
  cancelLabel = 'Cancel',
  close,
  children,
}: FormFooterProps) {
  return (
    <>
      <p role="alert" className="fault">
        {fault}
      </p>
      <div className="line">
        <Button type="submit" disabled={busy || disabled}>
          {busy ? busyLabel : submitLabel}
        </Button>
        {children}
        <Button tone="quiet" onClick={close}>
          {cancelLabel}
        </Button>
      </div>
    </>
  )
}

interface FormTypeFieldProps {
  /** Undefined means all. */
  readonly value: FormType | undefined
  choose(type: FormType | undefined): void
  /** See FilterSelect. */
  done?(): void
}

/** A select for one form, or all forms. */
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
        {offeredForms(value ? [value] : []).map((type) => (
          <option key={type} value={type}>
            {formNames[type]}
          </option>
        ))}
      </FilterSelect>
    </Field>
  )
}
