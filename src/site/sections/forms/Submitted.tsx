import { referencePlaceholder } from '../../../shared/built-pages.ts'
import { dayOf } from '../../../shared/dates.ts'
// The styles of the part that the server inserts.
import '../../../form-view/view/keep-link.module.css'
import '../../../ui/qr/qr.module.css'
import { SuccessView } from '../../../form-view/view/SuccessView.tsx'
// Inline: as a sheet of several pages, the build would inline it and remove the file that the form's script loads.
import sheet from '../../../form-view/view/success-view.css?inline'
import { type Form, nounOf } from '../../../forms/form.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { kolamOf } from '../../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { answerDays } from '../../forms.ts'
import { renderedAt } from '../../now.ts'

/** The success view of a form that was sent without a script. The server inserts the application's reference and kolam. */
export const Submitted = ({ form }: { readonly form: Form }) => (
  <>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles */}
    <style dangerouslySetInnerHTML={{ __html: sheet }} />
    <SuccessView
      form={form}
      level={1}
      reference={referencePlaceholder}
      by={answerDays(form.type, renderedAt())[dayOf(renderedAt())]}
      drawing={<Kolam drawn {...kolamOf(form.type, referencePlaceholder)} />}
      keep={<p>{`{private link of your ${nounOf(form)}}`}</p>}
      again={
        <ButtonLink weight="line" href={`${form.path}#${form.anchor}`}>
          {form.texts.again}
        </ButtonLink>
      }
    />
  </>
)
