import { startForm } from '../../form-view/start-form.tsx'
import { type FieldData, fieldOf } from '../../forms/fields/of-kind.ts'
import type { Form } from '../../forms/form.ts'
import { refusingRetired } from '../../forms/offered.ts'
import { speechOf } from '../../shared/language.ts'
import { speak } from '../../shared/translate.ts'
import { formIsland, type PageData, pageData } from './form-island.tsx'

/** A form as the page's HTML holds it: without the functions of its fields. */
interface WithForm extends PageData {
  readonly form: Form
}

const hasForm = (data: PageData): data is WithForm => 'form' in data

/** A form that was edited, or has no island of its own. The script has no definition: the page passes the whole form as data. */
export const DataForm = formIsland<WithForm>(({ form }) => form)

export const start = async (island: HTMLElement): Promise<void> => {
  const { element, data } = pageData(island)
  if (!hasForm(data)) return
  if (data.spoken) speak(speechOf(data.spoken))
  const fields = Object.entries(data.form.fields).map(([name, field]) => [name, fieldOf(field as FieldData)])
  const form = refusingRetired({ ...data.form, fields: Object.fromEntries(fields) })
  if (form.type === 'Accelerator') (await import('./AcceleratorForm.tsx')).start(island, form)
  else startForm(element, form, data)
}
