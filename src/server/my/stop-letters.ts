import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import type { Application } from '../../applications/application.ts'
import { stopLetters } from '../../applications/letter-stop.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import type { Form } from '../../forms/form.ts'
import { longDate } from '../../shared/dates.ts'
import { inSentence } from '../../shared/in-sentence.ts'
import { masked } from '../../shared/mailbox.ts'
import { saveChanges } from '../changes/save-changes.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { Routes } from '../http/routes.ts'
import { answerIn } from '../http/speaking.ts'
import type { ApplicantsChanges } from './applicants-changes.ts'
import type { Holder, HolderParts } from './holder.ts'

function stoppedOf({ lettersStoppedAt }: Application, isAddressStopped: boolean): 'none' | 'these' | 'all' {
  if (isAddressStopped) return 'all'
  return lettersStoppedAt === null ? 'none' : 'these'
}

/** The view for the owner of an address who may not have sent the application: it contains none of the answers. */
const stopView = (
  application: Application,
  form: Form,
  token: string,
  isAddressStopped: boolean,
): Extract<PrivatePageView, { kind: 'stop' }> => ({
  kind: 'stop',
  token,
  address: masked(application.applicantEmail.trim()),
  title: inSentence(form.title),
  submittedOn: longDate(application.submittedAt),
  stopped: stoppedOf(application, isAddressStopped),
})

/**
 * The page behind the stop link in every letter. On it, the owner of an address stops the letters about an application that somebody else sent
 * with it, or all letters to the address (decision 0201). Opening the page changes nothing.
 */
export function stopRoutes(
  parts: ApplicantsChanges & Pick<HolderParts, 'links' | 'speechIn'>,
  { page }: Pick<Holder, 'page'>,
): Routes {
  const { applications, outbox, formVersions, delivery, now, speechIn } = parts
  const open = (token: string): Promise<Application | undefined> => parts.links.find(token, (id) => applications.byId(id), 'stop')
  return new Routes('holder')
    .get(paths.stopLink, async (context) => {
      const token = context.req.param('token')
      const application = await open(token)
      if (application === undefined) return page(context, { kind: 'unknown' }, 404)
      answerIn(speechIn(application.language, application.formType))
      const isAddressStopped = await outbox.isStopped(application.applicantEmail)
      return page(context, stopView(application, await formVersions.of(application), token, isAddressStopped))
    })
    .post(paths.stopLetters, async (context) => {
      const { token, letters } = await readObject(context, shortBytes)
      const application = typeof token === 'string' ? await open(token) : undefined
      if (application === undefined || (letters !== 'stop' && letters !== 'stop_all' && letters !== 'resume'))
        return page(context, { kind: 'unknown' }, 404)
      if (letters === 'resume') await outbox.prove(application.id, now())
      const isAddressStopped = await outbox.isStopped(application.applicantEmail)
      if (letters === 'stop_all' || (letters === 'resume' && isAddressStopped))
        await outbox.stopAddress(application.applicantEmail, letters === 'stop_all', now())
      await saveChanges(parts, application.id, async (current) => {
        const change = stopLetters(current, letters !== 'resume', await outbox.forApplication(current.id), {
          at: now(),
          delivery,
        })
        return change === undefined ? [] : [change]
      })
      return context.redirect(fillPath(paths.stopLink, { token: String(token) }), 303)
    })
}
