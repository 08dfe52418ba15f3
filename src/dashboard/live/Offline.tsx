import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatTime } from '../labels.ts'
import { useOfflineSince } from './connection.ts'
import styles from './offline.module.css'

/** One line during an outage, with its start. Afterwards failed queries are loaded again. */
export function Offline() {
  const client = useQueryClient()
  const since = useOfflineSince()
  const wasAway = useRef(false)
  useEffect(() => {
    if (since === undefined && wasAway.current)
      void client.invalidateQueries({ predicate: ({ state }) => state.error !== null || state.isInvalidated })
    wasAway.current = since !== undefined
  }, [since, client])
  return (
    <p className={styles.offline} role="status" data-print="no">
      {since !== undefined && `Offline since ${formatTime(since)}, trying again.`}
    </p>
  )
}
