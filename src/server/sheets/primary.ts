import type { Application } from '../../applications/application.ts'
import { statuses } from '../../applications/application.ts'
import type { Event } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import type { Stats } from '../../applications/stats.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { detail } from '../../forms/views/detail.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { formTypes } from '../../shared/form-types.ts'
import type { Applications, ListQuery } from '../storage/applications-port.ts'
import { textsIn } from '../storage/search-text.ts'
import { type Capability, reviewOf, type Sheet } from './port.ts'
import { readRow, sample } from './read-row.ts'

export interface PrimaryParts {
  /** Our own store: what was submitted waits there for the spreadsheet, and letters for the mail. */
  readonly applications: Applications
  readonly sheet: Sheet
  readonly forms: Forms
  readonly now: () => Date
  /** Never given personal data. */
  readonly warn: (data: object, message: string) => void
}

/** For so long one read answers again: the dashboard asks for the list and the numbers together. */
const freshMs = 2 * second

const isAbout = ({ what, ...event }: Event, subject: 'written' | 'scored'): boolean =>
  what === subject || (what === 'undone' && 'undid' in event && event.undid === subject)

/** Makes the changes of one unit, each with its place in it, on top of what is stored, whose scores stay unless they are what changes. */
const onTopOf =
  ({ revision, scores }: Application) =>
  (given: Change, place: number): Change => ({
    ...given,
    application: {
      ...given.application,
      ...(!isAbout(given.entry.event, 'scored') && { scores }),
      revision: revision + place,
    },
  })

/**
 * The specification's own arrangement (`SHEET_ROLE=primary`): what is read is the spreadsheet, and a read that fails shows one sample record. A
 * status change and a deletion go to its script where it can take them, and fail otherwise.
 */
