import { useQueryClient } from '@tanstack/react-query'
import { LogOut, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOfflineSince } from '../connection.ts'
import { HelperLine } from '../frame/HelperLine.tsx'
import { formatTime } from '../labels.ts'
import { logOut } from '../session/session.ts'
import { Button } from './Button.tsx'
import styles from './screen.module.css'
import { useMedia } from './use-media.ts'

interface ScreenProps {
  readonly title: string
  /** Before the title: the way to what the page is a part of. */
  readonly within?: ReactNode
  /** Next to the title. */
  readonly tools?: ReactNode
  /** A line below the title. */
  readonly about?: ReactNode
  readonly busy?: boolean
  /** Whether a list of the page takes the focus of a button that is removed; on other pages the page itself does. */
  readonly hasList?: boolean
  readonly children?: ReactNode
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The end of a page's title: the site's name. */
let ofSite: string | undefined

/** The frame of a page of the desk: title, tools, content. */
export function Screen({ title, within, tools, about, busy, hasList, children }: ScreenProps) {
  useEffect(() => {
    ofSite ??= document.title.slice(document.title.lastIndexOf(' · '))
    document.title = title + ofSite
  }, [title])
  return (
    <div
      className={`wrap stack gap-2 unringed ${styles.screen}`}
      aria-busy={busy || undefined}
      tabIndex={hasList ? undefined : -1}
    >
      <header className={`row middle spread ${styles.head}`} data-beside="">
        {within && <p className="soft">{within} /</p>}
        <h1>{title}</h1>
        {tools !== undefined && <Tools>{tools}</Tools>}
        <div className={`line ${styles.always}`} data-print="no">
          <Refresh />
          <Button tone="quiet" onClick={() => void logOut()}>
            <LogOut {...icon} />
            <span>Logout</span>
          </Button>
        </div>
      </header>
      <HelperLine />
      {about}
      <Offline />
      {children}
    </div>
  )
}

/** What is done with the page: in its head, or on a phone behind the rail's More. */
function Tools({ children }: { readonly children: ReactNode }) {
  const isNarrow = useMedia('(width < 40rem)')
  const [foot, setFoot] = useState<Element | null>(null)
  // The rail comes with the first page, so it is there only now.
  useLayoutEffect(() => setFoot(isNarrow ? document.querySelector('[data-page-tools]') : null), [isNarrow])
  if (foot !== null) return createPortal(children, foot)
  return (
    <div className={`line ${styles.tools}`} data-print="no">
      {children}
    </div>
  )
}

function Refresh() {
  const client = useQueryClient()
  // Not `useIsFetching`: it reads every query at every event, which with hundreds of applications takes longer than what a key does.
  const [isLoading, setLoading] = useState(false)
  const refresh = async (): Promise<void> => {
    setLoading(true)
    await client.invalidateQueries()
    setLoading(false)
  }
  return (
    <Button tone="quiet" className={styles.refresh} data-spinning={isLoading ? '' : undefined} onClick={() => void refresh()}>
      <RefreshCw {...icon} />
      <span>Refresh</span>
    </Button>
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
