import type { Status } from '../../applications/application.ts'
import { type Fact, type Source, sourceCount } from '../../applications/facts.ts'
import { cohortValue, graceEnd } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { Field, Form } from '../../forms/form.ts'

/** How many applications gave one answer. */
interface AnswerCount {
  /** The answer as text; empty for all answers that are too rare to be listed. */
  readonly answer: string
  readonly count: number
}

/** The numbers of the answers to one question, the most frequent first. */
interface QuestionCount {
  readonly question: string
  readonly answers: readonly AnswerCount[]
}

/**
 * The applications that chose a cohort in the form. Only those in review are counted. One that arrived after the grace is late: it is read for the next cohort
 * (decision 0164), and stays with its choice here.
 */
export interface CohortReport {
  /** Its value in the form, such as `cohort-6`. */
  readonly cohort: string
  /** Such as `Cohort 6`. */
  readonly label: string
  /** A day. */
  readonly startDate: string
  /** The day of the deadline. */
  readonly deadline: string
  /** The number of places; null if the content has none. */
  readonly places: number | null
  readonly received: number
  readonly onTime: number
  readonly byStatus: Readonly<Record<Status, number>>
  /** Invited to pitch, whatever came of it. */
  readonly invited: number
  /** How many have an answer, a decision or an invitation, and how many had it by their due moment. */
  readonly answered: number
  readonly answeredInTime: number
  /** The number of applications with a total score, and the median of the totals; null without any. */
  readonly scored: number
  readonly medianScore: number | null
  readonly sources: readonly Source[]
  /** Where they are, and what they do: the questions of the form that ask for it. */
  readonly questions: readonly QuestionCount[]
}

/** A question about the place of an applicant. The form has none of its own; one added at the desk counts by its label. */
const asksForTheirPlace = /\b(?:city|town|district|country|location|based)\b/i

/** How many answers to a question are listed, and how many different ones are counted. */
const maxListed = 10
const maxDifferent = 2_000

function answerCount(name: string, field: Field) {
  const counts = new Map<string, number>()
  let rare = 0
  return {
    add(answers: Fact['answers']): void {
      const value = answers?.[name]
      const text = value === undefined || value === null ? '' : field.format(value).trim()
      if (text === '') return
      if (counts.has(text) || counts.size < maxDifferent) counts.set(text, (counts.get(text) ?? 0) + 1)
      else rare += 1
    },
    result(): QuestionCount {
      const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      const unlisted = sorted.slice(maxListed).reduce((sum, [, n]) => sum + n, rare)
      return {
        question: field.label,
        answers: [
          ...sorted.slice(0, maxListed).map(([answer, count]) => ({ answer, count })),
          ...(unlisted > 0 ? [{ answer: '', count: unlisted }] : []),
        ],
      }
    },
  }
}

const median = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return below === undefined || above === undefined ? null : Math.round(50 * (below + above)) / 100
}

/** Counts the facts of one cohort, in any order. @param form with the present questions */
function reportOf(cohort: Cohort, form: Form) {
  const lastMoment = graceEnd(cohort).getTime()
  const byStatus = { pending: 0, approved: 0, rejected: 0, pitch: 0 }
  const scores: number[] = []
  const sources = sourceCount()
  const questions = Object.entries(form.fields)
    .filter(([name, { label }]) => name === 'industry' || asksForTheirPlace.test(label))
    .map(([name, field]) => answerCount(name, field))
  let onTime = 0
  let invited = 0
  let answered = 0
  let answeredInTime = 0
  return {
    add(fact: Fact): void {
      byStatus[fact.status] += 1
      if (fact.pitched) invited += 1
      if (typeof fact.answeredAt === 'number' && fact.status !== 'pending') {
        answered += 1
        if (fact.answeredAt <= fact.dueAt) answeredInTime += 1
      }
      if (fact.submittedAt <= lastMoment || fact.inTimeFor === cohort.label) onTime += 1
      if (typeof fact.total === 'number') scores.push(fact.total)
      sources.add(fact)
      for (const question of questions) question.add(fact.answers)
    },
    result: (): CohortReport => ({
      cohort: cohortValue(cohort),
      label: cohort.label,
      startDate: cohort.startDate,
      deadline: cohort.applicationDeadline,
      places: cohort.places ?? null,
      received: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
      onTime,
      byStatus,
      invited,
      answered,
      answeredInTime,
      scored: scores.length,
      medianScore: median(scores),
      sources: sources.result(),
      questions: questions.map((question) => question.result()).filter(({ answers }) => answers.length > 0),
    }),
  }
}

/** Counts detailed facts of the accelerator by cohort; `result` returns a report for each cohort, in their order. */
export function cohortTally(cohorts: readonly Cohort[], form: Form) {
  const reports = new Map(cohorts.map((cohort) => [cohortValue(cohort), reportOf(cohort, form)]))
  return {
    add(fact: Fact): void {
      reports.get(fact.answers?.cohortPreference as string)?.add(fact)
    },
    result: (): readonly CohortReport[] => [...reports.values()].map((report) => report.result()),
  }
}
