import type { Field, Form } from '../../../forms/form.ts'
import { BackLink } from '../shared/BackLink.tsx'
import { Hero } from '../shared/Hero.tsx'
import styles from './question-list.module.css'

/** The questions of a form by section, with hints and choices, to prepare the answers. It prints on one or two sheets. */
export function QuestionList({ form }: { readonly form: Form }) {
  return (
    <>
      <Hero
        title="The questions"
        text={`${form.title}. Prepare your answers here, alone or with others, on the screen or on paper.`}
        layout="poster"
        over={<BackLink label="Back to the form" to={`${form.path}#${form.anchor}`} />}
      />
      <div className={`wrap stack gap-7 section breaks ${styles.list}`}>
        {form.sections.map(({ title, intro, fields }) => (
          <section key={title} className="stack">
            <h2 className="text-4">{title}</h2>
            {intro !== undefined && <p>{intro}</p>}
            <ol className="rows faint">
              {fields.map((name) => {
                const field = form.fields[name]
                return field && <Question key={name} field={field} />
              })}
            </ol>
          </section>
        ))}
      </div>
    </>
  )
}

/** A question, and what is expected as its answer. */
const Question = ({ field: { label, hint, kind, options, required } }: { readonly field: Field }) => (
  <li>
    <h3>
      {label}
      {required === false && <span> (optional)</span>}
    </h3>
    {hint !== undefined && <p>{hint}</p>}
    {options !== undefined && (
      <p className={`small ${styles.options}`}>
        {`${kind === 'multiselect' ? 'Any of' : 'One of'}: ${options.flatMap(({ label, closed, retired }) => (closed || retired ? [] : [label])).join(' · ')}`}
      </p>
    )}
  </li>
)
