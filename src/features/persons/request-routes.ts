import { strongKeyOf } from '../../applications/person.ts'
import { isPersonRequestKind, personRequestDue } from '../../applications/person-request.ts'
import type { Desk } from '../../server/desk/desk.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid, refuseFaults } from '../../server/http/faults.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import type { PersonHashes } from '../../server/records/persons/hashes.ts'
import type { PersonRequest, Persons } from '../../server/records/persons/port.ts'
import { countCharacters } from '../../shared/characters.ts'
import { dayOf, isDay } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { personRoutes } from './api.ts'
import type { PersonRequestRecord } from './records.ts'

interface PersonRequests extends Pick<Desk, 'now'> {
  readonly persons: Pick<Persons, 'addRequest' | 'requests' | 'setRequestDone'>
  readonly hashes: Pick<PersonHashes, 'hash'>
}

/** How many done requests are still listed. */
const maxDone = 20
const maxPersonLength = 200
const maxNoteLength = 2_000

/** Whether an open request is past its due day. */
export const isOverdue = ({ doneAt, due }: PersonRequest, now: Date): boolean => doneAt === null && due < dayOf(now)

const toPersonRequestRecord = (request: PersonRequest, now: Date): PersonRequestRecord => ({
  id: request.id,
  kind: request.kind,
  person: request.person,
  received: request.received,
  due: request.due,
  note: request.note,
  done_at: request.doneAt?.toISOString() ?? null,
  overdue: isOverdue(request, now),
})

/** The open requests, and the last ones that were done. */
export const personRequestRecords = async ({
  persons,
  now,
}: Pick<PersonRequests, 'persons' | 'now'>): Promise<PersonRequestRecord[]> =>
  (await persons.requests(maxDone)).map((request) => toPersonRequestRecord(request, now()))

/** @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readPersonRequest(body: Readonly<Record<string, unknown>>, today: string) {
  const { kind, person, received, due, note = '' } = body
  const faults: Record<string, string> = {}
  if (!isPersonRequestKind(kind)) faults.kind = 'Choose what is requested'
  const who = typeof person === 'string' ? person.trim() : ''
  if (who === '') faults.person = 'Enter who requests it'
  else if (countCharacters(who) > maxPersonLength) faults.person = 'This can have 200 characters at most'
  const day = typeof received === 'string' && isDay(received) && received <= today ? received : undefined
  if (day === undefined) faults.received = 'Choose the day on which it arrived, today at the latest'
  const last = due === undefined || due === '' ? personRequestDue(day ?? today) : due
  if (typeof last !== 'string' || !isDay(last) || last < (day ?? '')) faults.due = 'Choose a day after that'
  if (typeof note !== 'string' || countCharacters(note) > maxNoteLength) faults.note = 'This can have 2,000 characters at most'
  refuseFaults(faults)
  return { kind: kind as PersonRequest['kind'], person: who, received: day ?? '', due: String(last), note: String(note).trim() }
}

export const personRequestRoutes = ({ persons, hashes, now }: PersonRequests): Routes =>
  new Routes('admin')
    .on(personRoutes.addPersonRequest, async (context) => {
      const at = now()
      const read = readPersonRequest(await readObject(context), dayOf(at))
      const key = strongKeyOf(read.person)
      const personHash = key === undefined ? '' : await hashes.hash(key)
      const request: PersonRequest = { ...read, id: newId(at), personHash, createdAt: at, doneAt: null }
      await persons.addRequest(request)
      return { request: toPersonRequestRecord(request, at) }
    })
    .on(personRoutes.setPersonRequest, async (context) => {
      const { done } = await readObject(context)
      if (typeof done !== 'boolean') throw invalid('done', 'Whether it is done is required')
      if ((await persons.setRequestDone(context.req.param('id'), done ? now() : null)) === 'not_found')
        throw new AppError('RECORD_NOT_FOUND', { message: 'This request does not exist any more.' })
      return succeeded
    })
