import { ArrowLeft } from 'lucide-react'
import type { Link } from '../../../content/schema/values.ts'
import styles from './back-link.module.css'

/** The way back to the page above this one. */
export function BackLink({ label, to }: Link) {
  return (
    <a className={styles.back} href={to}>
      <ArrowLeft aria-hidden="true" size={20} />
      {label}
    </a>
  )
}
