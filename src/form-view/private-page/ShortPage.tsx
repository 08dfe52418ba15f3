import type { ReactNode } from 'react'
import { translate } from '../../shared/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Kolam, type KolamProps } from '../../ui/kolam/Kolam.tsx'
import '../../ui/thread/thread.css'
import styles from './private-page.module.css'

interface ShortPageProps {
  readonly title: string
  /** How much of the line is drawn, from 0 for the dots alone to 1: how far the visitor has come. */
  readonly line?: number
  /** The kolam of an application, instead of one that is the same for everybody. */
  readonly kolam?: Pick<KolamProps, 'seed' | 'size' | 'shape'>
  /** A drawing that must be visible as a whole, instead of the part of a kolam. */
  readonly drawing?: ReactNode
  /** What happens next, in order. */
  readonly next?: readonly string[]
  readonly children: ReactNode
}

/** A page with little text beside a part of a large kolam. */
export const ShortPage = ({
  title,
  line = 0,
  kolam = { seed: 'plain', size: 7, shape: 'octagon' },
  drawing,
  next = [],
  children,
}: ShortPageProps) => (
  <div className={`deep opening ${styles.page}`}>
    <div className="wrap">
      <div className={`stack gap-5 ${styles.words}`}>
        <h1>{title}</h1>
        {children}
        {next.length > 0 && (
          <>
            <h2>{translate`What happens next`}</h2>
            <ol className={`thread ${styles.next}`}>
              {next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
    <div className={classNames(styles.drawing, drawing !== undefined && styles.whole)}>
      {drawing ?? <Kolam {...kolam} share={line} drawn={line === 1} />}
    </div>
  </div>
)
