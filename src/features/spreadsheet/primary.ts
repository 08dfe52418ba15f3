import { type Application, isInReview, type Stats, type Status, statuses } from '../../applications/application.ts'
import type { Fact } from '../../applications/facts.ts'
import type { Event, HistoryEntry } from '../../applications/history.ts'
import {
  type FactQuery,
  type ListQuery,
  ofEveryState,
  type Page,
  type StoredApplications,
} from '../../server/records/applications/lists.ts'
import type { Applications, StoredChange } from '../../server/records/applications/port.ts'
import { untilNotStale } from '../../server/records/until-not-stale.ts'
import { type Capability, reviewOf } from '../../server/sheets/port.ts'
import { AppError } from '../../shared/errors.ts'
import { formTypes } from '../../shared/form-types.ts'
import { isSample } from './read-row.ts'
import { ofDatabase, type RowsParts, sheetRows } from './rows.ts'

interface PrimaryParts extends RowsParts {
  /** The database, in which submissions wait for the spreadsheet and letters for the mail provider. */
  readonly applications: StoredApplications
}

/** Whether an event is about a request to the applicant. Only the database has requests. */
const isRequest = (event: Event): boolean => event.what === 'request_closed' || isAbout(event, 'requested')

/** Whether an event changes the status. */
const isMoved = (event: Event): event is Extract<Event, { readonly from: Status }> =>
  event.what === 'moved' || (event.what === 'undone' && event.undid === 'moved')

const isAbout = ({ what, ...event }: Event, subject: 'written' | 'scored' | 'requested'): boolean =>
  what === subject || (what === 'undone' && 'undid' in event && event.undid === subject)

/** What a row has of an application, and people edit there. Only the database has everything else as it is. */
const inRow = (application: Application) => ({
  applicantName: application.applicantName,
  applicantEmail: application.applicantEmail,
  companyName: application.companyName,
  answers: application.answers,
  status: application.status,
  reviewedAt: application.reviewedAt,
  reviewedBy: application.reviewedBy,
  notes: application.notes,
  meetingAt: application.meetingAt,
})

/** Bases the changes of one unit on a stored record: they set the row, the star, whether letters are stopped, and scores if they are about those. `index`: that of the change. */
const rebaseOn =
  (stored: Application) =>
  ({ application, ...change }: StoredChange, index: number): StoredChange => ({
    ...change,
    application: {
      ...stored,
      ...inRow(application),
      isStarred: application.isStarred,
      lettersStoppedAt: application.lettersStoppedAt,
      ...(isAbout(change.entry.event, 'scored') && { scores: application.scores, total: application.total }),
      revision: stored.revision + index,
    },
  })

/** The spreadsheet's rows, and the records in the database for them. */
function createStore({ applications, sheet, forms, dueAt, now, warn }: PrimaryParts) {
  const rows = sheetRows({ sheet, forms, dueAt, now, warn })
  return {
    applications,
    sheet,
    forms,
    now,
    rows,

    /** Reads a row, with what only the database has. */
    async byId(id: string): Promise<Application | undefined> {
      const row = (await rows.read()).find((application) => application.id === id)
      if (row === undefined) return undefined
      const stored = await applications.byId(id)
      return stored === undefined ? row : { ...stored, ...inRow(row) }
    },

    /** Calls the script. @throws AppError APPLICATION_UPDATE_FAILED when it lacks the capability, or fails */
    async change(capability: Capability, act: () => Promise<void>): Promise<void> {
      try {
        if (!(await sheet.capabilities()).includes(capability)) throw new Error(`the script does not support ${capability}`)
        await act()
      } catch (error) {
        throw new AppError('APPLICATION_UPDATE_FAILED', { cause: error })
      } finally {
        rows.clear()
      }
    },
  }
}

type Store = ReturnType<typeof createStore>
type Changes = Parameters<Applications['save']>

/**
 * Saves changes of a stored application, also over changes that another window saved meanwhile. The spreadsheet is changed already, so the database must
 * follow: otherwise the letter would never be queued.
 * @returns `stale` when the application is deleted, or a letter that a change cancels is being sent
 * @throws AppError CONFLICT when other changes come first five times
 */
