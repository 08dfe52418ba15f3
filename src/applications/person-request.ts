import { dayAfter } from '../shared/dates.ts'

/** The kinds of requests of a person about their data. */
export const personRequestKinds = ['access', 'correct', 'erase', 'grievance'] as const

export type PersonRequestKind = (typeof personRequestKinds)[number]

export const isPersonRequestKind = (word: unknown): word is PersonRequestKind => personRequestKinds.some((kind) => kind === word)

/** The number of days in which we act on a request. */
const answerDays = 7

/** The due day of a request, from the day on which it was received; both as `2026-11-22`. */
export const personRequestDue = (received: string): string => dayAfter(received, answerDays)
