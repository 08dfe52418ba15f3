import { EmailField } from '../../../form-view/view/EmailField.tsx'
import styles from '../../../form-view/view/email-form.module.css'
import { Button } from '../../../ui/button/Button.tsx'
import { openingPaths } from '../api.ts'

interface OpeningFormProps {
  readonly email?: string
  readonly fault?: string
}

/** The form for an address that wants a letter when the next cohort opens. It works without a script. */
export const OpeningForm = ({ email, fault }: OpeningFormProps) => (
  <form className={styles.form} method="post" action={openingPaths.opens} id="opens">
    <EmailField id="opens-email" email={email} fault={fault} />
    <Button type="submit">Tell me when it opens</Button>
  </form>
)
