import type { Application } from './application.ts'

/**
 * The orders of a list. `date`: newest first. `due`: pending applications by their due moment, then all others. `score`: applications with a total
 * score, the highest first, then those with some scores, then all others. The others are newest first.
 */
export const orders = ['date', 'due', 'score'] as const

export type Order = (typeof orders)[number]

export const isOrder = (word: unknown): word is Order => orders.some((order) => order === word)

const newestFirst = (a: Application, b: Application): number =>
  b.submittedAt.getTime() - a.submittedAt.getTime() || (a.id < b.id ? 1 : -1)

const pendingDue = ({ status, dueAt }: Application): number | undefined => (status === 'pending' ? dueAt.getTime() : undefined)

const hasScores = ({ scores }: Application): boolean => Object.keys(scores).length > 0

const compare: Readonly<Record<Order, (a: Application, b: Application) => number>> = {
  date: newestFirst,
  due: (a, b) => {
    const first = pendingDue(a)
    const second = pendingDue(b)
    if (first === undefined && second === undefined) return newestFirst(a, b)
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1
    return first - second || (a.id < b.id ? -1 : 1)
  },
  score: (a, b) =>
    (b.total ?? 0) - (a.total ?? 0) ||
    (a.total !== null ? (a.id < b.id ? 1 : -1) : Number(hasScores(b)) - Number(hasScores(a)) || newestFirst(a, b)),
}

/** Sorts a list in memory. (Storage sorts with its indexes.) */
export const sortApplications = (applications: readonly Application[], order: Order): readonly Application[] =>
  applications.toSorted(compare[order])
