import { sql } from 'kysely'
import type { Change } from '../../applications/moves.ts'
import { day, minute } from '../../shared/dates.ts'
import type { Engine } from '../database/engine.ts'
import type { Db } from '../database/tables.ts'
import { columns, fromRow, isListed } from './applications/row.ts'
import { isAboutMeeting, maxSlots, type Slot, type Slots, SlotTaken } from './slots.ts'

/** How long a slot stays after it began. The meeting stays with its application. */
const keptDays = 30

const slotOf = ({ starts_at, minutes }: { readonly starts_at: number; readonly minutes: number }): Slot => ({
  at: new Date(starts_at),
  minutes,
})

/** Slots that nobody has, and that overlap no meeting but that of `applicationId`. */
const open = (db: Db, from: Date, applicationId = '') =>
  db
    .selectFrom('slots')
    .select(['slots.starts_at', 'minutes'])
    .where('slots.starts_at', '>=', from.getTime())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('slot_holders')
            .select('application_id')
            .whereRef('slot_holders.starts_at', '=', 'slots.starts_at')
            .where('application_id', '<>', applicationId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('applications')
            .select('id')
            .where('id', '<>', applicationId)
            .where(isListed)
            .where(sql<boolean>`meeting_at > slots.starts_at - slots.minutes * ${sql.lit(minute)}`)
            .where(sql<boolean>`meeting_at < slots.starts_at + slots.minutes * ${sql.lit(minute)}`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('busy_times')
            .select('starts_at')
            .where(sql<boolean>`busy_times.starts_at < slots.starts_at + slots.minutes * ${sql.lit(minute)}`)
            .whereRef('busy_times.ends_at', '>', 'slots.starts_at'),
        ),
      ),
    )
    .orderBy('slots.starts_at')

/** Those of the slots that are not stored, or that begin at one of the times `removed`: a call whose answer was lost is repeated. */
async function unstored(trx: Db, added: readonly Slot[], removed: readonly number[]): Promise<readonly Slot[]> {
  if (added.length === 0) return added
  const times = added.map(({ at }) => at.getTime())
  const rows = await trx.selectFrom('slots').selectAll().where('starts_at', 'in', times).execute()
  const stored = new Map(rows.map(({ starts_at, minutes }) => [Number(starts_at), minutes]))
  return added.filter(({ at, minutes }) => removed.includes(at.getTime()) || stored.get(at.getTime()) !== minutes)
}

/** Whether slots would overlap others, without those that begin at the times `removed`. */
async function overlaps(trx: Db, added: readonly Slot[], removed: readonly number[]): Promise<boolean> {
  const times = added.map(({ at }) => at.getTime())
  const rows = await trx
    .selectFrom('slots')
    .selectAll()
    .where('starts_at', '>=', Math.min(...times) - day)
    .where('starts_at', '<=', Math.max(...times) + day)
    .execute()
  const left = rows.filter(({ starts_at }) => !removed.includes(starts_at))
  const all = [...left.map(slotOf), ...added].toSorted((a, b) => Number(a.at) - Number(b.at))
  return all.some(
    ({ at, minutes }, index) => Number(at) + minutes * minute > Number(all[index + 1]?.at ?? Number.POSITIVE_INFINITY),
  )
}

