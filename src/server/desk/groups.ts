import type { Logger } from 'pino'
import type { Refused } from '../../api/responses.ts'
import type { Application } from '../../applications/application.ts'
import type { Change } from '../../applications/moves.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan, readApplication, saveChanges } from '../changes/save-changes.ts'
import { errorBody, errorLog } from '../http/error-response.ts'
import { invalid } from '../http/faults.ts'
import { afterChange } from './changes.ts'
import type { Desk } from './desk.ts'

/** The limit of applications in one call. */
export const maxGroup = 1_000

/** The limit of applications in one transaction: all other writes wait for it. */
export const perTransaction = 100

/**
 * Reads a list of objects, each with the id of an application. Of two with the same id, the last one counts.
 * @param name of the list in the body
 * @throws AppError FORM_VALIDATION_FAILED when it is no such list, or longer than 1,000; and the errors of `read`
 */
export function readGroup<Member extends { readonly id: string }>(
  list: unknown,
  name: string,
  read: (member: Readonly<Record<string, unknown>> & { readonly id: string }) => Member,
): readonly Member[] {
  const isMember = (member: unknown): member is Readonly<Record<string, unknown>> & { readonly id: string } =>
    typeof member === 'object' && member !== null && 'id' in member && typeof member.id === 'string'
  if (!Array.isArray(list) || list.length === 0 || list.length > maxGroup || !list.every(isMember))
    throw invalid(name, 'A list of 1 to 1,000 objects is required, each with the id of an application')
  return [...new Map(list.map((member) => [member.id, read(member)])).values()]
}

/** Whether a call repeats one without an answer: what that one did counts as done. @throws AppError FORM_VALIDATION_FAILED */
export function readAgain(again: unknown): boolean {
  if (again !== undefined && typeof again !== 'boolean') throw invalid('again', 'True says that the call is a repeat')
  return again === true
}

/** What is planned for an application of a group. */
interface Planned {
  readonly id: string
  readonly plan: Plan
}

/** Why an application is refused for which the hold of its group would be too short. */
export const tooSlow = (): AppError =>
  new AppError('APPLICATION_UPDATE_FAILED', { message: 'It took too long to come to this one. Please try it again.' })

/** Which applications of a group were changed, as they are now, and which were not. */
interface GroupOutcome {
  readonly saved: readonly Application[]
  readonly refused: readonly Refused[]
}

const joined = (outcomes: readonly GroupOutcome[]): GroupOutcome => ({
  saved: outcomes.flatMap(({ saved }) => saved),
  refused: outcomes.flatMap(({ refused }) => refused),
})

/**
 * Saves the changes of several applications, a hundred applications in one transaction. An application whose plan fails stays as it is, and the others are
 * changed. The group is divided further when another change came first, so that each application is decided by its own plan in the end.
 * @param mayBegin returns false when no further hundred may be begun; those applications are refused
 * @param log receives the failures that are ours
 */
export async function saveGroup(
  desk: Pick<Desk, 'applications' | 'delivery' | 'poke' | 'now'>,
  group: readonly Planned[],
  log: Pick<Logger, 'warn'>,
  mayBegin: () => boolean = () => true,
): Promise<GroupOutcome> {
  const refusal = (id: string, error: unknown): Refused => {
    const ours = errorLog(error, 'a change of a group')
    if (ours !== undefined) log.warn(ours, 'an application of a group was not changed')
    const { code, error: message } = errorBody(error, desk.now())
    return { id, code, error: message }
  }

  async function saveOne({ id, plan }: Planned): Promise<GroupOutcome> {
    try {
      return { saved: [await saveChanges(desk, id, plan)], refused: [] }
    } catch (error) {
      return { saved: [], refused: [refusal(id, error)] }
    }
  }

  async function saveTogether(part: readonly Planned[]): Promise<GroupOutcome> {
    const [only] = part
    if (part.length === 1 && only !== undefined) return saveOne(only)
    const refused: Refused[] = []
    const unchanged: Application[] = []
    const changed: (readonly [Planned, readonly Change[]])[] = []
    // One after the other: together they would occupy every connection to the database.
    for (const planned of part)
      try {
        const application = await readApplication(desk.applications, planned.id)
        const changes = await planned.plan(application)
        if (changes.length === 0) unchanged.push(application)
        else changed.push([planned, changes])
      } catch (error) {
        refused.push(refusal(planned.id, error))
      }
    const outcome: GroupOutcome = { saved: unchanged, refused }
    const [first, ...next] = changed.flatMap(([, changes]) => changes)
    if (first === undefined) return outcome
    try {
      if ((await desk.applications.save(first, ...next)) === 'saved')
        return joined([outcome, { saved: changed.map(([, changes]) => afterChange(changes.at(-1) ?? first)), refused: [] }])
    } catch (error) {
      return joined([outcome, { saved: [], refused: changed.map(([{ id }]) => refusal(id, error)) }])
    }
    const half = Math.ceil(changed.length / 2)
    const parts = [changed.slice(0, half), changed.slice(half)].filter(({ length }) => length > 0)
    const outcomes: GroupOutcome[] = [outcome]
    for (const each of parts) outcomes.push(await saveTogether(each.map(([planned]) => planned)))
    return joined(outcomes)
  }

  // A spreadsheet that is the store takes one row at a time.
  const size = desk.delivery.spreadsheet === 'primary' ? 1 : perTransaction
  const outcomes: GroupOutcome[] = []
  for (let from = 0; from < group.length; from += size) {
    const part = group.slice(from, from + size)
    if (!mayBegin()) {
      outcomes.push({ saved: [], refused: group.slice(from).map(({ id }) => refusal(id, tooSlow())) })
      break
    }
    outcomes.push(await saveTogether(part))
    desk.poke()
  }
  return joined(outcomes)
}
