import { patterns } from '../../api/paths.ts'
import { type RelatedReply, toRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import { looksLikeTwice, telling } from '../../applications/person.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { isFileField } from '../../forms/fields/file.ts'
import { inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/stored.ts'
import { Routes } from '../http/routes.ts'
import type { Applications, Related } from '../storage/port.ts'
import { read } from './decide.ts'

type Change = RelatedReply['related'][number]['changed'][number]

/** How much of an answer is told, in characters. */
const told = 240

const short = (text: string): string => {
  const letters = [...text]
  return letters.length > told ? `${letters.slice(0, told).join('')}…` : text
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
export function relatedRoutes({ applications, forms }: { readonly applications: Applications; readonly forms: Forms }): Routes {
  const app = new Routes('admin')

  app.get(patterns.related, async (context) => {
    const own = await read(applications, context.req.param('id'))
    const all = telling(own, await applications.related(own.id))
    const before = all.find(({ application: { formType, submittedAt }, shared }) => {
      const same = shared.some((kind) => kind !== 'name' && kind !== 'domain')
      return same && formType === own.formType && submittedAt < own.submittedAt
    })
    const related = all.flatMap((one) => {
      const likely = looksLikeTwice(own, one.application, one.shared)
      if (!counts(one, likely)) return []
      const changed = one === before ? changes(forms, one.application, own) : []
      return [{ application: toRecord(one.application), shared: one.shared, likely_duplicate: likely, changed }]
    })
    return context.json({ success: true, related } satisfies RelatedReply)
  })

  return app
}
