import type { GroupDecisionResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { type Application, isStatus, type Status } from '../../applications/application.ts'
import { effectiveDecisions, effectiveDelays, holdEndOf } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import type { Act, Delivery } from '../../applications/outgoing/change.ts'
import { after, second } from '../../shared/dates.ts'
import { groupNames, readObject } from '../http/body.ts'
import { isRevision, refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { decisionChange, type RequestedWording, readFrom, readWording, refuseNewAnswers, refuseOtherStatus } from './decisions.ts'
import { delayChange } from './delays.ts'
import type { Desk } from './desk.ts'
import { maxGroup, perTransaction, readAgain, readGroup, saveGroup, tooSlow } from './groups.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { recordOf } from './responses.ts'

/** What is done with each application of a group: it gets a status, or its answer is delayed. */
type GroupAct = Exclude<Status, 'pending'> | 'delay'

interface Member {
  readonly id: string
  /** The status and the revision of the answers that the reviewer saw (see Patch). */
  readonly from: Status | undefined
  readonly answersRevision: number | undefined
  /** The revision that the reviewer saw. What a repeat finds done after it, the first call did. */
  readonly revision: number | undefined
}

interface GroupDecision {
  readonly act: GroupAct
  readonly members: readonly Member[]
  readonly wording: RequestedWording
  /** The number of applications in all calls of this group. */
  readonly of: number
  /** When the hold ends, from the response to the first call of this group. */
  readonly heldUntil: Date | undefined
  readonly isAgain: boolean
}

/** Above this number, the hold of a group is at least `minHoldS` seconds. */
const smallGroup = 20
const minHoldS = 60
/** The time to decide a hundred applications, in seconds. It is added to the hold, which begins when the last one is decided. */
const hundredS = 10

/** @throws AppError FORM_VALIDATION_FAILED for invalid values */
function readGroupDecision(body: Readonly<Record<string, unknown>>): GroupDecision {
  const faults: Record<string, string> = {}
  const { act, applications, of, held_until: heldUntil } = body
  const isAct = act === 'delay' || (isStatus(act) && act !== 'pending')
  if (!isAct) faults.act = 'Choose approved, rejected, pitch or delay'
  const wording = readWording(body, act, faults)
  if (act === 'delay' && wording.letter === 'none') faults.letter = 'A delay has a letter'
  const isAgain = readAgain(body.again)
  const members = readGroup(applications, 'applications', ({ id, from, answers_revision: answersRevision, revision }): Member => {
    if ([answersRevision, revision].some((value) => value !== undefined && !isRevision(value)))
      faults.applications = 'A revision is invalid'
    if (isAgain && revision === undefined) faults.applications = 'A repeat needs the revisions that were seen'
    return {
      id,
      from: readFrom(from, faults),
      answersRevision: isRevision(answersRevision) ? answersRevision : undefined,
      revision: isRevision(revision) ? revision : undefined,
    }
  })
  const isNumber = Number.isSafeInteger(of) && Number(of) >= members.length && Number(of) <= maxGroup
  if (of !== undefined && !isNumber) faults.of = 'The number of applications in the group is required, at most 1,000'
  const end = typeof heldUntil === 'string' ? new Date(heldUntil) : undefined
  if (heldUntil !== undefined && (end === undefined || Number.isNaN(end.getTime())))
    faults.held_until = 'The end of the hold must be the one of the first response'
  refuseFaults(faults)
  return { act: act as GroupAct, members, wording, of: isNumber ? Number(of) : members.length, heldUntil: end, isAgain }
}

/** The latest end of the hold of a large group whose first change is made at `at`; undefined for a small group, which has the hold of a single one. */
export const groupHoldEnd = (of: number, { holdS }: Pick<Delivery, 'holdS'>, at: Date): Date | undefined =>
  of <= smallGroup ? undefined : after(at, (Math.max(holdS, minHoldS) + Math.ceil(of / perTransaction) * hundredS) * second)

/**
 * When the hold of a large group ends, and until when its applications are decided, so that the hold of the last one is long enough too. Undefined for a small
 * group, which has the hold of a single decision.
 */
function holdOf(
  { of, heldUntil }: GroupDecision,
  { holdS }: Delivery,
  at: Date,
): { readonly begins: Date; readonly ends: Date } | undefined {
  const latest = groupHoldEnd(of, { holdS }, at)
  if (latest === undefined) return undefined
  const ms = Math.max(holdS, minHoldS) * second
  const ends = heldUntil === undefined || heldUntil > latest ? latest : heldUntil
  return { begins: after(ends, -ms), ends }
}

/** What the call that a repeat repeats has done, and is in effect: its revision, and when its hold ends. */
async function doneBefore(
  { applications, delivery: { holdS } }: Desk,
  { id, status }: Application,
  { revision = 0 }: Member,
  { act, isAgain }: GroupDecision,
): Promise<{ readonly revision: number; readonly ends: Date } | undefined> {
  if (!isAgain) return undefined
  const history = (await applications.history(id)).map((entry, at) => ({ ...entry, revision: at }))
  const decided = effectiveDecisions(history).at(-1)
  const last = act === 'delay' ? effectiveDelays(history).at(-1)?.revision : status === act ? decided?.revision : undefined
  const entry = history[last ?? 0]
  if (last === undefined || last <= revision || entry === undefined) return undefined
  return { revision: last, ends: last === decided?.revision ? holdEndOf(decided, holdS) : after(entry.at, holdS * second) }
}

async function change(desk: Desk, application: Application, member: Member, decision: GroupDecision, act: Act): Promise<Change> {
  refuseOtherStatus(application, member.from)
  refuseNewAnswers(application, member.answersRevision)
  const { wording } = decision
  if (decision.act === 'delay') return delayChange(desk, application, wording.sentence, act)
  return decisionChange(desk, application, decision.act, wording, act)
}

async function decide(
  desk: Desk,
  decision: GroupDecision,
  by: string,
  log: Parameters<typeof saveGroup>[2],
): Promise<GroupDecisionResponse> {
  const began = desk.now()
  const hold = holdOf(decision, desk.delivery, began)
  const isInTime = (): boolean => hold === undefined || desk.now() <= hold.begins
  const heldUntil = (delivery: Delivery, ends = hold?.ends): Delivery => ({
    ...delivery,
    ...(ends !== undefined && { heldUntil: ends }),
  })
  const delivery = heldUntil(await withLetterHold(desk))
  /** What a repeat finds done. */
  const earlier = new Map<string, NonNullable<Awaited<ReturnType<typeof doneBefore>>>>()
  const plans = decision.members.map((member) => ({
    id: member.id,
    plan: async (application: Application) => {
      const done = await doneBefore(desk, application, member, decision)
      if (done !== undefined) {
        earlier.set(member.id, done)
        return []
      }
      if (!isInTime()) throw tooSlow()
      return [await change(desk, application, member, decision, { by, at: hold === undefined ? began : desk.now(), delivery })]
    },
  }))
  const { saved, refused } = await saveGroup(desk, plans, log, () => decision.isAgain || isInTime())
  const ends = [...(hold === undefined ? [] : [hold]), ...earlier.values()].map((each) => each.ends).sort((a, b) => +a - +b)[0]
  return {
    success: true,
    applications: saved.map((application) => recordOf(desk, application)),
    changes: saved.map(({ id, revision }) => ({ id, revision: earlier.get(id)?.revision ?? revision })),
    refused,
    ...waiting(heldUntil(decision.wording.letter === 'none' ? desk.delivery : delivery, ends), desk.now()),
    heldUntil: (ends ?? after(began, desk.delivery.holdS * second)).toISOString(),
  }
}

export const groupDecisionRoutes = (desk: Desk): Routes =>
  new Routes('admin').on(routes.decideGroup, async (context) => {
    const decision = readGroupDecision(await readObject(context, undefined, groupNames))
    return decide(desk, decision, actorOf(context), context.get('log'))
  })
