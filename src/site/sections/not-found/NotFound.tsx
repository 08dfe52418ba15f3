import type { ReactNode } from 'react'
import own from '../../../ui/kolam/kolam.module.css'
import { kolam } from '../../../ui/kolam/kolam.ts'
import styles from './not-found.module.css'

interface NotFoundProps {
  title: string
  text: string
  /** Pages that the visitor may have looked for. */
  existing?: readonly { readonly to: string; readonly title: string }[]
  children: ReactNode
}

/** The page for an unknown URL: what happened, and where to go. */
export function NotFound({ title, text, existing = [], children }: NotFoundProps) {
  return (
    <section className={`deep ${styles.lost}`}>
      <div className={`wrap stack gap-7 split even ${styles.inner}`}>
        <div className={`stack gap-5 start ${styles.words}`}>
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <div className="row">{children}</div>
          {existing.length > 0 && (
            <nav className={styles.existing} aria-labelledby="existing">
              <h2 className="plain soft small" id="existing">
                These do exist
              </h2>
              <ul className="rows flush ended quiet">
                {existing.map((page) => (
                  <li key={page.to}>
                    <a href={page.to}>{page.title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <OpenKolam />
      </div>
    </section>
  )
}

/**
 * A kolam whose line leaves the grid: at its right tip it continues around two separate dots instead of turning back.
 */
function OpenKolam() {
  const { dots, path } = kolam('a', 5, 'diamond')
  return (
    <svg className={`${own.kolam} ${styles.turned}`} viewBox="-10 -13 36 24" aria-hidden="true">
      <clipPath id="before-the-tip">
        <path d="M-12-14H6v28H-12z" />
      </clipPath>
      <g clipPath="url(#before-the-tip)">
        <path className={own.line} d={path} />
      </g>
      <path className={own.line} d="M6 0l1.4 1.4" />
      <g className={own.drawn}>
        <path
          className={`${own.line} ${styles.stray}`}
          pathLength={1}
          d="M6 0L13-7a1.414 1.414 0 1 0-2 0l4 4a1.414 1.414 0 0 0 2 0l40-40"
        />
      </g>
      <path className={own.dots} d={[...dots, { x: 12, y: -8 }, { x: 16, y: -4 }].map(({ x, y }) => `M${x} ${y}h0`).join('')} />
    </svg>
  )
}
