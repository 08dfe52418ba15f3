import type { Ref } from 'react'
import type { Faults, Form } from '../../forms/form.ts'
import { inOrder } from '../../forms/form.ts'
import styles from './form-summary.module.css'
import { ids } from './markup.ts'

interface SummaryProps {
  readonly form: Form
  readonly faults: Faults
  /** Why the form could not be sent. */
  readonly alert?: string
  /** Takes the focus when the page is loaded (a page that the server drew). */
  readonly focused?: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** The text of a link: the message, after the field's label where the message does not name it. */
const linkText = (label: string, fault: string): string =>
  fault.toLowerCase().includes(label.toLowerCase()) ? fault : `${label}: ${fault}`

/** The faults of a form, each with a link to its field. Renders nothing without faults. */
export const Summary = ({ form, faults, alert, focused, ref }: SummaryProps) => {
  const wrong = inOrder(form).flatMap(([name, field]) => {
    const fault = faults[name]
    return fault === undefined ? [] : [{ name, text: linkText(field.label, fault) }]
  })
  if (wrong.length === 0 && alert === undefined) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was drawn because of these messages; reading starts here
    <div className={styles.summary} id={ids.summary} role="alert" tabIndex={-1} autoFocus={focused} ref={ref}>
      {alert !== undefined && <p className={styles.alert}>{alert}</p>}
      {wrong.length > 0 && (
        <>
          <p className={styles.title}>
            {wrong.length === 1 ? 'One answer needs your attention' : `${wrong.length} answers need your attention`}
          </p>
          <ul className={styles.list}>
            {wrong.map(({ name, text }) => (
              <li key={name}>
                <a href={`#${ids.field(name)}`}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
