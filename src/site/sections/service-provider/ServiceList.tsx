import type { Item } from '../../../content/schema/values.ts'
import styles from './service-list.module.css'

/** The services that startups look for: large names, with a description next to each. */
export const ServiceList = ({ items }: { items: readonly Item[] }) => (
  <ul className={styles.services}>
    {items.map(({ title, text }) => (
      <li key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
