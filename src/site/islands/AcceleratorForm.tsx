import { startForm } from '../../form-view/start-form.tsx'
import { accelerator } from '../../forms/definitions/accelerator.ts'
import { type Form, withPromise } from '../../forms/form.ts'
import { formIsland, pageData } from './form-island.tsx'
import { addVisitorTime } from './visitor-time.ts'

export const AcceleratorForm = formIsland(accelerator)

/** @param edited the form, if it was edited */
export const start = (island: HTMLElement, edited?: Form): void => {
  const { element, data } = pageData(island)
  addVisitorTime(document)
  startForm(element, edited ?? withPromise(accelerator(data), data.promise), { ...data, closes: true })
}
