import { useSyncExternalStore } from 'react'
import type { ApplicationReply, ListReply } from '../../api/replies.ts'
import type { Scores } from '../../applications/application.ts'

/** What is known of applications beside their records: how new that is, and their scores. */
const revisions = new Map<string, number>()
const scores = new Map<string, Scores>()
const listeners = new Set<() => void>()
const none: Scores = {}

function keepScores(id: string, given: Scores): void {
  scores.set(id, given)
  for (const listener of listeners) listener()
}

/** Learns from a reply about one application; false when something newer is known already. */
export function learn({ application: { id }, revision, scores: given }: ApplicationReply): boolean {
  const known = revisions.get(id)
  if (revision !== undefined && known !== undefined && revision < known) return false
  if (revision !== undefined) revisions.set(id, revision)
  if (given !== undefined) keepScores(id, given)
  return true
}

/** Learns the scores that came with a list. */
export function learnFromList({ applications, scores: given = {} }: ListReply): void {
  for (const { id } of applications) if (given[id] !== undefined || scores.has(id)) scores.set(id, given[id] ?? none)
  for (const listener of listeners) listener()
}

/** Whether this browser has an application at `revision`, or newer. */
export const isKnown = (id: string, revision: number): boolean => (revisions.get(id) ?? -1) >= revision

export function useScores(id: string): Scores {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
      }
    },
    () => scores.get(id) ?? none,
    () => none,
  )
}
