import type { ReactNode } from 'react'
import { Kolam, type KolamProps } from '../../../ui/kolam/Kolam.tsx'
import styles from './band.module.css'
import { linked } from './Unbroken.tsx'

interface BandProps {
  readonly title: string
  readonly text: string
  readonly kolam: Pick<KolamProps, 'seed' | 'size' | 'shape'>
  readonly children: ReactNode
}

/** The closing section of a page: a heading, a sentence and a button, over a part of a large kolam. */
export function Band({ title, text, kolam, children }: BandProps) {
  return (
    <section className={`section ${styles.band}`}>
      <div className={`wrap ${styles.inner}`}>
        <div className={`stack start ${styles.words}`}>
          <h2>{title}</h2>
          <p className="lead">{linked(text)}</p>
          <div className="row">{children}</div>
        </div>
      </div>
      <div className={`screen ${styles.ground}`} aria-hidden="true">
        <Kolam {...kolam} />
      </div>
    </section>
  )
}
