import { toMessageRecord } from '../../api/responses.ts'
import { type PersonKey, personKeys, strongKeyOf, strongKinds } from '../../applications/person.ts'
import type { Promises } from '../../content/schema/promises.ts'
import { readEmail } from '../../forms/fields/email.ts'
import type { Desk } from '../../server/desk/desk.ts'
import { recordOf } from '../../server/desk/responses.ts'
import { readObject } from '../../server/http/body.ts'
import { archiveResponse } from '../../server/http/download.ts'
import { logExport } from '../../server/http/export-log.ts'
import { invalid } from '../../server/http/faults.ts'
import { readQuery } from '../../server/http/list-query.ts'
import { type Route, Routes, succeeded } from '../../server/http/routes.ts'
import type { PersonHashes } from '../../server/records/persons/hashes.ts'
import type { Erasure, Owned, Persons } from '../../server/records/persons/port.ts'
import { dayOf } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { formTypes } from '../../shared/form-types.ts'
import { isApplicationId } from '../../shared/ids.ts'
import { affectedPersons } from './affected-persons.ts'
import { personRoutes } from './api.ts'
import type { ErasureRecord, PersonResponse, PersonsResponse } from './records.ts'
import { isOverdue, personRequestRecords, personRequestRoutes } from './request-routes.ts'
import { beginErasure, type Erasing, erasureDelivery, periodsOver } from './retention.ts'

interface PersonDesk extends Erasing, Pick<Desk, 'applications' | 'formVersions'> {
  readonly hashes: PersonHashes
  readonly promises: Pick<Promises, 'keep' | 'erase' | 'lockDeleted'>
  /** See `personalArchive`. */
  archive(ids: readonly string[], withReview: boolean): AsyncIterable<Uint8Array>
  /** See `PrivatePages.sendLinks`. */
  sendLinks(email: string): void
}

/** The limit of listed applications that are past their retention period. */
const maxPast = 100

/** The limit of applications in one call. */
const maxIds = 500

/** Reads the ids of applications from a body or a query. @throws AppError FORM_VALIDATION_FAILED */
function readApplicationIds(ids: unknown): readonly string[] {
  if (
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= maxIds &&
    ids.every((id) => typeof id === 'string' && isApplicationId(id))
  )
    return [...new Set(ids)]
  throw invalid('ids', 'Choose the applications')
}

/** Reads an address or a telephone number. @throws AppError FORM_VALIDATION_FAILED */
function readKey(text: unknown): PersonKey {
  const key = typeof text === 'string' ? strongKeyOf(text) : undefined
  if (key === undefined) throw invalid('q', 'Enter an email address or a phone number')
  return key
}

const isStrong = ({ kind }: PersonKey): boolean => strongKinds.some((strong) => strong === kind)

/**
 * Finds a person by a strong key: the applications with this key, and those that share another strong key with one of them. An application that
 * shares only a telephone number may be another person's, so each has the keys that it shares.
 */
async function personOf(
  persons: Pick<Persons, 'owned'>,
  key: PersonKey,
): Promise<{ readonly keys: readonly PersonKey[]; readonly owned: readonly Owned[] }> {
  const own = (await persons.owned([key])).flatMap(({ application }) => personKeys(application).filter(isStrong))
  const keys = [...new Map([key, ...own].map((each) => [`${each.kind} ${each.key}`, each])).values()]
  return { keys, owned: await persons.owned(keys) }
}

export function* deskRoutes(desk: PersonDesk): Generator<Route> {
  yield* readingRoutes(desk)
  yield* erasureRoutes(desk)
  yield* personRequestRoutes(desk)
}

/** The open tasks about persons: erasures, requests, and applications past their retention period. */
async function overview({ persons, promises, ...desk }: PersonDesk): Promise<PersonsResponse> {
  const over = await persons.periodOver(periodsOver(promises, desk.now()), maxPast)
  const past = {
    applications: over.applications.map((application) => recordOf(desk, application)),
    total: over.total,
    totalCapped: over.totalCapped,
    keep: Object.fromEntries(formTypes.map((type) => [type, promises.keep[type].words])) as PersonsResponse['past']['keep'],
    erased_after: promises.erase === 'by hand' ? null : promises.erase,
  }
  const erasures = (await persons.waitingErasures()).map(toErasureRecord)
  const requests = await personRequestRecords({ persons, now: desk.now })
  const { lockDeleted } = promises
  return { success: true, erasures, requests, past, locked_since: lockDeleted === 'off' ? null : lockDeleted }
}

