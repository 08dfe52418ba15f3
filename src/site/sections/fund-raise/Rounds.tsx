import { currencyName, inCurrency } from '../../../content/amounts.ts'
import { facts, programs, site } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './rounds.module.css'

/** The amounts that the dots of the scale stand for, in dollars. Each is two to three times the one before it. */
const amounts = [50e3, 100e3, 200e3, 500e3, 1e6, 2e6, 5e6, 15e6, 30e6, 60e6]

/** The rounds on one scale of amounts: in each row the line goes around the amounts of that round. */
export function Rounds() {
  const { title, intro, items } = programs.fundRaise.stages
  return (
    <Section title={title} intro={intro}>
      <ol className={`rows faint loose ${styles.rounds}`}>
        {items.map(({ name, amount, text }) => (
          <li key={name} className="stack gap-3">
            <h3 className="row">
              {name} <span>{amount}</span>
            </h3>
            <Frieze className="deep-ink" columns={amounts.length} rows={1} joined={joinedOf(amount)} />
            <p className="soft">
              {text}{' '}
              {site.currency !== 'USD' && (
                <span className={`soft small ${styles.local}`}>
                  In {currencyName(site)}: {inCurrency(amount, facts.perDollar, site)}.
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/**
 * The columns, from 1, that an amount such as `$500K-$2M` joins on the scale. `$15M+` joins all up to the last one; text that is not an amount joins all.
 */
export function joinedOf(amount: string): { from: number; to: number } {
  const [least = 0, most = Number.POSITIVE_INFINITY] = Array.from(
    amount.matchAll(/\$([\d.]+)([KM]?)/g),
    ([, digits, unit]) => Number(digits) * (unit === 'M' ? 1e6 : unit === 'K' ? 1e3 : 1),
  )
  const within = amounts.flatMap((dollars, at) => (dollars >= least && dollars <= most ? [at + 1] : []))
  return { from: within[0] ?? amounts.length, to: within.at(-1) ?? amounts.length }
}
