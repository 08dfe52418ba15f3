import { startForm } from '../../form-view/start-form.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import { FormIsland, type PageData, pageData } from './FormIsland.tsx'

export const AcceleratorForm = (data: PageData) => <FormIsland form={accelerator(data)} data={data} />

export const start = (island: HTMLElement): void => {
  const { element, data } = pageData(island)
  startForm(element, accelerator(data), data.notice)
}
