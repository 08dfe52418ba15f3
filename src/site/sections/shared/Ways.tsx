import { ArrowRight } from 'lucide-react'
import type { Link } from '../../../content/schema/values.ts'
import { translate } from '../../../shared/translate.ts'
import { linkIn } from '../../languages.ts'
import styles from './ways.module.css'

interface WaysProps {
  readonly items: readonly { readonly question: string; readonly action: Link }[]
}

/** A question in each row, and the link for visitors who say yes. */
export const Ways = ({ items }: WaysProps) => (
  <ul className={`rows ended quiet ${styles.ways}`}>
    {items.map(({ question, action: { label, to } }) => (
      <li key={to} className="stack gap-1">
        <p className="soft">{translate(question)}</p>
        <a className="touch text-4" href={linkIn(to)}>
          {translate(label)}
          <ArrowRight className="arrow" aria-hidden="true" size={32} />
        </a>
      </li>
    ))}
  </ul>
)
