import type { RelatedResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { isLikelyDuplicate, meaningfulMatches } from '../../applications/person.ts'
import { isFileField } from '../../forms/fields/file.ts'
import { type Field, inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/as-text.ts'
import { readApplication } from '../changes/save-changes.ts'
import { Routes } from '../http/routes.ts'
import type { Related } from '../records/applications/lists.ts'
import type { Desk } from './desk.ts'
import { recordOf } from './responses.ts'

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

/** Whether a match is shown. A shared name alone says little: it counts only for two applications of the same form. */
const isShown = (own: Application, { application, shared }: Related): boolean =>
  application.formType === own.formType || shared.some((kind) => kind !== 'name')

/** The related applications of an application. The newest earlier one of the same person by the same form has the answers that changed since. */
async function relatedTo(
  { applications, formVersions }: Pick<Desk, 'applications' | 'formVersions'>,
  own: Application,
): Promise<RelatedResponse['related']> {
  const matches = meaningfulMatches(own, await applications.related(own.id))
  const before = matches.find(({ application: { formType, submittedAt }, shared }) => {
    const isSamePerson = shared.some((kind) => kind !== 'name' && kind !== 'domain')
    return isSamePerson && formType === own.formType && submittedAt < own.submittedAt
  })
  const changed = before === undefined ? [] : await changes({ formVersions }, before.application, own)
  return matches
    .filter((match) => isShown(own, match))
    .map((match) => ({
      application: recordOf({ formVersions }, match.application),
      shared: match.shared,
      likely_duplicate: isLikelyDuplicate(own, match.application, match.shared),
      changed: match === before ? changed : [],
    }))
}

export const relatedRoutes = (desk: Pick<Desk, 'applications' | 'formVersions'>): Routes =>
  new Routes('admin').on(routes.related, async (context) => {
    const own = await readApplication(desk.applications, context.req.param('id'))
    return { related: await relatedTo(desk, own) }
  })
