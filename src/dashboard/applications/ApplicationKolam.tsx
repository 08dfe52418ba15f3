import { memo, startTransition, useEffect, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { classNames } from '../../ui/class-names.ts'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { whenIdle } from '../ui/Later.tsx'
import styles from './row.module.css'

/** Ids whose kolam was already rendered. The first rendering is too slow while the list scrolls. */
const drawn = new Set<string>()

/** The kolam of an application. Its first rendering waits until the browser is idle. */
export const ApplicationKolam = memo(function Mark({
  id,
  type,
  className,
}: {
  id: string
  type: ApplicationRecord['form_type']
  className?: string
}) {
  const [ready, setReady] = useState(drawn.has(id))
  useEffect(() => {
    if (drawn.has(id)) return setReady(true)
    setReady(false)
    return whenIdle(() => {
      drawn.add(id)
      // In a transition, React renders them one by one and lets scrolling interrupt.
      startTransition(() => setReady(true))
    })
  }, [id])
  return ready ? (
    <Kolam {...kolamOf(type, id)} className={classNames(styles.kolam, className)} />
  ) : (
    <span className={classNames(styles.undrawn, className)} />
  )
})
