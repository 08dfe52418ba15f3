import { type ReactNode, useId } from 'react'
import styles from './banner.module.css'

interface BannerProps {
  readonly title: string
  readonly children: ReactNode
  /** A button at the end. */
  readonly action?: ReactNode
}

/** A message above the list about a problem, with a button that helps. */
export function Banner({ title, children, action }: BannerProps) {
  const id = useId()
  return (
    <section className={`row middle ${styles.banner}`} data-beside="" role="alert" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </section>
  )
}
