import type { Item } from '../../../content/schema/values.ts'
import styles from './facts.module.css'
import { Unbroken } from './Unbroken.tsx'

/** The facts that visitors ask for first, one per line, below the hero: for whom, what it costs, how long, the next step. */
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
