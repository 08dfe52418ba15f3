import { referencePlaceholder } from '../../../form-view/names.ts'
import { SuccessView } from '../../../form-view/SuccessView.tsx'
import type { Form } from '../../../forms/form.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../shared/seeds.ts'

/** The success view of a form that was sent without a script, with the kolam of its page and the way back to it. */
export const Submitted = ({ form }: { readonly form: Form }) => (
  <SuccessView
    form={form}
    level={1}
    reference={referencePlaceholder}
    drawing={<Kolam drawn {...kolams[form.path.slice(1) as keyof typeof kolams]} />}
    again={
      <ButtonLink weight="line" href={`${form.path}#${form.anchor}`}>
        {form.texts.again}
      </ButtonLink>
    }
  />
)
