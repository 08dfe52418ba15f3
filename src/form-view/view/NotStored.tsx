import type { Form } from '../../forms/form.ts'
import { Button } from '../../ui/button/Button.tsx'
import { hasFile } from './FormView.tsx'
import { Summary } from './Summary.tsx'

/** The alert of a native post that could not be stored, with a button that sends the answers again. A page cannot repeat a file, so it has to be chosen first. */
export const NotStored = ({ form, alert }: { readonly form: Form; readonly alert?: string }) => (
  <div>
    <Summary form={form} faults={{}} alert={alert} focused />
    <p>
      Something failed on our side. Your answers are below, as you wrote them.
      {hasFile(form) && ' Please choose your file again.'}
    </p>
    {!hasFile(form) && <Button type="submit">{form.texts.submit}</Button>}
  </div>
)
