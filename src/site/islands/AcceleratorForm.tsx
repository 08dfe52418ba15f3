import { useState } from 'react'
import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import type { Choices } from '../../forms/definitions/choices.ts'

export const AcceleratorForm = ({ cohorts }: Choices) => {
  const [form] = useState(() => accelerator({ cohorts }))
  return <ApplicationForm form={form} />
}
