import type { Item } from '../../../content/schema/values.ts'
import { translate } from '../../../shared/translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { linkIn } from '../../languages.ts'
import styles from './facts.module.css'
import { Unbroken } from './Unbroken.tsx'

/** The facts that visitors ask for first, one per line, below the hero: for whom, what it costs, how long, the next step. `terms`: with a link to the terms. */
export function Facts({ facts, terms = false }: { facts: readonly Item[]; terms?: boolean }) {
  return (
    <section className={classNames(styles.facts, facts.length > 5 && styles.six)} aria-label={translate`In short`}>
      <dl className="wrap facts rows faint tight">
        <FactLines facts={facts} />
      </dl>
      {terms && (
        <p className="wrap">
          <a className="touch" href={linkIn('/terms')}>
            {translate`All terms on one page`}
          </a>
        </p>
      )}
    </section>
  )
}

/** Facts as the lines of a list of terms. */
export const FactLines = ({ facts }: { facts: readonly Item[] }) =>
  facts.map(({ title, text }) => (
    <div key={title}>
      <dt>{translate(title)}</dt>
      <dd>
        <Unbroken text={translate(text)} />
      </dd>
    </div>
  ))