/** An application of a person, with its messages and files, and the number of its versions and events. */
async function toOwned({ persons, formVersions }: PersonDesk, { application, shared, visibility }: Owned) {
  const all = await persons.everything(application.id)
  return {
    application: recordOf({ formVersions }, application),
    shared,
    visibility,
    messages: (all?.messages ?? []).map((entry) => toMessageRecord(entry, all?.history)),
    versions: all?.earlier.length ?? 0,
    files: (all?.files ?? []).map(({ name, bytes, revision }) => ({ name, bytes, earlier: revision !== undefined })),
    events: all?.history.length ?? 0,
  } satisfies PersonResponse['applications'][number]
}

/** Everything stored about the person with an address or a telephone number. @throws AppError FORM_VALIDATION_FAILED */
async function find(desk: PersonDesk, q: unknown): Promise<PersonResponse> {
  const { persons } = desk
  const { keys, owned } = await personOf(persons, readKey(q))
  const applications = await Promise.all(owned.map((each) => toOwned(desk, each)))
  const addresses = keys.flatMap(({ kind, key }) => (kind === 'email' ? [key] : []))
  return {
    success: true,
    keys,
    applications,
    stored: (await persons.stored(addresses)).map(({ feature, email, text, storedAt }) => ({
      ...{ feature, email, text, stored_at: storedAt.toISOString() },
    })),
  }
}

/** Reads a time in ISO 8601 from a query; undefined when it is empty. @throws AppError FORM_VALIDATION_FAILED */
function momentOf(text: string | undefined, name: string): Date | undefined {
  if (text === undefined || text === '') return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new AppError('FORM_VALIDATION_FAILED', { details: { [name]: 'This is not a date or a time' } })
  return at
}

function readingRoutes(desk: PersonDesk): Routes {
  const { persons, applications, formVersions, archive, sendLinks, now } = desk
  return new Routes('admin')
    .on(personRoutes.persons, () => overview(desk))
    .on(personRoutes.personsWaiting, async () => {
      const overdue = (await persons.requests(0)).filter((request) => isOverdue(request, now())).length
      const erasures = (await persons.waitingErasures()).length
      return { erasures, overdue }
    })
    .on(personRoutes.person, async (context) => find(desk, (await readObject(context)).q))
    .on(personRoutes.personArchive, (context) => {
      const ids = readApplicationIds(context.req.queries('id'))
      logExport(context, { format: 'archive of a person', rows: ids.length })
      return archiveResponse(context, archive(ids, context.req.query('review') === '1'), now())
    })
    .on(personRoutes.removeStored, async (context) => {
      const { feature, email } = await readObject(context)
      if (typeof email !== 'string') throw invalid('email', 'Enter an email address')
      if (typeof feature !== 'string' || !(await persons.removeStored(feature, email)))
        throw new AppError('RECORD_NOT_FOUND', { message: 'Nothing is stored of this address any more.' })
      return succeeded
    })
    .on(personRoutes.sendLinks, async (context) => {
      const email = readEmail((await readObject(context)).email)
      if (email === undefined) throw invalid('email', 'Enter an email address')
      sendLinks(email)
      return succeeded
    })
    .on(personRoutes.affectedPersons, async (context) => {
      const at = now()
      const query = readQuery(context.req.query(), at)
      const window = {
        from: momentOf(context.req.query('from'), 'from'),
        before: momentOf(context.req.query('before'), 'before'),
      }
      const { csv, persons } = await affectedPersons(
        { applications, formVersions },
        {
          ...query,
          ...(window.from !== undefined && { since: window.from }),
          ...(window.before !== undefined && { until: window.before }),
        },
      )
      logExport(context, { format: 'persons concerned', form: query.formType, rows: persons })
      return context.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="persons-${dayOf(at)}.csv"`,
        'X-Total-Rows': String(persons),
      })
    })
}

const toErasureRecord = ({ id, keys, applications, requestedAt, dueAt }: Erasure): ErasureRecord => ({
  id,
  keys: keys.map(({ key }) => key),
  applications,
  requested_at: requestedAt.toISOString(),
  due_at: dueAt.toISOString(),
})

function erasureRoutes(parts: PersonDesk): Routes {
  const { persons, delivery, now, poke } = parts
  return new Routes('admin')
    .on(personRoutes.erase, async (context) => {
      const ids = readApplicationIds((await readObject(context)).ids)
      const erasure = await beginErasure(parts, ids, context.get('session').email)
      if (erasure === undefined) throw new AppError('RECORD_NOT_FOUND')
      return { erasure: toErasureRecord(erasure) }
    })
    .on(personRoutes.undoErasure, async (context) => {
      const by = context.get('session').email
      const undone = await persons.undoErasure(context.req.param('id'), by, now(), erasureDelivery(delivery))
      if (undone === 'not_found')
        throw new AppError('RECORD_NOT_FOUND', { message: 'This erasure does not wait any more: it was undone, or it is done.' })
      if (undone === 'too_late')
        throw new AppError('INVALID_STATUS_TRANSITION', { message: 'It is too late to undo this: the 24 hours are over.' })
      poke()
      return succeeded
    })
}
