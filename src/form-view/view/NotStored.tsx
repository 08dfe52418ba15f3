import type { Form } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { Button } from '../../ui/button/Button.tsx'
import { hasFile } from './FormView.tsx'
import { Summary } from './Summary.tsx'

/** The alert of a native post that could not be stored, with a button that sends the answers again. A page cannot repeat a file, so it has to be chosen first. */
export const NotStored = ({ form, alert }: { readonly form: Form; readonly alert?: string }) => (
  <div>
    <Summary form={form} faults={{}} alert={alert} focused />
    <p>
      {translate`Something failed on our side. Your answers are below, as you wrote them.`}
      {hasFile(form) && translate` Please choose your file again.`}
    </p>
    {!hasFile(form) && <Button type="submit">{form.texts.submit}</Button>}
  </div>
)
