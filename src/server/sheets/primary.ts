import type { Application, Stats } from '../../applications/application.ts'
import { statuses } from '../../applications/application.ts'
import type { Event } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import { AppError } from '../../shared/errors.ts'
import { formTypes } from '../../shared/form-types.ts'
import type { Applications } from '../storage/applications-port.ts'
import { type Capability, reviewOf } from './port.ts'
import { type RowsParts, sheetRows } from './rows.ts'

export interface PrimaryParts extends RowsParts {
  /** The database: submissions wait in it for the spreadsheet, and letters for the mail. */
  readonly applications: Applications
}

const isAbout = ({ what, ...event }: Event, subject: 'written' | 'scored'): boolean =>
  what === subject || (what === 'undone' && 'undid' in event && event.undid === subject)

/** Bases the changes of one unit on a stored record, each by its index in the unit. The stored scores stay, unless the change is of scores. */
const rebaseOn =
  ({ revision, scores }: Application) =>
  (change: Change, index: number): Change => ({
    ...change,
    application: {
      ...change.application,
      ...(!isAbout(change.entry.event, 'scored') && { scores }),
      revision: revision + index,
    },
  })

/**
 * The spreadsheet as the store (`SHEET_ROLE=primary`), as the specification has it: reads come from it, and one that fails shows a sample record.
 * Status changes and deletions go to its script, and fail where the script cannot do them.
 */
export function primary({ applications, sheet, forms, now, warn }: PrimaryParts): Applications {
  const rows = sheetRows({ sheet, forms, now, warn })

  const byId = async (id: string): Promise<Application | undefined> => {
    const row = (await rows.read()).find((application) => application.id === id)
    if (row === undefined) return undefined
    // The database has the internship's file, the scores, and the revision that a save is based on.
    const stored = await applications.byId(id)
    return stored === undefined ? row : { ...row, scores: stored.scores, revision: stored.revision }
  }

  /** Calls the script. @throws AppError APPLICATION_UPDATE_FAILED when it cannot, or fails */
  async function change(capability: Capability, act: () => Promise<void>): Promise<void> {
    try {
      if (!(await sheet.capabilities()).includes(capability)) throw new Error(`the script offers no ${capability}`)
      await act()
    } catch (error) {
      throw new AppError('APPLICATION_UPDATE_FAILED', { cause: error })
    } finally {
      rows.clear()
    }
  }

  return {
    ...applications,
    byId,

    async save(...changes) {
      const [first, ...next] = changes
      const { id, revision } = first.application
      rows.clear()
      const before = await byId(id)
      if (before === undefined || before.id === 'sample') throw new AppError('APPLICATION_UPDATE_FAILED')
      const moved = changes.map(({ entry }) => entry.event).find(({ what }) => what === 'moved')
      if (moved?.what === 'moved' && before.status !== moved.from) return 'stale'
      const stored = await applications.byId(id)
      if ((stored?.revision ?? 0) !== revision) return 'stale'
      // A row has no column for messages.
      const isMessage = changes.every(({ entry }) => isAbout(entry.event, 'written'))
      if (isMessage && stored !== undefined) return applications.save(...changes)
      if (!isMessage) await change('update', () => sheet.update(id, reviewOf((next.at(-1) ?? first).application)))
      // The spreadsheet is changed: the database must follow, whatever another window saved meanwhile, or the letter would never be queued.
      let current = stored
      while (current !== undefined) {
        const rebased = rebaseOn(current)
        if ((await applications.save(rebased(first, 0), ...next.map((change, index) => rebased(change, index + 1)))) === 'saved')
          return 'saved'
        current = await applications.byId(id)
      }
      if (stored !== undefined) return 'stale'
      // A row that only the spreadsheet has: its first change inserts it into the database, with all letters, so that they are sent.
      const { application, entry } = first
      await applications.add({
        change: { application, entry, outbox: changes.flatMap(({ outbox }) => outbox) },
        files: [],
        duplicate: { key: `sheet:${id}`, rule: 'within_a_day', since: now() },
        idempotency: undefined,
      })
      const [second, ...later] = next.map(rebaseOn(application))
      if (second !== undefined) await applications.save(second, ...later)
      return 'saved'
    },

    async remove(id, entry, holdUntil) {
      rows.clear()
      if ((await byId(id)) === undefined) return { kind: 'not_found' }
      await change('delete', () => sheet.remove(id))
      const removed = await applications.remove(id, entry, holdUntil)
      // A row that only the spreadsheet had has no revision.
      return removed.kind === 'removed' ? removed : { kind: 'removed', revision: 0 }
    },

    async undo(id, by, at, delivery, revision) {
      const undone = await applications.undo(id, by, at, delivery, revision)
      if (undone.kind !== 'undone') return undone
      const { application } = undone
      // A deleted row is appended again; the script ignores a row that it has.
      await change('update', async () => {
        await sheet.append(application, forms[application.formType])
        await sheet.update(id, reviewOf(application))
      })
      return undone
    },

    async list(query) {
      const all = await rows.matching(query)
      const from = Number(query.cursor ?? 0)
      if (!Number.isSafeInteger(from) || from < 0)
        throw new AppError('FORM_VALIDATION_FAILED', { details: { cursor: 'The cursor is none of ours' } })
      const until = from + query.limit
      return {
        applications: all.slice(from, until),
        nextCursor: until < all.length ? String(until) : undefined,
        total: all.length,
        totalCapped: false,
      }
    },

    async *all(query) {
      yield* await rows.matching(query)
    },

    // The spreadsheet knows neither whether a decided application was invited to pitch before, nor its origin.
    async *facts({ from, before, ...query }) {
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
          decidedAt: application.reviewedAt?.getTime() ?? null,
          pitched: application.status === 'pitch',
          first: application.origin?.first,
          last: application.origin?.last,
        }))
    },

    count: async (query) => (await rows.matching(query)).length,

    async stats() {
      const all = await rows.read()
      const of = <Key extends string>(keys: readonly Key[], key: (application: Application) => Key): Record<Key, number> =>
        Object.fromEntries(keys.map((name) => [name, all.filter((application) => key(application) === name).length])) as Record<
          Key,
          number
        >
      return {
        total: all.length,
        ...of(statuses, ({ status }) => status),
        byFormType: of(formTypes, ({ formType }) => formType),
      } satisfies Stats
    },
  }
}
