import type { Application } from '../../applications/application.ts'
import { personKeys } from '../../applications/person.ts'
import { detail } from '../../forms/views/as-text.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { type ListQuery, type Lists, ofEveryState } from '../../server/records/applications/lists.ts'
import { byteOrderMark, csvLine } from '../../shared/csv.ts'
import { reference } from '../../shared/ids.ts'
import { mailboxKey } from '../../shared/mailbox.ts'

/** A person, and the data that is stored about them. */
interface AffectedPerson {
  readonly email: string
  readonly names: Set<string>
  readonly phones: Set<string>
  readonly forms: Set<string>
  readonly references: string[]
  /** The labels of answered questions, and of other stored data. */
  readonly fields: Set<string>
  first: Date
  last: Date
}

interface Source {
  readonly applications: Pick<Lists, 'all' | 'quarantined'>
  readonly formVersions: Pick<FormVersions, 'of'>
}

/** Applications per read. */
const batchSize = 200

/** Every application of a query, also if it is not in review, or in quarantine. */
async function* everyState({ applications }: Source, query: ListQuery): AsyncGenerator<Application> {
  const batched = { ...query, cursor: undefined, limit: batchSize }
  if (query.status !== undefined) return yield* applications.all(batched)
  yield* ofEveryState(applications, batched)
  const { formType, since, until, search } = query
  for (let cursor: string | undefined; ; ) {
    const page = await applications.quarantined({ cursor, limit: batchSize, search })
    for (const { application } of page.quarantined) {
      const isInSpan =
        (since === undefined || application.submittedAt >= since) && (until === undefined || application.submittedAt < until)
      if (isInSpan && (formType === undefined || application.formType === formType)) yield application
    }
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

const columns = ['email', 'names', 'phones', 'forms', 'references', 'first_submitted', 'last_submitted', 'fields']

async function addToPerson({ formVersions }: Source, all: Map<string, AffectedPerson>, application: Application): Promise<void> {
  const { applicantEmail, applicantName, companyName, formType, submittedAt, ip, origin, answers } = application
  const key = mailboxKey(applicantEmail)
  const person = all.get(key) ?? {
    email: applicantEmail.trim(),
    names: new Set(),
    phones: new Set(),
    forms: new Set(),
    references: [],
    fields: new Set(),
    first: submittedAt,
    last: submittedAt,
  }
  all.set(key, person)
  if (applicantName !== '') person.names.add(applicantName)
  for (const { kind, key } of personKeys(application)) if (kind === 'phone') person.phones.add(key)
  person.forms.add(formType)
  person.references.push(reference(application.id))
  for (const { items } of detail(await formVersions.of(application), answers))
    for (const { label, text } of items) if (text !== '') person.fields.add(label)
  if (companyName !== '') person.fields.add('Company')
  if (ip !== '') person.fields.add('Internet address')
  if (origin !== null) person.fields.add('How they came to the site')
  if (submittedAt < person.first) person.first = submittedAt
  if (submittedAt > person.last) person.last = submittedAt
}

/**
 * The persons whose applications match a query, as CSV, for the notice after a data breach: one line per address, with the fields that are stored. It needs
 * about 1 KB of memory per person.
 */
export async function affectedPersons(
  source: Source,
  query: ListQuery,
): Promise<{ readonly csv: string; readonly persons: number }> {
  const all = new Map<string, AffectedPerson>()
  for await (const application of everyState(source, query)) await addToPerson(source, all, application)
  const lines = [...all.values()].map(({ email, names, phones, forms, references, first, last, fields }) =>
    csvLine([
      email,
      [...names].join('; '),
      [...phones].join('; '),
      [...forms].join('; '),
      references.join('; '),
      first.toISOString(),
      last.toISOString(),
      [...fields].join('; '),
    ]),
  )
  return { csv: [byteOrderMark, csvLine(columns), ...lines].join('').toWellFormed(), persons: all.size }
}
