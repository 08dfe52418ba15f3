import { translate } from '../../shared/translate.ts'
import field from './form-field.module.css'

interface EmailFieldProps {
  readonly id: string
  readonly email?: string
  readonly fault?: string
}

/** The only field of a form that works without a script: an email address, with its fault as an alert. */
export const EmailField = ({ id, email, fault }: EmailFieldProps) => (
  <>
    <label className={field.label} htmlFor={id}>{translate`Your email address`}</label>
    <input
      className={field.input}
      id={id}
      name="email"
      type="email"
      autoComplete="email"
      required
      defaultValue={email}
      aria-invalid={fault === undefined ? undefined : true}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
    />
    {fault !== undefined && (
      <p className={field.fault} id={`${id}-fault`} role="alert">
        {translate(fault)}
      </p>
    )}
  </>
)