async function saveOverStored(
  { applications }: Store,
  stored: Application,
  [first, ...next]: Changes,
): Promise<'saved' | 'stale'> {
  let current = stored
  const saved = await untilNotStale(async () => {
    const rebased = rebaseOn(current)
    const result = await applications.save(rebased(first, 0), ...next.map((change, index) => rebased(change, index + 1)))
    if (result === 'saved') return result
    const changed = await applications.byId(stored.id)
    if (changed === undefined || changed.revision === current.revision) return 'refused'
    current = changed
    return 'stale'
  })
  return saved === 'saved' ? 'saved' : 'stale'
}

/** Inserts an application that only the spreadsheet had into the database, with the outbox entries of all changes, so that the letters are sent. */
async function insertRow({ applications, now }: Store, changes: Changes): Promise<void> {
  const [{ application, entry }, ...next] = changes
  await applications.add({
    change: { application, entry, outbox: changes.flatMap(({ outbox }) => outbox) },
    files: [],
    duplicate: { key: `sheet:${application.id}`, rule: 'within_a_day', since: now() },
    idempotency: undefined,
  })
  const [second, ...later] = next.map(rebaseOn(application))
  if (second !== undefined) await applications.save(second, ...later)
}

async function save(store: Store, changes: Changes): Promise<'saved' | 'stale'> {
  const { applications, sheet, rows } = store
  const [first] = changes
  const { event } = first.entry
  if (event.what === 'undone' && event.undid === 'deleted') return restore(store, changes)
  const { id, revision } = first.application
  rows.clear()
  const before = await store.byId(id)
  if (before === undefined || isSample(before)) throw new AppError('APPLICATION_UPDATE_FAILED')
  if (changes.some(({ entry }) => isMoved(entry.event) && before.status !== entry.event.from)) return 'stale'
  const stored = await applications.byId(id)
  if ((stored?.revision ?? 0) !== revision) return 'stale'
  // A row has no column for messages and requests.
  const isMessage = changes.every(({ entry }) => isAbout(entry.event, 'written') || isRequest(entry.event))
  if (isMessage && stored !== undefined) return applications.save(...changes)
  if (changes.some(({ entry }) => isRequest(entry.event)))
    throw new AppError('APPLICATION_UPDATE_FAILED', {
      message: 'This application is only in the spreadsheet, so nothing can be requested of its applicant.',
    })
  const last = changes.at(-1) ?? first
  if (!isMessage) await store.change('update', () => sheet.update(id, reviewOf(last.application)))
  const restoreRow = (): Promise<void> => store.change('update', () => sheet.update(id, reviewOf(before)))
  if (stored !== undefined) return orRowRestored(() => saveOverStored(store, stored, changes), restoreRow)
  await insertRow(store, changes)
  return 'saved'
}

async function remove(store: Store, id: string, entry: HistoryEntry, holdUntil: Date) {
  const { applications, sheet, rows } = store
  rows.clear()
  const before = await store.byId(id)
  if (before === undefined) return { kind: 'not_found' as const }
  await store.change('delete', () => sheet.remove(id))
  const removed = await orRowRestored(
    () => applications.remove(id, entry, holdUntil),
    () => addRow(store, before),
  )
  // An application that only the spreadsheet had has no revision.
  return removed.kind === 'removed' ? removed : { kind: 'removed' as const, revision: 0 }
}

/** Saves in the database what the spreadsheet has already. If that fails, the row becomes again what it was. */
async function orRowRestored<Result>(saving: () => Promise<Result>, restoreRow: () => Promise<void>): Promise<Result> {
  const saved = saving()
  // A row that cannot be restored has no better answer than the first failure.
  if ((await saved.catch(() => 'stale')) === 'stale') await restoreRow().catch(() => undefined)
  return saved
}

/** Adds a row as the application is now. The script ignores a row that it still has. */
const addRow = ({ sheet, forms, change }: Store, application: Application): Promise<void> =>
  change('update', async () => {
    await sheet.append(application, forms[application.formType])
    await sheet.update(application.id, reviewOf(application))
  })

/** Restores a deleted application: the row first, then the database. */
async function restore(store: Store, changes: Changes): Promise<'saved' | 'stale'> {
  const { application } = changes[0]
  await addRow(store, application)
  return orRowRestored(
    () => store.applications.save(...changes),
    () => store.change('delete', () => store.sheet.remove(application.id)),
  )
}

