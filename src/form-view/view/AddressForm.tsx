import { Button } from '../../ui/button/Button.tsx'
import { EmailField } from './EmailField.tsx'
import styles from './email-form.module.css'

interface AddressFormProps {
  /** Where it posts to. */
  readonly to: string
  /** The button. */
  readonly action: string
  readonly email?: string
  readonly fault?: string
}

/** A form for an address that is to hear of something. It works without a script. */
export const AddressForm = ({ to, action, email, fault }: AddressFormProps) => (
  <form className={`row ${styles.form}`} method="post" action={to} id="opens">
    <EmailField id="opens-email" email={email} fault={fault} />
    <Button type="submit">{action}</Button>
  </form>
)
