import { startForm } from '../../form-view/start-form.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import { withPromise } from '../../forms/form.ts'
import { formIsland, pageData } from './form-island.tsx'
import { addVisitorTime } from './visitor-time.ts'

export const AcceleratorForm = formIsland(accelerator)

export const start = (island: HTMLElement): void => {
  const { element, data } = pageData(island)
  addVisitorTime(document)
  startForm(element, withPromise(accelerator(data), data.promise), { ...data, closes: true })
}
