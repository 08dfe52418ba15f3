import { applicantPaths } from '../../api/applicant-paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmailField } from '../view/EmailField.tsx'
import styles from '../view/email-form.module.css'

interface OpeningFormProps {
  /** The button. */
  readonly action?: string
  readonly email?: string
  readonly fault?: string
}

/** What the list is for, in the words of its button. */
export const tellMe = 'Tell me the start date first'

/** The form for an address that wants a letter when the next cohort opens. It works without a script. */
export const OpeningForm = ({ action = tellMe, email, fault }: OpeningFormProps) => (
  <form className={styles.form} method="post" action={applicantPaths.opens} id="opens">
    <EmailField id="opens-email" email={email} fault={fault} />
    <Button type="submit">{action}</Button>
  </form>
)
