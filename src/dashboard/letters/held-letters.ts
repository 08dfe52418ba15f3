import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'
import { routes } from '../../api/routes.ts'
import type { LetterHold } from '../../applications/letter-hold.ts'
import { type Addition, isNotice } from '../../applications/outbox.ts'
import { dayOf, minute, second } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { mergeResponse } from '../applications/cache.ts'
import { CallError, call } from '../client.ts'
import { undoTaken } from '../decisions/undo.ts'
import { firstNames, formatCount, sameTimeLabel } from '../labels.ts'
import { refusalOf, reportFailure, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'

export const heldLettersQuery = queryOptions({
  queryKey: ['outbox', 'held'],
  queryFn: ({ signal }) => call(routes.heldLetters, { signal }),
  refetchInterval: 10_000,
})

export const letterHoldQuery = queryOptions({
  queryKey: ['letter hold'],
  queryFn: ({ signal }) => call(routes.letterHold, { signal }),
  refetchInterval: minute,
})

/** The filters for waiting letters. */
export interface HeldFilter {
  readonly formType: FormType | undefined
  /** Empty means all. */
  readonly letter: string
  /** A part of the name, company or address. */
  readonly text: string
}

/** The waiting letters that match a filter. */
export function filterHeld(letters: readonly HeldLetterRecord[], { formType, letter, text }: HeldFilter) {
  const words = text.trim().toLowerCase()
  return letters.filter(
    (held) =>
      (formType === undefined || held.form_type === formType) &&
      (letter === '' || held.letter === letter) &&
      `${held.applicant_name}\n${held.company_name}\n${held.applicant_email}`.toLowerCase().includes(words),
  )
}

/** Waiting letters grouped by their kind; notices, such as confirmations, are last. */
export const byKind = (letters: readonly HeldLetterRecord[]): readonly (readonly [string, readonly HeldLetterRecord[]])[] =>
  [...Map.groupBy(letters, ({ letter }) => letter)].sort(([a], [b]) => Number(isNotice(a)) - Number(isNotice(b)))

/** The letters that are sent on one day. `day` is, or empty for letters that are sent by hand. */
interface HeldDay {
  readonly day: string
  readonly letters: readonly HeldLetterRecord[]
}

/** Waiting letters grouped by the day on which they are sent, in order; those that are sent by hand are last. */
export function byDay(letters: readonly HeldLetterRecord[]): readonly HeldDay[] {
  const days = Map.groupBy(letters, ({ by_hand, due_at }) => (by_hand === true ? '' : dayOf(new Date(due_at))))
  return [...days]
    .map(([day, of]) => ({ day, letters: of }))
    .sort((a, b) => (a.day === '' ? 1 : b.day === '' ? -1 : a.day.localeCompare(b.day)))
}

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['outbox'] }),
    client.invalidateQueries({ queryKey: ['application'] }),
    client.invalidateQueries({ queryKey: ['applications'] }),
    client.invalidateQueries({ queryKey: ['stats'] }),
  ])

const few = (n: number, single: string, plural: string): string => (n === 1 ? `1 ${single}` : `${formatCount(n)} ${plural}`)

/** How often, and for how long, the desk asks what became of letters. In milliseconds. */
const [readEvery, readFor] = [second, 2 * minute]

/** Says what became of letters that were sent by hand, when none is on its way any more, or after a while. */
async function reportOutcome(ids: readonly string[], shown: number): Promise<void> {
  const read = () => call(routes.letterOutcomes, { body: { ids } })
  let outcome = await read()
  for (let elapsed = 0; outcome.leaving > 0 && elapsed < readFor; elapsed += readEvery) {
    await new Promise((resolve) => setTimeout(resolve, readEvery))
    outcome = await read()
  }
  const { sent, parked, cancelled, leaving } = outcome
  toast.end(shown)
  const unsent = [
    parked > 0 && few(parked, 'could not be delivered', 'could not be delivered'),
    cancelled > 0 && few(cancelled, 'was taken back', 'were taken back'),
    leaving > 0 && few(leaving, 'is still on its way', 'are still on their way'),
  ].filter((text) => text !== false)
  const title = few(sent, 'letter was sent', 'letters were sent')
  if (parked > 0) toast.failure(title, `${unsent.join('; ')}. The dashboard shows why.`)
  else toast.success(title, unsent.length === 0 ? '' : `${unsent.join('; ')}.`)
}

