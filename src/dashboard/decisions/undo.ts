// A long file: the steps, what makes each undoable, and what an undo answers share one stack.
import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord, Revised } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { after, minute, second } from '../../shared/dates.ts'
import { mergeResponse } from '../applications/cache.ts'
import { type StoredStep, storedSteps, storeSteps } from '../browser-storage.ts'
import { call } from '../client.ts'
import { addressee, applicantLabel, formatCount, formatMoment, formatSecond, sameTimeLabel } from '../labels.ts'
import { hereAt, serverNow } from '../server-time.ts'
import { refusalOf, reportFailure, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { answered } from './group-calls.ts'
import type { Revocable } from './queue.ts'

/** Called with each application whose decision or deletion was undone. */
export type OnUndone = (record: ApplicationRecord) => void

/**
 * A change that the reviewer made. It is on the stack from the key press on: while its call is on its way, it has no `undo`, and the undo key waits for the
 * answer. Otherwise the key would take back the change before it, of another application.
 */
export interface Step extends Revocable {
  label: string
  /** Undoes it; undefined while its call is on its way. */
  undo?: () => void
  /** How to undo it after a reload. */
  stored?: StoredStep
  /** When the undo expires, in milliseconds since 1970. */
  until: number
  /** The toast that offers the undo. */
  offer?: number
  /** The toast that says that the undo waits, if the key was pressed while the call was on its way. */
  waiting?: number
}

/** What was done and can be undone, oldest first; at most `maxSteps`. */
let steps: readonly Step[] = []
const maxSteps = 50

/** How long the toast of an edit stays open, in milliseconds. The keyboard shortcut undoes the edit later, too. */
const visibleMs = 6 * second

/** How long the toast stays open that says that an undo waits, in milliseconds; it closes when the call is answered. */
const longestWaitMs = minute

/** Whether the steps of before a reload are on the stack. */
let isRestored = false

/** Sets the stack. Decisions and deletions are stored with the tab: the server holds them, so a reload must not lose their undo. */
function setSteps(next: readonly Step[]): void {
  steps = next.slice(-maxSteps)
  if (isRestored) storeSteps(steps.flatMap(({ stored }) => stored ?? []))
}

function begin(label: string): Step {
  const step: Step = { label, until: Number.POSITIVE_INFINITY }
  setSteps([...steps, step])
  return step
}

/** Removes the steps whose changes are all among `done`, with their toasts: after a page was left, one that knows more takes their place. */
function replaceSteps(done: readonly Revised[]): void {
  const changes = new Set(done.map(({ id, revision }) => `${id} ${revision}`))
  const isPart = ({ stored }: Step): boolean =>
    stored?.done.every(({ id, revision }) => changes.has(`${id} ${revision}`)) ?? false
  for (const step of steps.filter(isPart)) if (step.offer !== undefined) toast.end(step.offer)
  setSteps(steps.filter((step) => !isPart(step)))
}

const drop = (step: Step): void => setSteps(steps.filter((remaining) => remaining !== step))

/**
 * Makes a change that can be undone. It is the last step from now on; `work` passes the step to the function that offers the undo. If none is offered,
 * nothing was changed, and the step is removed. Returns what `work` returns.
 */
export async function asStep<Result>(label: string, work: (step: Step) => Promise<Result>): Promise<Result> {
  const step = begin(label)
  try {
    return await work(step)
  } finally {
    if (step.waiting !== undefined) toast.end(step.waiting)
    if (step.undo === undefined) drop(step)
  }
}

interface Offer {
  /** The step on the stack; by default a new one. */
  readonly step?: Step | undefined
  readonly title: string
  readonly detail: string
  readonly durationMs: number
  /** When the undo expires, in milliseconds since 1970; never by default. */
  readonly until?: number
  /** What the step reverts, to be stored with the tab. */
  readonly done?: readonly Revised[]
  readonly again?: boolean | undefined
}

/** Makes a step undoable by the key: `act` undoes it. */
function arm(
  { step, title, detail, until, done, again }: Omit<Offer, 'durationMs'> & { readonly step: Step },
  act: () => void,
): void {
  step.label = `${title}. ${detail}`
  step.until = until ?? Number.POSITIVE_INFINITY
  step.undo = () => {
    drop(step)
    act()
  }
  if (done !== undefined)
    step.stored = {
      ...{ title, detail, done },
      until: until === undefined || until === Number.POSITIVE_INFINITY ? null : until,
      ...(again === true && { again }),
    }
  setSteps(steps)
}

/** Makes a step undoable and shows a toast with an Undo button; undoes it if the undo key was pressed meanwhile. Returns the toast's id. */
function offer({ durationMs, step = begin(''), ...offered }: Offer, act: () => void): number {
  const undo = (): void => {
    toast.end(id)
    act()
  }
  arm({ ...offered, step }, undo)
  const id = toast.success(offered.title, offered.detail, { label: 'Undo', run: () => step.undo?.() }, durationMs)
  step.offer = id
  if (step.waiting !== undefined) step.undo?.()
  return id
}

/** The longest time that a toast with an Undo button stays open, in milliseconds. A letter that waits longer can be taken back in the outbox. */
const longestOfferMs = 10 * second

const offeredMs = (undoFor: number): number => Math.min(undoFor * second, longestOfferMs)

/** When the undo by keyboard shortcut expires, in milliseconds since 1970. */
function undoableUntil(undoFor: number, waitsUntil: string | null | undefined): number {
  if (waitsUntil === null) return Number.POSITIVE_INFINITY
  return waitsUntil === undefined ? Date.now() + undoFor * second : hereAt(waitsUntil)
}

/** A decision or deletion that can be undone for `undoFor` seconds. */
interface UndoOffer {
  readonly step?: Step | undefined
  readonly title: string
  /** The second line, such as the applicants. */
  readonly detail: string
  readonly done: readonly Revised[]
  readonly undoFor: number | undefined
  /** See ApplicationResponse. While the letter waits, the keyboard shortcut undoes the decision. */
  readonly waitsUntil?: string | null | undefined
  readonly onUndone: OnUndone | undefined
}

/** Reports decisions or a deletion in a toast, with an Undo button during the hold. */
export function offerUndo(client: QueryClient, { step, title, detail, done, undoFor, waitsUntil, onUndone }: UndoOffer): void {
  const isHeld = waitsUntil !== undefined || (undoFor ?? 0) > 0
  if (isHeld) {
    // A group cannot be found one by one, so its offer stays as long as its hold.
    const offerMs = done.length > 1 ? (undoFor ?? 0) * second : offeredMs(undoFor ?? 0)
    const durationMs = Math.max(offerMs, waitsUntil === undefined ? 0 : visibleMs)
    const until = undoableUntil(undoFor ?? 0, waitsUntil)
    const taken = { title, detail, until, done }
    replaceSteps(done)
    offer({ step, durationMs, ...taken }, () => void undoChanges(client, taken, onUndone))
  } else {
    toast.success(title, detail)
    if (step?.waiting !== undefined) tooLate(`${title}. ${detail}`)
  }
}

/** When a hold ends that begins now, as a part of a sentence that stays true while the toast counts. */
const inSeconds = (holdS: number): string => `at ${formatSecond(after(serverNow(), holdS * second))}`

/** When a letter leaves, as a part of a sentence. */
export function leavesLabel(undoFor: number | undefined, waitsUntil: string | null | undefined): string {
  if (waitsUntil === null) return 'waits in the outbox'
  if (waitsUntil !== undefined) return `goes ${formatMoment(waitsUntil)}`
  return undoFor === undefined || undoFor <= 0 ? 'goes now' : `goes ${inSeconds(undoFor)}`
}

/** What the words for an application need. */
export type Labelled = Pick<ApplicationRecord, 'id' | 'applicant_name' | 'applicant_email' | 'company_name'>

/** Reports a change that is no application's, in a toast with an Undo button. The next one takes its place. */
export function offerUndoOf(title: string, detail: string, act: () => void): void {
  if (lastOther !== undefined) toast.end(lastOther)
  lastOther = offer({ title, detail, durationMs: visibleMs }, act)
}
let lastOther: number | undefined

/** An edit of an application (notes, meeting, score): the revisions of its first and last history entry. */
interface EditOffer {
  readonly step?: Step | undefined
  readonly title: string
  readonly record: Labelled
  readonly revision: number
  readonly upTo: number
}

/** Reports an edit in a toast, with an Undo button; the server refuses the undo after the next edit of the same field. Returns the toast's id. */
export const offerEditUndo = (client: QueryClient, { step, title, record, revision, upTo }: EditOffer): number =>
  offer(
    { step, title, detail: applicantLabel(record), durationMs: visibleMs },
    () => void undoEdit(client, record, { revision, upTo }),
  )

/** A queued message or request and the revision of its history entry; `undone` is called after an undo. */
interface MessageOffer {
  readonly step?: Step | undefined
  readonly record: ApplicationRecord
  readonly noun?: 'message' | 'request'
  readonly revision: number
  readonly undoFor: number
  readonly waitsUntil?: string | null | undefined
  undone(): void
}

/** Reports a queued message in a toast, with an Undo button during its hold. */
export function offerMessage(
  client: QueryClient,
  { step, record, noun = 'message', revision, undoFor, waitsUntil, undone }: MessageOffer,
): void {
  const title = 'On its way'
  const to = addressee(record)
  if (undoFor <= 0) return void toast.success(title, `Your ${noun} goes to ${to} now. The history says when it was sent.`)
  const undo = async (): Promise<void> => {
    if (await undoEdit(client, record, { revision, upTo: revision })) undone()
  }
  const when =
    waitsUntil === null ? 'when you send it there' : waitsUntil === undefined ? inSeconds(undoFor) : formatMoment(waitsUntil)
  const offered = {
    step,
    title: waitsUntil === undefined ? title : 'In the outbox',
    detail: `Your ${noun} goes to ${to} ${when}.`,
    durationMs: offeredMs(undoFor),
    until: undoableUntil(undoFor, waitsUntil),
  }
  offer(offered, () => void undo())
}

const tooLate = (label: string): number => toast.failure('Too late to undo', `${label}. The time for it has passed.`)

/**
 * Undoes the last change: now, or as soon as its call is answered. If its time has passed, says so and undoes nothing, because the change before it may be
 * about another application; the next press is for that one.
 */
export function undoLast(): void {
  const step = steps.findLast(({ waiting }) => waiting === undefined)
  if (step === undefined) return
  if (step.undo === undefined && step.takeBack?.() === true) drop(step)
  else if (step.undo === undefined)
    step.waiting = toast.success('One moment', `${step.label}: undone as soon as it is saved.`, undefined, longestWaitMs)
  else if (Date.now() < step.until) step.undo()
  else {
    drop(step)
    tooLate(step.label)
  }
}

/** Offers the undo of this tab's decisions and deletions again after a reload, for as long as the server holds them. */
export function restoreSteps(client: QueryClient): void {
  if (isRestored) return
  isRestored = true
  const made = steps
  const held = storedSteps().filter(({ until }) => until === null || Date.now() < until)
  steps = []
  for (const { title, detail, until, done, again } of held) {
    const offered = { step: begin(title), title, detail, until: until ?? Number.POSITIVE_INFINITY, done, again }
    const undo = (): void => void undoChanges(client, offered)
    if (steps.length < held.length || again === true) arm(offered, undo)
    else offer({ ...offered, durationMs: Math.min(offered.until - Date.now(), longestOfferMs) }, undo)
  }
  setSteps([...steps, ...made])
}

async function undoEdit(
  client: QueryClient,
  record: Labelled,
  body: { readonly revision: number; readonly upTo: number },
): Promise<boolean> {
  try {
    const response = await call(routes.undo, { at: { id: record.id }, body })
    mergeResponse(client, response)
    toast.success('Undone', `${applicantLabel(record)}: as it was before. ${sameTimeLabel(response)}`.trim())
    return true
  } catch (error) {
    showFailure('undo', 'Failed to undo', error)
    return false
  } finally {
    for (const queryKey of [['application', record.id], ['meetings']]) void client.invalidateQueries({ queryKey })
  }
}

/** The refusals that a repeat may not get. */
const passing: readonly string[] = ['APPLICATION_UPDATE_FAILED', 'DATABASE_CONNECTION_FAILED']

/** That meetings are at the time of another one after an undo; empty if none is. */
function sameTimeWords(total: number, doubled: number): string {
  if (doubled === 0) return ''
  if (total === 1) return ' Its meeting is at the time of another one: see Meetings.'
  return ` ${doubled === 1 ? 'One of them has its meeting' : `${formatCount(doubled)} of them have their meetings`} at the time of another one: see Meetings.`
}

/** What an undo reverts. */
type Taken = Pick<Offer, 'title' | 'detail' | 'until' | 'again'> & { readonly done: readonly Revised[] }

/**
 * Undoes decisions, delays, deletions or messages in one call. What is not undone, because the call was not answered or an application was refused for now, is
 * the last step again.
 * @throws CallError a failure that the reviewer was told
 */
export async function undoTaken(client: QueryClient, taken: Taken, onUndone?: OnUndone): Promise<void> {
  const { done, until = Number.POSITIVE_INFINITY, again } = taken
  replaceSteps(done)
  const waiting =
    done.length === 1
      ? undefined
      : toast.success('One moment', `${formatCount(done.length)} applications are taken back.`, undefined, longestWaitMs)
  /** Puts what is left back on the stack, and says why. */
  const keep = (left: readonly Revised[], why: string): void => {
    const step = begin(taken.title)
    const remaining = { ...taken, done: left, again: true }
    arm({ step, ...remaining }, () => void undoChanges(client, remaining, onUndone))
    const failed = toast.failure('Failed to undo', `${formatCount(left.length)} of ${formatCount(done.length)}: ${why}`, {
      label: 'Try again',
      run: () => {
        toast.end(failed)
        step.undo?.()
      },
    })
  }
  try {
    const waits = { what: 'undo', done, until: until === Number.POSITIVE_INFINITY ? null : until } as const
    const body = { changes: done, ...(again === true && { again }) }
    const { applications, refused, same_time: doubled = [] } = await answered(waits, () => call(routes.undoGroup, { body }))
    for (const application of applications) mergeResponse(client, { success: true, application })
    const [first] = applications
    const sameTime = sameTimeWords(done.length, doubled.length)
    if (applications.length === 1 && first)
      toast.success('Undone', `${applicantLabel(first)} is ${first.status} again.${sameTime}`)
    else if (applications.length > 1)
      toast.success('Undone', `${formatCount(applications.length)} applications are as they were.${sameTime}`)
    for (const record of applications) onUndone?.(record)
    const later = refused.filter(({ code }) => passing.includes(code))
    const final = refused.find(({ code }) => !passing.includes(code))
    const ofAll = done.length === 1 ? '' : `${formatCount(refused.length - later.length)} of ${formatCount(done.length)}: `
    if (final !== undefined) toast.failure('Failed to undo', `${ofAll}${final.error}`)
    if (later[0] !== undefined)
      keep(
        done.filter(({ id }) => later.some((each) => each.id === id)),
        later[0].error,
      )
  } catch (error) {
    reportFailure('undo', error)
    keep(done, refusalOf(error) ?? '')
    throw error
  } finally {
    if (waiting !== undefined) toast.end(waiting)
    for (const queryKey of [['stats'], ['application'], ['applications'], ['outbox']]) void client.invalidateQueries({ queryKey })
  }
}

const undoChanges = (client: QueryClient, taken: Taken, onUndone?: OnUndone): Promise<void> =>
  undoTaken(client, taken, onUndone).catch(() => undefined)
