import { applicantPaths } from '../../api/applicant-paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmailField } from '../view/EmailField.tsx'
import styles from '../view/email-form.module.css'

interface OpeningFormProps {
  /** Whether the page says elsewhere what happens to the address. */
  readonly brief?: boolean
  readonly email?: string
  readonly fault?: string
}

/** The form for an address that wants a letter when the next cohort opens. It works without a script. */
export const OpeningForm = ({ brief = false, email, fault }: OpeningFormProps) => (
  <form className={styles.form} method="post" action={applicantPaths.opens} id="opens">
    <EmailField id="opens-email" email={email} fault={fault} />
    <Button type="submit">Tell me when it opens</Button>
    {!brief && (
      <p>
        We send a link to confirm it, and one letter when the next cohort opens. Then we delete it, unconfirmed after 3 days. You
        can leave the list at any time.
      </p>
    )}
  </form>
)
