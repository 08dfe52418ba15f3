import { useState } from 'react'
import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import type { Choices } from '../../forms/definitions/choices.ts'

export const AcceleratorForm = ({ cohorts, notice }: Choices & Standing) => {
  const [form] = useState(() => accelerator({ cohorts }))
  return <ApplicationForm form={form} notice={notice} />
}