/** The rows that match a list's query. What a row lacks, the database answers: of an application that only the spreadsheet has, nothing is read, scored or starred. */
async function matching({ rows, applications }: Store, query: ListQuery): Promise<readonly Application[]> {
  const { flags, ...filters } = ofDatabase(query)
  const idsOf = async (filter: Partial<ListQuery>): Promise<ReadonlySet<string>> => {
    const ids = new Set<string>()
    for await (const { id } of ofEveryState(applications, { ...filter, limit: 100 })) ids.add(id)
    return ids
  }
  let matches = await rows.matching(query)
  for (const [name, value] of Object.entries(flags)) {
    if (value === undefined) continue
    const ids = await idsOf({ [name]: true })
    matches = matches.filter((row) => isSample(row) || ids.has(row.id) === value)
  }
  if (filters.scores.length === 0 && filters.has.length === 0 && filters.marked === undefined) return matches
  const ids = await idsOf(filters)
  return matches.filter((row) => isSample(row) || ids.has(row.id))
}

/** The cursor is an offset. @throws AppError FORM_VALIDATION_FAILED when it is invalid */
async function list(store: Store, query: ListQuery): Promise<Page> {
  const all = await matching(store, query)
  const from = Number(query.cursor ?? 0)
  if (!Number.isSafeInteger(from) || from < 0)
    throw new AppError('FORM_VALIDATION_FAILED', { details: { cursor: 'The cursor is invalid' } })
  const until = from + query.limit
  return {
    applications: all.slice(from, until),
    nextCursor: until < all.length ? String(until) : undefined,
    total: all.length,
    totalCapped: false,
  }
}

/** The spreadsheet has neither origins nor the earlier invitation to pitch of a decided application. */
async function* facts({ rows }: Store, { from, before, ...query }: FactQuery): AsyncIterable<readonly Fact[]> {
  const all = (await rows.matching({ ...query, limit: 1 })).map((application) => ({
    application,
    at: application.submittedAt.getTime(),
  }))
  yield all
    .filter(({ at }) => (from === undefined || at >= from.getTime()) && (before === undefined || at < before.getTime()))
    .map(({ application, at }) => ({
      formType: application.formType,
      status: application.status,
      submittedAt: at,
      dueAt: application.dueAt.getTime(),
      decidedAt: application.reviewedAt?.getTime() ?? null,
      pitched: application.status === 'pitch',
      first: application.origin?.first,
      last: application.origin?.last,
      answers: application.answers,
      total: application.total,
      answeredAt: application.reviewedAt?.getTime() ?? null,
    }))
}

const countBy = <Key extends string>(
  all: readonly Application[],
  keys: readonly Key[],
  keyOf: (application: Application) => Key,
): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, all.filter((application) => keyOf(application) === key).length])) as Record<
    Key,
    number
  >

/**
 * The spreadsheet as the primary store (`SHEET_ROLE=primary`), as the specification requires. Reads come from it; a failed read shows a sample record.
 * Status changes and deletions go to its script, and fail when the script does not support them.
 */
export function primary(parts: PrimaryParts): StoredApplications {
  const store = createStore(parts)
  const { rows } = store
  return {
    ...parts.applications,
    byId: store.byId,
    save: (...changes) => save(store, changes),
    remove: (id, entry, holdUntil) => remove(store, id, entry, holdUntil),
    list: (query) => list(store, query),
    async ofAddress(email) {
      const stored = new Map((await parts.applications.ofAddress(email)).map((each) => [each.id, each]))
      const all = await rows.matching({ email, limit: 1 })
      return all.map(({ id, submittedAt }) => stored.get(id) ?? { id, submittedAt, isInReview: true, openedAt: null })
    },
    async *all(query) {
      yield* await matching(store, query)
    },
    facts: (query) => facts(store, query),
    count: async (query) => (await matching(store, query)).length,
    async stats() {
      const all = (await rows.read()).filter(isInReview)
      return {
        total: all.length,
        ...countBy(all, statuses, ({ status }) => status),
        byFormType: countBy(all, formTypes, ({ formType }) => formType),
      } satisfies Stats
    },
  }
}
