import { AppError } from '../../shared/errors.ts'

/** How often something is tried that another change may come before. The scores of all criteria may arrive at once: each try saves one of them. */
const maxTries = 20

/**
 * Tries until no other change came first, at most twenty times.
 * @param attempt returns `stale` when another change came first
 * @throws AppError CONFLICT after the last try, and the errors of `attempt`
 */
export async function untilNotStale<Result>(attempt: () => Promise<Result | 'stale'>): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt()
    if (result !== 'stale') return result
  }
  throw new AppError('CONFLICT', { message: 'It is being changed elsewhere at this moment. Please try again.' })
}
