import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { makeClient } from '../data/queries.ts'
import '../desk.css'
import { InsightsRoom } from '../insights/InsightsRoom.tsx'
import { Toasts } from '../parts/Toasts.tsx'
import { Door } from './Door.tsx'
import styles from './desk-room.module.css'

/** The desk's second page, a program of its own: whoever only reads applications does not load it. */
export function Insights() {
  const [client] = useState(makeClient)
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  const skeleton = (
    <div className={styles.room} aria-busy="true">
      <header className={styles.head}>
        <h1>Insights</h1>
      </header>
    </div>
  )
  return (
    <QueryClientProvider client={client}>
      <Door title="Insights" skeleton={skeleton}>
        <InsightsRoom />
      </Door>
      <Toasts />
    </QueryClientProvider>
  )
}
