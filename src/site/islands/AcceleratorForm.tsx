import { startForm } from '../../form-view/start-form.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import { FormPlace, type PageData, pageData } from './FormPlace.tsx'

export const AcceleratorForm = (data: PageData) => <FormPlace form={accelerator(data)} data={data} />

export const start = (island: HTMLElement): void => {
  const { place, data } = pageData(island)
  startForm(place, accelerator(data), data.notice)
}
