import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatTime } from '../labels.ts'
import { useOfflineSince } from '../live/connection.ts'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import button from './button.module.css'
import styles from './screen.module.css'

interface ScreenProps {
  readonly title: string
  /** The address of the list of applications, for a link back to it. */
  readonly back?: string
  /** Next to the title. */
  readonly tools?: ReactNode
  /** A line below the title. */
  readonly about?: ReactNode
  readonly busy?: boolean
  readonly children?: ReactNode
}

/** The frame of a page of the desk: title, tools, content. */
export function Screen({ title, back, tools, about, busy, children }: ScreenProps) {
  return (
    // A button that is removed passes the focus to it, except on the page with the list, which takes it there.
    <div
      className={`stack gap-2 unringed ${styles.screen}`}
      aria-busy={busy || undefined}
      tabIndex={back === undefined ? undefined : -1}
    >
      <header className={`row middle spread ${styles.head}`} data-beside="">
        <h1>{title}</h1>
        {!busy && <PaletteButton />}
        {back === undefined ? (
          tools
        ) : (
          <div className={`line ${styles.tools}`} data-print="no">
            <a className={`${button.button} ${button.quiet}`} href={back}>
              <ArrowLeft aria-hidden="true" size={16} strokeWidth={1.75} />
              Applications
            </a>
            {tools}
          </div>
        )}
      </header>
      {about}
      <Offline />
      {children}
    </div>
  )
}

/** A line during an outage, with the time it began. When the outage ends, failed queries are loaded again. */
function Offline() {
  const client = useQueryClient()
  const since = useOfflineSince()
  const wasAway = useRef(false)
  useEffect(() => {
    if (since === undefined && wasAway.current)
      void client.invalidateQueries({ predicate: ({ state }) => state.error !== null || state.isInvalidated })
    wasAway.current = since !== undefined
  }, [since, client])
  return (
    <p className={`alarm ${styles.offline}`} role="status" data-print="no">
      {since !== undefined && `Offline since ${formatTime(since)}, trying again.`}
    </p>
  )
}

interface NoticeProps {
  readonly title: string
  /** Whether it reports a failure, which screen readers announce immediately. */
  readonly failed?: boolean
  readonly children: ReactNode
}

/** A message instead of a page's content. */
export function Notice({ title, failed, children }: NoticeProps) {
  return (
    <div className={`stack gap-3 start soft ${styles.notice}`} role={failed ? 'alert' : undefined}>
      <h2 className="text-4">{title}</h2>
      {children}
    </div>
  )
}
