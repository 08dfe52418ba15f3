import { Sign } from './Sign.tsx'
import styles from './signs.module.css'
import type { signs } from './signs.ts'

interface SignLink {
  readonly kind: keyof typeof signs
  readonly url: string
  /** What a screen reader says: whose, and where. */
  readonly label: string
}

/** Links that show only their sign: the profiles of one house or company. */
export function SignLinks({ links, className = '' }: { links: readonly SignLink[]; className?: string }) {
  return (
    <ul className={`${styles.links} ${className}`}>
      {links.map(({ kind, url, label }) => (
        <li key={kind}>
          <a href={url} rel="noopener">
            <Sign kind={kind} />
            <span className="visually-hidden">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
