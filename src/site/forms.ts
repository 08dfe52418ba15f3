import { hash } from 'node:crypto'
import { cohortOptions, cohortOptionsAt } from '../content/cohorts.ts'
import { cohorts, formEdits, promises } from '../content/content.ts'
import { dueMoment, promiseTexts } from '../content/promises.ts'
import { allForms } from '../forms/definitions/all.ts'
import type { Form } from '../forms/form.ts'
import { versionOf } from '../forms/snapshot.ts'
import { dayAfter, dayInWords, dayOf, timeOn } from '../shared/dates.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'

/** The nine forms, with the choices and promises from content. */
export const forms = allForms({ cohorts: cohortOptions(cohorts) }, promiseTexts(promises), formEdits)

/** A form with the cohorts that can be chosen at a time. */
export const formAt = (type: FormType, at: Date): Form =>
  allForms({ cohorts: cohortOptionsAt(cohorts, at) }, promiseTexts(promises), formEdits)[type]

/** The version of each form; the server computes the same. */
export const formVersions = Object.fromEntries(
  formTypes.map((type) => [type, versionOf(forms[type], (text) => hash('sha256', text))]),
) as Readonly<Record<FormType, string>>

/** How many days a form that stays open knows by when we answer. */
const knownDays = 4

/** By when we answer what is sent on a day. */
const answerDay = (type: FormType, day: string): string => dayInWords(dueMoment(promises, type, timeOn(day, '12:00')))

/** The same for each of the next days, by day. */
export const answerDays = (type: FormType, now: Date): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: knownDays }, (_, after) => dayAfter(dayOf(now), after)).map((day) => [day, answerDay(type, day)]),
  )

/** A form with more questions than this has a page that lists them. */
const manyQuestions = 8

/** The forms with a page that lists their questions. */
export const longForms = Object.values(forms).filter(({ fields }) => Object.keys(fields).length > manyQuestions)

/** The path of the page that lists the questions of a form. */
export const questionsPath = (form: Form): string => `${form.path}/questions`
