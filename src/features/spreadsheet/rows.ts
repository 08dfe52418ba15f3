import { type Application, isInReview, stateOf } from '../../applications/application.ts'
import { isDueIn } from '../../applications/due.ts'
import { sortApplications } from '../../applications/order.ts'
import type { Forms } from '../../forms/form.ts'
import { detail } from '../../forms/views/as-text.ts'
import { textsIn } from '../../server/database/search-text.ts'
import type { ListQuery } from '../../server/records/applications/lists.ts'
import type { Sheet } from '../../server/sheets/port.ts'
import { second } from '../../shared/dates.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { type DueAt, isSample, readRow, sample } from './read-row.ts'

export interface RowsParts {
  readonly sheet: Sheet
  readonly forms: Forms
  readonly dueAt: DueAt
  readonly now: () => Date
  /** Receives no personal data. */
  readonly warn: (data: object, message: string) => void
}

/** How long a read is cached: the desk requests the list and the numbers together. */
const cacheMs = 2 * second

function isAnswered({ answers, notes, meetingAt }: Application, field: string): boolean {
  if (field === 'notes') return notes.trim() !== ''
  if (field === 'meeting') return meetingAt !== null
  return Object.entries(answers).some(
    ([name, value]) => name.toLowerCase() === field && textsIn(value).some((text) => text.trim() !== ''),
  )
}

/** Whether all words of a search are in the application's name, address, company or answers. */
function matchesText(application: Application, search: string, forms: Forms): boolean {
  const answers = detail(forms[application.formType], application.answers).flatMap(({ items }) => items.map(({ text }) => text))
  const text = [application.applicantName, application.applicantEmail, application.companyName, ...answers]
    .join('\n')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What `has:` asks for that a row lacks. */
const unlisted: readonly string[] = ['stopped', 'asked', 'answered']

/** The filters of a query that only the database can answer: whether it is read, starred or scored, its total score, its requests, words of features. */
export const ofDatabase = ({ isRead, isStarred, isScored, scores = [], has = [], marked }: ListQuery) => ({
  flags: { isRead, isStarred, isScored },
  scores,
  ...(marked !== undefined && { marked }),
  has: has.filter((field) => unlisted.includes(field)),
})

type Filter = Exclude<keyof ListQuery, 'order' | 'cursor' | 'limit'>

const answeredElsewhere = (): boolean => true

/** The condition of each filter. One that is not here does not compile: it would match everything. */
const conditions: {
  readonly [Name in Filter]-?: (application: Application, value: NonNullable<ListQuery[Name]>, forms: Forms) => boolean
} = {
  formType: ({ formType }, value) => formType === value,
  status: (application, value) => stateOf(application) === value,
  email: ({ applicantEmail }, value) => mailboxKey(applicantEmail) === mailboxKey(value),
  since: ({ submittedAt }, value) => submittedAt >= value,
  until: ({ submittedAt }, value) => submittedAt < value,
  dueIn: isDueIn,
  has: (application, value) => value.every((field) => unlisted.includes(field) || isAnswered(application, field)),
  isDecided: ({ status }) => status !== 'pending',
  source: matchesText,
  cohort: ({ answers }, value) => answers.cohortPreference === value,
  leftOut: ({ status, formType }, value) => !(status === 'pending' && value.includes(formType)),
  excluded: (application, value, forms) => !value.some((text) => matchesText(application, text, forms)),
  search: matchesText,
  // See ofDatabase.
  isRead: answeredElsewhere,
  isStarred: answeredElsewhere,
  isScored: answeredElsewhere,
  scores: answeredElsewhere,
  marked: answeredElsewhere,
}

/** Whether an application matches the filters of a list's query, except those that only the database can answer. */
function matches(application: Application, query: ListQuery, forms: Forms): boolean {
  const meets = (name: Filter): boolean => {
    const condition = conditions[name] as (application: Application, value: unknown, forms: Forms) => boolean
    return query[name] === undefined || condition(application, query[name], forms)
  }
  return (query.status !== undefined || isInReview(application)) && (Object.keys(conditions) as Filter[]).every(meets)
}

/** The spreadsheet's rows as applications, cached for two seconds. */
export function sheetRows({ sheet, forms, dueAt, now, warn }: RowsParts) {
  let cache: { readonly at: number; readonly query: string; readonly rows: Promise<readonly Application[]> }[] = []

  async function fetchRows(query: Parameters<Sheet['read']>[0]): Promise<readonly Application[]> {
    try {
      const rows = (await sheet.read(query)).map((row, index) => readRow(row, index, forms, dueAt))
      return rows.sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
    } catch (error) {
      warn({ code: 'GOOGLE_SHEETS_ERROR', error: String(error) }, 'the spreadsheet could not be read: a sample is shown')
      return [sample(now(), forms, dueAt)]
    }
  }

  /** The rows, newest first, by the filters that the script supports. A sample when the spreadsheet cannot be read. */
  function read({
    formType,
    status,
    email,
  }: Pick<ListQuery, 'formType' | 'status' | 'email'> = {}): Promise<readonly Application[]> {
    const query = { form_type: formType, status, email }
    const key = JSON.stringify(query)
    const at = now().getTime()
    cache = cache.filter((entry) => at - entry.at < cacheMs)
    const cached = cache.find((entry) => entry.query === key)
    if (cached !== undefined) return cached.rows
    const rows = fetchRows(query)
    cache.push({ at, query: key, rows })
    return rows
  }

  /** The rows that match a list's query, in its order. */
  async function matching(query: ListQuery): Promise<readonly Application[]> {
    const rows = (await read(query)).filter((application) => isSample(application) || matches(application, query, forms))
    return sortApplications(rows, query.dueIn === undefined ? (query.order ?? 'date') : 'due')
  }

  return {
    read,
    matching,
    /** Empties the cache, before and after a write. */
    clear: (): void => {
      cache = []
    },
  }
}
