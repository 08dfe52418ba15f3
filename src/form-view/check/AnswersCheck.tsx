import { useState } from 'react'
import type { Form } from '../../forms/form.ts'
import { type DetailSection, detail } from '../../forms/views/as-text.ts'
import { translate } from '../../shared/translate.ts'
import type { Raw } from '../answers.ts'
import button from '../plain-button.module.css'
import { ids } from '../view/ids.ts'

/** The answers as plain text, to be kept or sent to a co-founder. */
const asText = (form: Form, sections: readonly DetailSection[]): string =>
  [
    form.title,
    ...sections.flatMap(({ items }) => items.map(({ label, text }) => `${label}\n${text || translate`(not answered)`}`)),
  ].join('\n\n')

interface AnswersCheckProps {
  readonly form: Form
  readonly raw: Raw
  readonly onClose: () => void
}

/** All answers of a form as a text, each with a link to its question, before the form is sent. */
export const AnswersCheck = ({ form, raw, onClose }: AnswersCheckProps) => {
  const [copied, setCopied] = useState<boolean>()
  const sections = detail(form, raw)
  const copy = (): void => {
    navigator.clipboard.writeText(asText(form, sections)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <section className="stack gap-5 screen answers-check" aria-labelledby="answers-check">
      <h3 id="answers-check" tabIndex={-1}>{translate`Your answers`}</h3>
      {sections.map(({ title, items }) => (
        <dl key={title} className="rows faint">
          {items.map(({ name, label, text }) => (
            <div key={name}>
              <dt className="row">
                {label}{' '}
                <a href={`#${ids.field(name)}`}>
                  {text === '' ? translate`Answer` : translate`Change`}
                  <span className="visually-hidden"> {label}</span>
                </a>
              </dt>
              <dd className="typed">{text === '' ? translate`Not answered` : text}</dd>
            </div>
          ))}
        </dl>
      ))}
      <p className="row middle">
        {navigator.clipboard !== undefined && (
          <button type="button" className={button.plain} onClick={copy}>{translate`Copy the answers`}</button>
        )}
        <button type="button" className={button.plain} onClick={onClose}>{translate`Close`}</button>
        <span role="status">
          {copied === true && translate`Copied.`}
          {copied === false && translate`Not copied: please select the text above.`}
        </span>
      </p>
    </section>
  )
}
