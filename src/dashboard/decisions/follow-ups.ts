/** What a feature does when a decision is saved. @throws any error, whose message is shown to the reviewer */
export type FollowUp = () => Promise<unknown>

/** By the id of the application that is being decided. */
const waiting = new Map<string, readonly FollowUp[]>()

/** Sets what follows the next decision about an application. */
export const followWith = (id: string, followUps: readonly FollowUp[]): void => void waiting.set(id, followUps)

/** Takes what follows a decision about an application, so that it is done once, or not at all after a failure. */
export function takeFollowUps(id: string): readonly FollowUp[] {
  const own = waiting.get(id) ?? []
  waiting.delete(id)
  return own
}
