import type { ReactNode } from 'react'
import { Offline } from '../live/Offline.tsx'
import styles from './screen.module.css'

export interface ScreenProps {
  readonly title: string
  /** Next to the title. */
  readonly tools?: ReactNode
  /** A line below the title. */
  readonly about?: ReactNode
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** The frame of a page of the desk: title, tools, content. */
export function Screen({ title, tools, about, busy, children }: ScreenProps) {
  return (
    <div className={styles.screen} aria-busy={busy || undefined}>
      <header className={styles.head} data-beside="">
        <h1>{title}</h1>
        {tools}
      </header>
      {about}
      <Offline />
      {children}
    </div>
  )
}

export interface NoticeProps {
  readonly title: string
  /** After a failure: announced to screen readers at once. */
  readonly failed?: boolean
  readonly children: ReactNode
}

/** A message in place of a page's content. */
export function Notice({ title, failed, children }: NoticeProps) {
  return (
    <div className={styles.notice} role={failed ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
