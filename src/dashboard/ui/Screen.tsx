import type { ReactNode } from 'react'
import { Offline } from '../live/Offline.tsx'
import styles from './screen.module.css'

export interface ScreenProps {
  readonly title: string
  /** What stands beside the title. */
  readonly tools?: ReactNode
  /** A line below the title. */
  readonly about?: ReactNode
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** One page of the desk: its title, what can be done with the whole of it, and what it shows. */
export function Screen({ title, tools, about, busy, children }: ScreenProps) {
  return (
    <div className={styles.screen} aria-busy={busy || undefined}>
      <header className={styles.head} data-beside="">
        <div>
          <h1>{title}</h1>
          {about}
        </div>
        {tools}
      </header>
      <Offline />
      {children}
    </div>
  )
}

export interface NoticeProps {
  readonly title: string
  /** Something failed: said at once to who cannot see it. */
  readonly failed?: boolean
  readonly children: ReactNode
}

/** Says in place of what a screen would show why it does not. */
export function Notice({ title, failed, children }: NoticeProps) {
  return (
    <div className={styles.notice} role={failed ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