export const slots = (engine: Engine): Slots => ({
  all: async (from, until) => {
    const rows = await engine.read
      .selectFrom('slots')
      .leftJoin('slot_holders', 'slot_holders.starts_at', 'slots.starts_at')
      .select(['slots.starts_at', 'minutes', 'application_id'])
      .where('slots.starts_at', '>=', from.getTime())
      .$if(until !== undefined, (query) => query.where('slots.starts_at', '<', Number(until)))
      .orderBy('slots.starts_at')
      .execute()
    return rows.map((row) => ({ ...slotOf(row), holder: row.application_id ?? undefined }))
  },
  minutesAt: async (at) =>
    (await engine.read.selectFrom('slots').select('minutes').where('starts_at', '=', at.getTime()).executeTakeFirst())?.minutes,
  open: async (from, applicationId) => (await open(engine.read, from, applicationId).execute()).map(slotOf),
  change: (all, removed) =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'slots')
      const times = removed.map((at) => at.getTime())
      const added = await unstored(trx, all, times)
      if (times.length > 0) {
        const held = await trx.selectFrom('slot_holders').select('starts_at').where('starts_at', 'in', times).execute()
        if (held.length > 0) return 'held'
      }
      if (added.length > 0) {
        const { n } = await trx
          .selectFrom('slots')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) + added.length - times.length > maxSlots) return 'full'
        if (await overlaps(trx, added, times)) return 'overlap'
      }
      if (times.length > 0) await trx.deleteFrom('slots').where('starts_at', 'in', times).execute()
      if (added.length > 0)
        await trx
          .insertInto('slots')
          .values(added.map(({ at, minutes }) => ({ starts_at: at.getTime(), minutes })))
          .execute()
      return 'saved'
    }),
  setBusy: (times) =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'busy times')
      await trx.deleteFrom('busy_times').execute()
      const rows = times.map(({ from, until }) => ({ starts_at: from.getTime(), ends_at: until.getTime() }))
      for (let at = 0; at < rows.length; at += 500)
        await trx
          .insertInto('busy_times')
          .values(rows.slice(at, at + 500))
          .execute()
    }),
  meetings: async (from, until) => {
    const rows = await engine.read
      .selectFrom('applications')
      .select(columns)
      .where('meeting_at', '>=', from.getTime())
      .$if(until !== undefined, (query) => query.where('meeting_at', '<', Number(until)))
      .where(isListed)
      .orderBy('meeting_at')
      .orderBy('id')
      .execute()
    return rows.map(fromRow)
  },
})

/** Whether the applicant chose a time that is no slot any more, or that another application has. */
export async function isTaken(db: Db, { application: { id, meetingAt }, entry: { by, event } }: Change): Promise<boolean> {
  if (by !== 'applicant' || meetingAt === null || !isAboutMeeting(event)) return false
  const slot = await db
    .selectFrom('slots')
    .leftJoin('slot_holders', 'slot_holders.starts_at', 'slots.starts_at')
    .select('application_id')
    .where('slots.starts_at', '=', meetingAt.getTime())
    .executeTakeFirst()
  return slot === undefined || (slot.application_id ?? id) !== id
}

/**
 * Makes an application the holder of the slot at its meeting, if there is one without a holder, and frees the slot that it had. The new one first: two
 * applications that change their slots then never wait for each other.
 * @throws SlotTaken when its applicant chose the time, and an application on another node has it since `isTaken`
 */
export async function holdSlot(trx: Db, { application: { id, meetingAt }, entry: { by, event } }: Change): Promise<void> {
  if (!isAboutMeeting(event)) return
  const at = meetingAt?.getTime() ?? -1
  if (meetingAt !== null) {
    await trx
      .insertInto('slot_holders')
      .columns(['starts_at', 'application_id'])
      .expression(({ selectFrom, val }) =>
        selectFrom('slots')
          .select(['starts_at', val(id).as('application_id')])
          .where('starts_at', '=', at),
      )
      .onConflict((conflict) => conflict.column('starts_at').doNothing())
      .execute()
    const holder = await trx.selectFrom('slot_holders').select('application_id').where('starts_at', '=', at).executeTakeFirst()
    if (by === 'applicant' && holder?.application_id !== id) throw new SlotTaken()
  }
  await trx.deleteFrom('slot_holders').where('application_id', '=', id).where('starts_at', '<>', at).execute()
}

/** Deletes slots that began a month ago. */
export async function deletePastSlots(trx: Db, now: Date): Promise<void> {
  const oldest = now.getTime() - keptDays * day
  await trx.deleteFrom('slot_holders').where('starts_at', '<=', oldest).execute()
  await trx.deleteFrom('slots').where('starts_at', '<=', oldest).execute()
}
