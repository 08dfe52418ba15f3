import type { Application } from '../../../applications/application.ts'
import type { Change } from '../../../applications/moves.ts'
import type { Topics } from '../../../applications/outbox.ts'
import type { Forms } from '../../../forms/form.ts'
import type { Engine } from '../../database/engine.ts'
import { indexedText } from '../../database/search/fold.ts'
import { labelsOf } from '../../database/search-text.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { formOfVersion } from '../../forms/store.ts'
import { areCancellable, cancelOutboxEntries, insertOutboxEntries } from '../outbox/insert.ts'
import { lettersRow, recordLetters } from '../persons/record.ts'
import { SlotTaken } from '../slots.ts'
import { holdSlot, isTaken } from '../stored-slots.ts'
import { countChange, updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { fileRow } from './new-rows.ts'
import type { RevisedApplication, StoredChange, StoredFile } from './port.ts'
import { changeable, columns, fromRow, type Row } from './row.ts'

/** Rolls a unit back that has written: one of several changes is stale, or another node claimed an entry after it was checked. */
class Stale extends Error {}

type Before = Pick<Row, 'answers' | 'answers_revision' | 'form_version'>

/** Stores the answers that are replaced as a version, together with the replaced files, and inserts the new files. */
async function storeEarlier(trx: Db, id: string, before: Before, files: readonly StoredFile[]): Promise<void> {
  const { answers, answers_revision: revision, form_version } = before
  await trx.insertInto('answer_versions').values({ application_id: id, revision, form_version, answers }).execute()
  for (const file of files) {
    const field = encodeText(file.field)
    const own = trx.selectFrom('files').where('application_id', '=', id).where('field', '=', field)
    const earlier = await own.selectAll().executeTakeFirst()
    if (earlier !== undefined) {
      await trx
        .insertInto('earlier_files')
        .values({ ...earlier, revision })
        .execute()
      await trx.deleteFrom('files').where('application_id', '=', id).where('field', '=', field).execute()
    }
    await trx.insertInto('files').values(fileRow(id, file)).execute()
  }
}

/** The columns that only a change of the answers writes. */
const revisedColumns = (application: Application, { duplicateKey }: Pick<RevisedApplication, 'duplicateKey'>) => ({
  applicant_name: encodeText(application.applicantName),
  company_name: encodeText(application.companyName),
  answers: JSON.stringify(application.answers),
  form_version: application.formVersion,
  answers_revision: application.answersRevision,
  read_at: null,
  duplicate_key: encodeText(duplicateKey),
})

/** Whether a change restores a deleted application. */
const isRestoring = ({ entry: { event } }: Pick<Change, 'entry'>): boolean => event.what === 'undone' && event.undid === 'deleted'

/**
 * Cancels the entries that a deletion queued, and restores those that it cancelled. The spreadsheet may have removed the row meanwhile, so each entry for the
 * row appends it first: an update alone would fail, and block the entries after it.
 */
async function restoreOutboxEntries(trx: Db, id: string): Promise<void> {
  const ofApplication = () => trx.updateTable('outbox').where('application_id', '=', id)
  await ofApplication()
    .set({ state: 'cancelled', next_at: null })
    .where('topic', '=', 'sheet.removal')
    .where('state', 'in', ['waiting', 'parked'])
    .execute()
  const completeRow: Topics['sheet.row'] = { applicationId: id, whole: true }
  await ofApplication()
    .set({ payload: JSON.stringify(completeRow) })
    .where('topic', '=', 'sheet.row')
    .where((eb) => eb.or([eb('revived_as', 'is not', null), eb('state', 'in', ['waiting', 'claimed'])]))
    .execute()
  await ofApplication()
    .set((eb) => ({
      state: eb.fn.coalesce('revived_as', 'state'),
      next_at: eb.case().when('revived_as', '=', 'waiting').then(eb.ref('due_at')).else(null).end(),
      revived_as: null,
    }))
    .where('revived_as', 'is not', null)
    .execute()
}

/** Those columns of the stored row that a change needs; undefined when another change came first. */
const rowBefore = (trx: Db, change: Pick<Change, 'application' | 'entry'>, isRevised: boolean) =>
  trx
    .selectFrom('applications')
    .select([...columns, 'seq', 'search_text', 'facets', 'quarantine'])
    .where('id', '=', change.application.id)
    .where('revision', '=', change.application.revision)
    .where((eb) => {
      if (isRestoring(change)) return eb.and([eb('removed_at', 'is not', null), eb('quarantine', 'is', null)])
      // Answers can be changed in quarantine, because the applicant must not notice it.
      return isRevised ? eb.or([eb('removed_at', 'is', null), eb('quarantine', 'is not', null)]) : eb('removed_at', 'is', null)
    })
    .executeTakeFirst()

/** The indexed text after a change. Only a new address or new answers change it. */
async function indexedTextAfter(
  trx: Db,
  forms: Forms | undefined,
  { application, entry }: Pick<Change, 'application' | 'entry'>,
  before: Pick<Row, 'applicant_email' | 'search_text'>,
  isRevised: boolean,
): Promise<string> {
  const isAnswered = isRevised || entry.event.what === 'request_answered'
  if (before.applicant_email === encodeText(application.applicantEmail) && !isAnswered) return before.search_text
  const form = await formOfVersion(trx, application, forms?.[application.formType])
  return indexedText(application, labelsOf(application.answers, form))
}

/**
 * Writes one change within a unit.
 * @returns, with nothing written: `stale` when another change came first, or an entry that it cancels was claimed meanwhile; `taken` as `isTaken` says
 * @throws Stale, SlotTaken when another node came between the check and the write
 */
export async function write(
  engine: Engine,
  trx: Db,
  forms: Forms | undefined,
  change: Change,
  revised?: Omit<RevisedApplication, 'change'>,
): Promise<'saved' | 'stale' | 'taken'> {
  const { application, entry } = change
  const { id, revision } = application
  const before = await rowBefore(trx, change, revised !== undefined)
  const cancels = [...new Set(change.cancels)]
  if (before === undefined || !(await areCancellable(trx, cancels))) return 'stale'
  if (await isTaken(trx, change)) return 'taken'
  const changed = changeable(application)
  const search_text = await indexedTextAfter(trx, forms, change, before, revised !== undefined)
  if (revised !== undefined) await storeEarlier(trx, id, before, revised.files)
  await engine.search.replace(trx, before, { ...before, search_text, facets: changed.facets })
  const restores = isRestoring(change)
  if (restores) await restoreOutboxEntries(trx, id)
  await holdSlot(trx, change)
  if ((await cancelOutboxEntries(trx, cancels)).length < cancels.length) throw new Stale()
  await engine.together(trx, [
    trx
      .updateTable('applications')
      .set({
        ...changed,
        requests: JSON.stringify(application.requests),
        ...(search_text !== before.search_text && { search_text }),
        ...(revised !== undefined && revisedColumns(application, revised)),
        // Nobody has read the earlier answers.
        ...(before.quarantine !== null && { seen_revision: application.answersRevision }),
        ...(restores && { removed_at: null, hold_until: null }),
        revision: revision + 1,
      })
      .where('id', '=', id),
    insertHistory(engine, id, revision + 1, entry),
    ...insertOutboxEntries(engine, change.outbox, revision + 1, entry.at, application.ip),
    ...updateCounters(engine, before.form_type, countChange(restores ? undefined : fromRow(before), application)),
  ])
  return 'saved'
}

export const revise = (engine: Engine, forms: Forms | undefined, { change, ...revised }: RevisedApplication) =>
  outcomeOf(
    engine.write(async (trx) => {
      await engine.lock(trx, `application:${change.application.id}`)
      return write(engine, trx, forms, change, revised)
    }),
  )

export const saveWithFile = (
  engine: Engine,
  forms: Forms | undefined,
  change: Change,
  file: StoredFile | undefined,
): Promise<'saved' | 'stale'> =>
  save(engine, forms, [
    {
      ...change,
      write: async (trx) => file && trx.insertInto('files').values(fileRow(change.application.id, file)).execute(),
    },
  ])

/** The changes of one application keep their order. */
const orderOf = ({ application: { formType, id } }: Change): string => `${formType} ${id}`

export async function save(
  engine: Engine,
  forms: Forms | undefined,
  changes: readonly StoredChange[],
): Promise<'saved' | 'stale'> {
  const letters = await Promise.all(changes.map(({ application, entry }) => lettersRow(engine, application, entry)))
  return outcomeOf(
    engine.write(async (trx) => {
      await engine.lock(trx, ...[...new Set(changes.map(({ application }) => `application:${application.id}`))].toSorted())
      // Always in the same order, so that two units cannot deadlock at the counters.
      for (const [index, change] of changes.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b))).entries()) {
        const outcome = await write(engine, trx, forms, change)
        if (outcome !== 'saved' && index > 0) throw new Stale()
        if (outcome !== 'saved') return outcome
        await change.write?.(trx)
      }
      await recordLetters(trx, letters.flat())
      return 'saved'
    }),
  )
}

/** The result of a save. @throws SlotTaken */
async function outcomeOf(saving: Promise<'saved' | 'stale' | 'taken'>): Promise<'saved' | 'stale'> {
  const outcome = await saving.catch((error: unknown) => {
    if (error instanceof Stale) return 'stale' as const
    throw error
  })
  if (outcome === 'taken') throw new SlotTaken()
  return outcome
}