/**
 * Sends waiting letters now, except those that were sent or taken back meanwhile.
 * @param anyway also to addresses that an earlier letter did not reach; otherwise a toast names the applicants whose letters still wait
 */
export async function sendHeld(client: QueryClient, letters: readonly HeldLetterRecord[], anyway = false): Promise<void> {
  try {
    const ids = letters.map(({ id }) => id)
    const { leaving, skipped } = await call(routes.sendHeld, { body: { ids, anyway } })
    const isLimited = leaving + skipped.length < letters.length && letters.some(({ letter }) => letter === 'confirmation')
    const limit = 'An address gets at most one confirmation an hour and three a day.'
    if (leaving > 0) {
      const title = few(leaving, 'letter is on its way', 'letters are on their way')
      const shown = toast.success(title, isLimited ? `${limit} The others still wait.` : '')
      void reportOutcome(ids, shown).catch((error: unknown) => reportFailure('asking what became of letters', error))
    } else if (skipped.length === 0)
      toast.failure('Not sent', isLimited ? limit : 'It was sent, taken back, or changed in another window.')
    if (skipped.length > 0)
      toast.failure(
        few(skipped.length, 'letter still waits', 'letters still wait'),
        `An earlier letter did not reach the address of ${firstNames(skipped)}. Correct the address, or press Send for that letter.`,
      )
  } catch (error) {
    showFailure('sending letters', 'Failed to send', error)
  }
  await refresh(client)
}

/** Takes a waiting letter back, together with the decision that it announces. */
export async function takeBack(client: QueryClient, { application_id: id, id: message }: HeldLetterRecord): Promise<void> {
  try {
    const response = await call(routes.takeBackMessage, { at: { id, message } })
    mergeResponse(client, response)
    toast.success(
      'Taken back',
      `${response.application.applicant_name} is ${response.application.status}. ${sameTimeLabel(response)}`.trim(),
    )
  } catch (error) {
    showFailure('taking a letter back', 'Failed to take it back', error)
  }
  await refresh(client)
}

/** Takes waiting letters back in one call, together with the decisions that they announce. */
export const takeAllBack = (client: QueryClient, letters: readonly HeldLetterRecord[], title: string): Promise<void> =>
  undoTaken(client, {
    title,
    detail: '',
    done: letters.flatMap(({ application_id: id, revision }) => (revision === undefined ? [] : [{ id, revision }])),
  })

/** Discards a waiting confirmation: it is not sent, and the application stays as it is. */
export async function discard(client: QueryClient, { application_id: id, id: message }: HeldLetterRecord): Promise<void> {
  try {
    await call(routes.takeBackMessage, { at: { id, message } })
    toast.success('The confirmation will not be sent')
  } catch (error) {
    showFailure('discarding a confirmation', 'Failed to discard it', error)
  }
  await refresh(client)
}

/** Changes what is added to the template of a waiting letter. Returns the error message; empty when it is saved. */
export async function editHeld(
  client: QueryClient,
  { application_id: id, id: message }: HeldLetterRecord,
  addition: Addition,
): Promise<string> {
  try {
    mergeResponse(client, await call(routes.editMessage, { at: { id, message }, body: addition }))
    await refresh(client)
    return ''
  } catch (error) {
    reportFailure('editing a letter', error)
    if (error instanceof CallError && error.status === 409) await refresh(client)
    return refusalOf(error) ?? 'It was not saved.'
  }
}

/** Sets how long new letters wait; letters that already wait keep their time. Returns whether it succeeded; after a failure the current setting is loaded. */
export async function saveLetterHold(client: QueryClient, hold: LetterHold, revision: number): Promise<boolean> {
  try {
    const body = { hold, revision }
    client.setQueryData(letterHoldQuery.queryKey, await call(routes.saveLetterHold, { body }))
    toast.success('Saved', 'New letters wait this long.')
    return true
  } catch (error) {
    showFailure('saving how long letters wait', 'Failed to save', error)
    await client.invalidateQueries({ queryKey: letterHoldQuery.queryKey })
    return false
  }
}
