import { applicantPaths } from '../../api/applicant-paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmailField } from '../view/EmailField.tsx'
import styles from '../view/email-form.module.css'

interface OpeningFormProps {
  readonly email?: string
  readonly fault?: string
}

/** The form for an address that wants a letter when the next cohort opens. It works without a script. */
export const OpeningForm = ({ email, fault }: OpeningFormProps) => (
  <form className={styles.form} method="post" action={applicantPaths.opens} id="opens">
    <EmailField id="opens-email" email={email} fault={fault} />
    <Button type="submit">Tell me when it opens</Button>
  </form>
)
