import { dayAfter } from '../shared/dates.ts'

/** The kinds of requests of a person about their data. */
export const requestKinds = ['access', 'correct', 'erase', 'grievance'] as const

export type RequestKind = (typeof requestKinds)[number]

export const isRequestKind = (word: unknown): word is RequestKind => requestKinds.some((kind) => kind === word)

/** The number of days in which we act on a request. */
const answerDays = 7

/** The due day of a request, from the day on which it was received; both as `2026-11-22`. */
export const requestDue = (received: string): string => dayAfter(received, answerDays)
