import type { GroupDecisionResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { type Application, isStatus, type Status } from '../../applications/application.ts'
import type { Change } from '../../applications/moves.ts'
import type { Act, Delivery } from '../../applications/outgoing/change.ts'
import { after, second } from '../../shared/dates.ts'
import { groupNames, readObject } from '../http/body.ts'
import { refuseFaults } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import { decisionChange, type RequestedWording, readFrom, readWording, refuseNewAnswers, refuseOtherStatus } from './decisions.ts'
import { delayChange } from './delays.ts'
import { type Desk, isRevision, recordOf, reviewerOf } from './desk.ts'
import { maxGroup, perTransaction, readGroup, saveGroup } from './groups.ts'
import { waiting, withLetterHold } from './letter-hold.ts'

/** What is done with each application of a group: it gets a status, or its answer is delayed. */
type GroupAct = Exclude<Status, 'pending'> | 'delay'

interface Member {
  readonly id: string
  /** The status and the revision of the answers that the reviewer saw (see Patch). */
  readonly from: Status | undefined
  readonly answersRevision: number | undefined
}

interface GroupDecision {
  readonly act: GroupAct
  readonly members: readonly Member[]
  readonly wording: RequestedWording
  /** The number of applications in all calls of this group. */
  readonly of: number
  /** When the hold ends, from the response to the first call of this group. */
  readonly heldUntil: Date | undefined
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
  const members = readGroup(applications, 'applications', ({ id, from, answers_revision: answersRevision }): Member => {
    if (answersRevision !== undefined && !isRevision(answersRevision)) faults.applications = 'The revision of answers is invalid'
    return { id, from: readFrom(from, faults), answersRevision: isRevision(answersRevision) ? answersRevision : undefined }
  })
  const isNumber = Number.isSafeInteger(of) && Number(of) >= members.length && Number(of) <= maxGroup
  if (of !== undefined && !isNumber) faults.of = 'The number of applications in the group is required, at most 1,000'
  const end = typeof heldUntil === 'string' ? new Date(heldUntil) : undefined
  if (heldUntil !== undefined && (end === undefined || Number.isNaN(end.getTime())))
    faults.held_until = 'The end of the hold must be the one of the first response'
  refuseFaults(faults)
  return { act: act as GroupAct, members, wording, of: isNumber ? Number(of) : members.length, heldUntil: end }
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
  const held = (delivery: Delivery): Delivery => (hold === undefined ? delivery : { ...delivery, heldUntil: hold.ends })
  const delivery = held(await withLetterHold(desk))
  const plans = decision.members.map((member) => ({
    id: member.id,
    plan: async (application: Application) => [
      await change(desk, application, member, decision, { by, at: hold === undefined ? began : desk.now(), delivery }),
    ],
  }))
  const mayBegin = (): boolean => hold === undefined || desk.now() <= hold.begins
  const { saved, refused } = await saveGroup(desk, plans, log, mayBegin)
  return {
    success: true,
    applications: saved.map((application) => recordOf(desk, application)),
    refused,
    ...waiting(decision.wording.letter === 'none' ? held(desk.delivery) : delivery, desk.now()),
    heldUntil: (hold?.ends ?? after(began, desk.delivery.holdS * second)).toISOString(),
  }
}

/** The route that decides several applications, or delays their answers. */
export const groupDecisionRoutes = (desk: Desk): Routes =>
  new Routes('admin').on(routes.decideGroup, async (context) => {
    const decision = readGroupDecision(await readObject(context, undefined, groupNames))
    return decide(desk, decision, reviewerOf(context), context.get('log'))
  })
