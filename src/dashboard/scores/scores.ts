import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ApplicationRecord, ApplicationResponse, RubricRecord, RubricsResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Criterion, Rubric } from '../../shared/criterion.ts'
import { minute } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { mergeResponse } from '../applications/cache.ts'
import { CallError, call } from '../client.ts'
import { asStep, offerEditUndo } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { reportFailure, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'

const rubricsQuery = queryOptions({
  queryKey: ['rubrics'],
  queryFn: ({ signal }) => call(routes.rubrics, { signal }),
  staleTime: 5 * minute,
})

/** The rubric of a form; undefined until it is loaded. */
export const useRubric = (formType: FormType): RubricRecord | undefined => useQuery(rubricsQuery).data?.rubrics[formType]

/** The rubric that a form has unless the reviewer changes it; empty until it is loaded. */
export const useDefaultRubric = (formType: FormType): Rubric => useQuery(rubricsQuery).data?.defaults[formType] ?? []

/** The id of the last score's toast; the next toast replaces it. */
let offered: number | undefined

/** Saves a score, or clears it (null). `seen`: the score that the reviewer saw. Returns whether it succeeded. */
export async function giveScore(
  client: QueryClient,
  record: ApplicationRecord,
  { id: criterion, name }: Criterion,
  score: number | null,
  seen: number | null,
): Promise<boolean> {
  return asStep(`${name} of ${applicantLabel(record)}`, async (step) => {
    try {
      const body = { criterion, score, seen }
      const response = await call(routes.score, { at: { id: record.id }, body })
      mergeResponse(client, response)
      if (offered !== undefined) toast.end(offered)
      const { revision } = response.application
      offered = offerEditUndo(client, { step, title: `${name}: ${score ?? 'no score'}`, record, revision, upTo: revision })
      void client.invalidateQueries({ queryKey: ['application', record.id] })
      return true
    } catch (error) {
      showFailure('saving a score', 'Failed to save the score', error)
      // Loads the current score and rubric.
      void client.invalidateQueries({ queryKey: ['application', record.id] })
      void client.invalidateQueries({ queryKey: ['rubrics'] })
      return false
    }
  })
}

type SavedRubric =
  | { readonly ok: true }
  /** `details`: messages by path, such as `criteria.0.name`. */
  | { readonly ok: false; readonly message: string; readonly details: Readonly<Record<string, string>> }

/** Replaces revision `revision` of a form's rubric. */
export async function saveRubric(
  client: QueryClient,
  formType: FormType,
  criteria: Rubric,
  revision: number,
): Promise<SavedRubric> {
  try {
    const { rubric } = await call(routes.saveRubric, { at: { formType }, body: { criteria, revision } })
    client.setQueryData<RubricsResponse>(
      rubricsQuery.queryKey,
      (cached) => cached && { ...cached, rubrics: { ...cached.rubrics, [formType]: rubric } },
    )
    return { ok: true }
  } catch (error) {
    reportFailure('saving a rubric', error)
    if (error instanceof CallError && error.status === 409) void client.invalidateQueries({ queryKey: rubricsQuery.queryKey })
    const details = error instanceof CallError ? error.details : {}
    return { ok: false, message: error instanceof Error ? error.message : '', details }
  }
}

/** The criteria whose last score was given before the applicant last changed the answers. @param history oldest first */
export function outdatedScores(history: NonNullable<ApplicationResponse['history']>): ReadonlySet<string> {
  const changedAt = history.findLastIndex(({ event }) => event.what === 'answers_changed')
  const criteria = (from: number, to?: number): readonly string[] =>
    history
      .slice(from, to)
      .flatMap(({ event }) =>
        (event.what === 'scored' || event.undid === 'scored') && typeof event.criterion === 'string' ? [event.criterion] : [],
      )
  const since = new Set(changedAt < 0 ? [] : criteria(changedAt + 1))
  return new Set(changedAt < 0 ? [] : criteria(0, changedAt).filter((criterion) => !since.has(criterion)))
}
