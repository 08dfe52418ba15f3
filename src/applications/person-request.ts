import { dayAfter } from '../shared/dates.ts'

/** What a person can ask for about their data. */
export const requestKinds = ['access', 'correct', 'erase', 'grievance'] as const

export type RequestKind = (typeof requestKinds)[number]

export const isRequestKind = (word: unknown): word is RequestKind => requestKinds.some((kind) => kind === word)

/** Days in which we act on a request. */
const answerDays = 7

/** By which day a request is due that was received on a day; both as `2026-11-22`. */
export const requestDue = (received: string): string => dayAfter(received, answerDays)