export function primary({ applications, sheet, forms, now, warn }: PrimaryParts): Applications {
  let reads: { readonly at: number; readonly asked: string; readonly rows: Promise<readonly Application[]> }[] = []

  async function fetchRows(asked: Parameters<Sheet['read']>[0]): Promise<readonly Application[]> {
    try {
      const rows = (await sheet.read(asked)).map((row, place) => readRow(row, place, forms))
      return rows.sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
    } catch (error) {
      warn({ code: 'GOOGLE_SHEETS_ERROR', error: String(error) }, 'the spreadsheet could not be read: a sample is shown')
      return [sample(now(), forms)]
    }
  }

  /** The rows, newest first; those of the filters alone, so far as the script knows filters. */
  function rows({
    formType,
    status,
    email,
  }: Pick<ListQuery, 'formType' | 'status' | 'email'> = {}): Promise<readonly Application[]> {
    const asked = { form_type: formType, status, email }
    const name = JSON.stringify(asked)
    const at = now().getTime()
    reads = reads.filter((read) => at - read.at < freshMs)
    const known = reads.find((read) => read.asked === name)
    if (known !== undefined) return known.rows
    const read = { at, asked: name, rows: fetchRows(asked) }
    reads.push(read)
    return read.rows
  }

  const forget = (): void => {
    reads = []
  }

  const found = (application: Application, search: string): boolean => {
    const said = detail(forms[application.formType], application.answers).flatMap(({ items }) => items.map(({ text }) => text))
    const where = [application.applicantName, application.applicantEmail, application.companyName, ...said]
      .join('\n')
      .toLowerCase()
    return search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => where.includes(word))
  }

  const isAnswered = ({ answers, notes, meetingAt }: Application, field: string): boolean =>
    field === 'notes'
      ? notes.trim() !== ''
      : field === 'meeting'
        ? meetingAt !== null
        : Object.entries(answers).some(
            ([name, value]) => name.toLowerCase() === field && textsIn(value).some((text) => text.trim() !== ''),
          )

  async function matching(query: ListQuery): Promise<readonly Application[]> {
    const { formType, status, email, search, since, until, has = [], source } = query
    return (await rows(query)).filter(
      (one) =>
        one.id === 'sample' ||
        ((formType === undefined || one.formType === formType) &&
          (status === undefined || one.status === status) &&
          (email === undefined || one.applicantEmail.trim().toLowerCase() === email) &&
          (since === undefined || one.submittedAt >= since) &&
          (until === undefined || one.submittedAt < until) &&
          has.every((field) => isAnswered(one, field)) &&
          (source === undefined || found(one, source)) &&
          (search === undefined || found(one, search))),
    )
  }

  const byId = async (id: string): Promise<Application | undefined> => {
    const row = (await rows()).find((one) => one.id === id)
    if (row === undefined) return undefined
    // the internship's file is with us, and so is the revision that a save is measured by
    const ours = await applications.byId(id)
    return ours === undefined ? row : { ...row, scores: ours.scores, revision: ours.revision }
  }

  /** Has the script do something; its failure is the specification's. */
  async function change(capability: Capability, act: () => Promise<void>): Promise<void> {
    try {
      if (!(await sheet.capabilities()).includes(capability)) throw new Error(`the script offers no ${capability}`)
      await act()
    } catch (error) {
      throw new AppError('APPLICATION_UPDATE_FAILED', { cause: error })
    } finally {
      forget()
    }
  }

  return {
    ...applications,
    byId,

    async save(...changes) {
      const [first, ...next] = changes
      const { id, revision } = first.application
      forget()
      const before = await byId(id)
      if (before === undefined || before.id === 'sample') throw new AppError('APPLICATION_UPDATE_FAILED')
      const moved = changes.map(({ entry }) => entry.event).find(({ what }) => what === 'moved')
      if (moved?.what === 'moved' && before.status !== moved.from) return 'stale'
      const stored = await applications.byId(id)
      if ((stored?.revision ?? 0) !== revision) return 'stale'
      // A message is nothing that a row has.
      const isMessage = changes.every(({ entry }) => isAbout(entry.event, 'written'))
      if (isMessage && stored !== undefined) return applications.save(...changes)
      if (!isMessage) await change('update', () => sheet.update(id, reviewOf((next.at(-1) ?? first).application)))
      // The spreadsheet has it: what another window saved meanwhile must not keep ours from following, or its letter would never be queued.
      let current = stored
      while (current !== undefined) {
        const ours = onTopOf(current)
        if ((await applications.save(ours(first, 0), ...next.map((one, place) => ours(one, place + 1)))) === 'saved')
          return 'saved'
        current = await applications.byId(id)
      }
      if (stored !== undefined) return 'stale'
      // A row that came to the spreadsheet another way: it becomes ours with its first change, and with all letters, so that they can be sent.
      const { application, entry } = first
      await applications.add({
        change: { application, entry, outbox: changes.flatMap(({ outbox }) => outbox) },
        files: [],
        duplicate: { key: `sheet:${id}`, rule: 'within_a_day', since: now() },
        idempotency: undefined,
      })
      const [second, ...others] = next.map(onTopOf(application))
      if (second !== undefined) await applications.save(second, ...others)
      return 'saved'
    },

    async remove(id, entry, holdUntil) {
      forget()
      if ((await byId(id)) === undefined) return { kind: 'not_found' }
      await change('delete', () => sheet.remove(id))
      const removed = await applications.remove(id, entry, holdUntil)
      // a row that is in the spreadsheet alone is gone with it
      return removed.kind === 'removed' ? removed : { kind: 'removed', revision: 0 }
    },

    async undo(id, by, at, delivery, named) {
      const undone = await applications.undo(id, by, at, delivery, named)
      if (undone.kind !== 'undone') return undone
      const { application } = undone
      // A deleted row is written anew; the script drops one that it has.
      await change('update', async () => {
        await sheet.append(application, forms[application.formType])
        await sheet.update(id, reviewOf(application))
      })
      return undone
    },

    async list(query) {
      const all = await matching(query)
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
      yield* await matching(query)
    },

    // What the spreadsheet does not keep is not known: whether one that is decided was invited to pitch before, and how it came.
    async *facts({ from, before, ...query }) {
      const all = (await matching({ ...query, limit: 1 })).map((one) => ({ one, at: one.submittedAt.getTime() }))
      yield all
        .filter(({ at }) => (from === undefined || at >= from.getTime()) && (before === undefined || at < before.getTime()))
        .map(({ one, at }) => ({
          formType: one.formType,
          status: one.status,
          submittedAt: at,
          decidedAt: one.reviewedAt?.getTime() ?? null,
          pitched: one.status === 'pitch',
          first: one.origin?.first,
          last: one.origin?.last,
        }))
    },

    count: async (query) => (await matching(query)).length,

    async stats() {
      const all = await rows()
      const of = <Key extends string>(keys: readonly Key[], key: (one: Application) => Key): Record<Key, number> =>
        Object.fromEntries(keys.map((name) => [name, all.filter((one) => key(one) === name).length])) as Record<Key, number>
      return {
        total: all.length,
        ...of(statuses, ({ status }) => status),
        byFormType: of(formTypes, ({ formType }) => formType),
      } satisfies Stats
    },
  }
}
