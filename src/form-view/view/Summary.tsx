import type { Ref } from 'react'
import type { Faults, Form } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import styles from './form-summary.module.css'
import { ids } from './ids.ts'

interface SummaryProps {
  readonly form: Form
  readonly faults: Faults
  /** Why the form could not be sent. */
  readonly alert?: string
  /** Whether it takes the focus when the page is loaded; for a page that the server rendered. */
  readonly focused?: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** Up to this many faults are listed one by one. More are grouped by section, in folded groups. */
const longestList = 8

/** The text of a link: the message, with the field's label before it if the message does not name the field. */
const linkText = (label: string, fault: string): string =>
  fault.toLowerCase().includes(label.toLowerCase()) ? fault : `${label}: ${fault}`

interface Link {
  readonly name: string
  readonly text: string
}

const Links = ({ links }: { readonly links: readonly Link[] }) => (
  <ul className={styles.list}>
    {links.map(({ name, text }) => (
      <li key={name}>
        <a href={`#${ids.field(name)}`}>{text}</a>
      </li>
    ))}
  </ul>
)

/** The faults of a form, each with a link to its field. Renders nothing without faults. */
export const Summary = ({ form, faults, alert, focused, ref }: SummaryProps) => {
  const sections = form.sections
    .map(({ title, fields }) => ({
      title,
      links: fields.flatMap((name): readonly Link[] => {
        const label = form.fields[name]?.label
        const fault = faults[name]
        return label === undefined || fault === undefined ? [] : [{ name, text: linkText(label, fault) }]
      }),
    }))
    .filter(({ links }) => links.length > 0)
  const all = sections.flatMap(({ links }) => links)
  if (all.length === 0 && alert === undefined) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was rendered because of these messages; reading starts here
    <div className={styles.summary} id={ids.summary} role="alert" tabIndex={-1} autoFocus={focused} ref={ref}>
      {alert !== undefined && <p className={styles.title}>{alert}</p>}
      {all.length > 0 && (
        <p className={styles.title}>
          {all.length === 1 ? translate`One answer needs your attention` : translate`${all.length} answers need your attention`}
        </p>
      )}
      {all.length > longestList
        ? sections.map(({ title, links }) => (
            <details key={title} className={styles.section}>
              <summary>
                {title} <span className={styles.number}>{links.length}</span>
              </summary>
              <Links links={links} />
            </details>
          ))
        : all.length > 0 && <Links links={all} />}
    </div>
  )
}
