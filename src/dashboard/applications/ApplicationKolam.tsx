import { memo, startTransition, useEffect, useState } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { kolamOf } from '../../ui/kolam/kolam.ts'
import { whenIdle } from '../ui/Later.tsx'

/** Marks that were drawn once; the first time, drawing and painting one takes time that a list that scrolls does not have. */
const drawn = new Set<string>()

/** The small kolam of an application: the same drawing wherever it stands. The first time it is drawn when there is time for it. */
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
      // As a transition, React draws the marks one by one and lets the scrolling come between.
      startTransition(() => setReady(true))
    })
  }, [id])
  return ready ? <Kolam {...kolamOf(type, id)} className={className} /> : <span className={className} />
})
