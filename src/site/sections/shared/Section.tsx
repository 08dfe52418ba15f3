import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Fold, type FoldProps } from './Fold.tsx'
import styles from './section.module.css'
import { Unbroken } from './Unbroken.tsx'

interface SectionProps {
  readonly title: string
  readonly intro?: string
  readonly id?: string
  /** The background: `plain`: rice; `sunk`: sand; `deep`: red earth. */
  readonly ground?: 'plain' | 'sunk' | 'deep'
  /** `stacked`: the heading above the body; `beside`: the heading to its left on wide screens. */
  readonly layout?: 'stacked' | 'beside'
  /** Content below heading and intro. */
  readonly aside?: ReactNode
  /** What opens the body on a phone, where it is folded; by default it is not. */
  readonly fold?: Omit<FoldProps, 'children'>
  readonly children: ReactNode
}

/** A section of a page with its heading. */
export function Section({ title, intro, id, ground = 'plain', layout = 'stacked', aside, fold, children }: SectionProps) {
  return (
    <section id={id} className={classNames(ground === 'deep' && 'deep', 'section', styles.section, styles[ground])}>
      <div className={`wrap stack ${layout === 'beside' ? 'gap-6 split' : ''} ${styles[layout]}`}>
        <header className={`stack start ${styles.head}`}>
          <h2>{title}</h2>
          {intro && (
            <p className="lead">
              <Unbroken text={intro} />
            </p>
          )}
          {aside}
        </header>
        <div>{fold === undefined ? children : <Fold {...fold}>{children}</Fold>}</div>
      </div>
    </section>
  )
}
