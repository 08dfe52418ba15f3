import { patterns } from '../../api/paths.ts'
import type { RelatedResponse } from '../../api/responses.ts'
import type { Application } from '../../applications/application.ts'
import { isLikelyDuplicate, meaningfulMatches } from '../../applications/person.ts'
import { isFileField } from '../../forms/fields/file.ts'
import { type Field, inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/as-text.ts'
import { readApplication } from '../applications.ts'
import { Routes } from '../http/routes.ts'
import type { Related } from '../storage/applications-port.ts'
import { type Desk, recordOf } from './desk.ts'

type Change = RelatedResponse['related'][number]['changed'][number]

/** How many characters of an answer are shown. */
const maxCharacters = 240

const shorten = (text: string): string => {
  const characters = [...text]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : text
}

/** The answers that differ from an earlier application by the same form. Each answer is read by the form version that it answered. */
async function changes(
  { formVersions }: Pick<Desk, 'formVersions'>,
  before: Application,
  now: Application,
): Promise<readonly Change[]> {
  const [then, today] = await Promise.all([formVersions.of(before), formVersions.of(now)])
  return inOrder(today).flatMap(([name, field]) => {
    if (isFileField(field)) return []
    const earlier: Field = then.fields[name] ?? field
    const from = storedText(earlier, before.answers[name], 'format').trim()
    const to = storedText(field, now.answers[name], 'format').trim()
    return from === to ? [] : [{ label: field.label, from: shorten(from), to: shorten(to) }]
  })
}

/** Whether a match is shown. A shared name alone says little, so it counts only when the application is likely a duplicate. */
const isShown = ({ shared }: Related, likely: boolean): boolean => likely || shared.some((kind) => kind !== 'name')

/** The route that lists the related applications of an application: same person, address, number, company or domain, by any form. */
export function relatedRoutes({ applications, formVersions }: Pick<Desk, 'applications' | 'formVersions'>): Routes {
  const app = new Routes('admin')

  app.get(patterns.related, async (context) => {
    const own = await readApplication(applications, context.req.param('id'))
    const all = meaningfulMatches(own, await applications.related(own.id))
    const before = all.find(({ application: { formType, submittedAt }, shared }) => {
      const same = shared.some((kind) => kind !== 'name' && kind !== 'domain')
      return same && formType === own.formType && submittedAt < own.submittedAt
    })
    const changed = before === undefined ? [] : await changes({ formVersions }, before.application, own)
    const related = all.flatMap((match) => {
      const { application, shared } = match
      const likely = isLikelyDuplicate(own, application, shared)
      if (!isShown(match, likely)) return []
      return [
        {
          application: recordOf({ formVersions }, application),
          shared,
          likely_duplicate: likely,
          changed: match === before ? changed : [],
        },
      ]
    })
    return context.json({ success: true, related } satisfies RelatedResponse)
  })

  return app
}
