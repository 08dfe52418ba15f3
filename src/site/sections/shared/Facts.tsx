import type { Item } from '../../../content/schema/values.ts'
import styles from './facts.module.css'
import { Unbroken } from './Unbroken.tsx'

/** What a visitor asks first, each in a line, right under the hero: for whom, what it costs, how long, the next step. */
export function Facts({ facts }: { facts: readonly Item[] }) {
  return (
    <section className={styles.facts} aria-label="In short">
      <dl className="wrap">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Unbroken text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
