import { patterns } from '../../api/paths.ts'
import { type RelatedReply, toRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import { isLikelyDuplicate, meaningfulMatches } from '../../applications/person.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { isFileField } from '../../forms/fields/file.ts'
import { inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/stored.ts'
import { Routes } from '../http/routes.ts'
import type { Related } from '../storage/applications-port.ts'
import { type Desk, readApplication } from './desk.ts'

type Change = RelatedReply['related'][number]['changed'][number]

/** The characters of an answer that are shown. */
const longestText = 240

const short = (text: string): string => {
  const letters = [...text]
  return letters.length > longestText ? `${letters.slice(0, longestText).join('')}…` : text
}

/** What is answered otherwise now than in an earlier application by the same form. */
function changes(forms: Forms, before: Application, now: Application): readonly Change[] {
  return inOrder(forms[now.formType]).flatMap(([name, field]) => {
    if (isFileField(field)) return []
    const [from, to] = [before, now].map(({ answers }) => storedText(field, answers[name], 'format').trim())
    return from === undefined || to === undefined || from === to ? [] : [{ label: field.label, from: short(from), to: short(to) }]
  })
}

/** A name alone says little, so it counts only where it hints at the same form sent twice. */
const counts = ({ shared }: Related, likely: boolean): boolean => likely || shared.some((kind) => kind !== 'name')

/** Who else applied from the same address, number, company or domain, in any form and any round. Behind `adminOnly`. */
export function relatedRoutes({ applications, forms }: Pick<Desk, 'applications' | 'forms'>): Routes {
  const app = new Routes('admin')

  app.get(patterns.related, async (context) => {
    const own = await readApplication(applications, context.req.param('id'))
    const all = meaningfulMatches(own, await applications.related(own.id))
    const before = all.find(({ application: { formType, submittedAt }, shared }) => {
      const same = shared.some((kind) => kind !== 'name' && kind !== 'domain')
      return same && formType === own.formType && submittedAt < own.submittedAt
    })
    const related = all.flatMap((match) => {
      const { application, shared } = match
      const likely = isLikelyDuplicate(own, application, shared)
      if (!counts(match, likely)) return []
      const changed = match === before ? changes(forms, application, own) : []
      return [{ application: toRecord(application), shared, likely_duplicate: likely, changed }]
    })
    return context.json({ success: true, related } satisfies RelatedReply)
  })

  return app
}
