import { memo } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { kolamOf } from '../../ui/kolam/of-application.ts'

/** The small kolam of an application. */
export const Mark = memo(function Mark({
  record,
  className,
}: {
  record: Pick<ApplicationRecord, 'id' | 'form_type'>
  className?: string
}) {
  return <Kolam {...kolamOf(record.form_type, record.id)} className={className} />
})
