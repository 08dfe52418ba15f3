import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { mergeReply } from '../applications/cache.ts'
import { CallError, call, report } from '../client.ts'
import { applicantLabel } from '../labels.ts'
import { close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'

/** Called with an application whose decision or deletion was taken back. */
export type OnUndone = (record: ApplicationRecord) => void

/** An application and the revision that its decision or deletion led to, by which an undo names it. */
export interface Undoable {
  readonly record: ApplicationRecord
  readonly revision: number
}

/** What was done, and whether the server lets it be taken back: `undoFor` seconds. */
export interface UndoOffer {
  readonly say: string
  /** The second line; without it, whose they are. */
  readonly more?: string | undefined
  readonly done: readonly Undoable[]
  readonly undoFor: number | undefined
  readonly onUndone: OnUndone | undefined
}

interface Step {
  readonly say: string
  readonly until: number
  run(): void
}

/** What can be taken back, oldest first. Steps are forgotten when so many newer ones are there. */
let steps: readonly Step[] = []
const maxSteps = 50

/** Milliseconds that the offer for something written stays in sight; the key takes it back later, too. */
const visibleMs = 6 * second

/** Says what was done, with an Undo; returns the message's number. */
function offer(say: string, more: string, sightMs: number, until: number, act: () => void): number {
  const step: Step = {
    say: `${say}. ${more}`,
    until,
    run: () => {
      toast.end(id)
      steps = steps.filter((other) => other !== step)
      act()
    },
  }
  const id = toast.success(say, more, { label: 'Undo', run: step.run }, sightMs)
  steps = [...steps.slice(1 - maxSteps), step]
  return id
}

/** Says what was decided or deleted, with an Undo that stays as long as the server keeps it. */
export function offerUndo(client: QueryClient, { say, more: written, done, undoFor, onUndone: returned }: UndoOffer): void {
  const whose =
    done.length === 1 && done[0] ? applicantLabel(done[0].record) : done.map(({ record }) => record.applicant_name).join(', ')
  const more = written ?? whose
  if (undoFor === undefined || undoFor <= 0) toast.success(say, more)
  else {
    const ms = undoFor * second
    offer(say, more, ms, Date.now() + ms, () => void undoChanges(client, done, returned))
  }
}

/** What was written beside an application, by the revisions of its first entry and its last. */
export interface EditOffer {
  readonly say: string
  readonly record: ApplicationRecord
  readonly revision: number
  readonly upTo: number
}

/** Says that something was saved, with an Undo; it can be taken back until it is written again. Returns the message's number. */
export const offerEditUndo = (client: QueryClient, { say, record, revision, upTo }: EditOffer): number =>
  offer(say, applicantLabel(record), visibleMs, Number.POSITIVE_INFINITY, () => void undoEdit(client, record, { revision, upTo }))

/** A message that is on its way, by the revision of its entry; `undone` is called when it was taken back. */
export interface MessageOffer {
  readonly record: ApplicationRecord
  readonly revision: number
  readonly undoFor: number
  undone(): void
}

/** Says that a message is on its way, with an Undo while the server holds it. */
export function offerMessage(client: QueryClient, { record, revision, undoFor, undone }: MessageOffer): void {
  const [say, to] = ['On its way', record.applicant_email]
  if (undoFor <= 0) return void toast.success(say, `Your message goes to ${to} now. The history says when it was sent.`)
  const back = async (): Promise<void> => {
    if (await undoEdit(client, record, { revision, upTo: revision })) undone()
  }
  const ms = undoFor * second
  offer(say, `Your message goes to ${to} in ${undoFor} s.`, ms, Date.now() + ms, () => void back())
}

/**
 * Takes back what was done last. When the time for that has passed it says so and does nothing: what was done before it, with another application
 * perhaps, is not what the reader means.
 */
export function undoLast(): void {
  const step = steps.at(-1)
  if (step === undefined) return
  if (Date.now() <= step.until) step.run()
  else toast.failure('Too late to undo', `${step.say}. The time for it has passed.`)
}

async function undoEdit(
  client: QueryClient,
  record: ApplicationRecord,
  body: { readonly revision: number; readonly upTo: number },
): Promise<boolean> {
  try {
    mergeReply(client, await call<ApplicationReply>(paths.undo(record.id), { method: 'POST', body }))
    toast.success('Undone', `${applicantLabel(record)}: as it was before.`)
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) {
      close(error)
      return false
    }
    report('undo', error)
    toast.failure('Failed to undo', error instanceof Error ? error.message : '')
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['application', record.id] })
  }
}

async function undoChanges(client: QueryClient, done: readonly Undoable[], returned: OnUndone | undefined): Promise<void> {
  const back: ApplicationRecord[] = []
  for (const { record, revision } of done)
    try {
      const reply = await call<ApplicationReply>(paths.undo(record.id), { method: 'POST', body: { revision } })
      mergeReply(client, reply)
      back.push(reply.application)
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return close(error)
      report('undo', error)
      toast.failure('Failed to undo', error instanceof Error ? error.message : '')
    }
  if (back.length === 1 && back[0]) toast.success('Undone', `${applicantLabel(back[0])} is ${back[0].status} again.`)
  else if (back.length > 1) toast.success('Undone', `${back.length} applications are as they were.`)
  for (const record of back) returned?.(record)
  for (const queryKey of [['stats'], ['application'], ['applications'], ['outbox']]) void client.invalidateQueries({ queryKey })
}
