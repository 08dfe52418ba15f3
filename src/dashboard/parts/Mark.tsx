import { memo } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Shape } from '../../ui/kolam/dots.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'

/** Founders' applications are diamonds, those of partners octagons, those of people squares. */
const shapes: Readonly<Record<FormType, Shape>> = {
  Accelerator: 'diamond',
  StartupStudio: 'diamond',
  FundRaise: 'diamond',
  AccelerationAsService: 'octagon',
  ServiceProvider: 'octagon',
  Investor: 'octagon',
  WorkForStartups: 'square',
  EarlyCustomer: 'square',
  Contact: 'square',
}

const sizes: Readonly<Record<Shape, number>> = { diamond: 5, octagon: 5, square: 4 }

/** The small kolam of an application: the same drawing wherever it stands. */
export const Mark = memo(function Mark({
  record,
  className,
}: {
  record: Pick<ApplicationRecord, 'id' | 'form_type'>
  className?: string
}) {
  const shape = shapes[record.form_type]
  return <Kolam seed={record.id} size={sizes[shape]} shape={shape} className={className} />
})
