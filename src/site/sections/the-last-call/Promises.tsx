import { pages } from '../../../content/content.ts'
import styles from './promises.module.css'

/** What a caller may rely on, and whom to call when it is about more than a company. */
export function Promises() {
  const { promises, urgent } = pages.lastCall
  return (
    <section className={styles.section}>
      <div className={`wrap ${styles.columns}`}>
        <div>
          <h2>{promises.title}</h2>
          <ul>
            {promises.items.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <aside className={styles.urgent} aria-labelledby="urgent">
          <h2 id="urgent">{urgent.title}</h2>
          <p>{urgent.text}</p>
          <p className={styles.numbers}>
            <a href="tel:14416">Call 14416</a> <a href="tel:112">Call 112</a>
          </p>
        </aside>
      </div>
    </section>
  )
}
