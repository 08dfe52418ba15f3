import type { ReactNode } from 'react'
import { type PageValues, startForm } from '../../form-view/start-form.tsx'
import { FormView } from '../../form-view/view/FormView.tsx'
import type { Choices } from '../../forms/definitions/choices.ts'
import { type Form, withPromise } from '../../forms/form.ts'
import type { Spoken } from '../../shared/language.ts'
import styles from './form-island.module.css'

/** The data that a page passes to its form, because the form's script contains no content. */
export interface PageData extends Choices, PageValues {
  /** When we answer the form's applicants, e.g. `within 1 week`. */
  readonly promise: string
  /** The zone in which days begin. */
  readonly zone: string
  /** By when we answer what is sent on each of the next days (`2026-11-28`), as `Saturday, 5 December`. */
  readonly answerDays: Readonly<Record<string, string>>
  /** The language of the page, if it is not English. */
  readonly spoken?: Spoken
}

/**
 * The component of an island: a form in the page's HTML, which works without a script. It is never hydrated. Instead, the directive `client:near` calls
 * the `start` of the island's file, which replaces it with a live form. So browsers do not load this component.
 */
export const formIsland = <Data extends PageData>(formOf: (data: Data) => Form): ((data: Data) => ReactNode) =>
  import.meta.env.SSR
    ? (data) => (
        <div className={styles.form} data-form-place={JSON.stringify(data)}>
          <FormView form={withPromise(formOf(data), data.promise)} notice={data.notice} formVersion={data.formVersion} />
        </div>
      )
    : () => null

/** The form's element in an island, and the data that the page passed to it. @throws when the island has no form. */
export function pageData(island: HTMLElement): { readonly element: HTMLElement; readonly data: PageData } {
  const element = island.querySelector('[data-form-place]') as HTMLElement
  return { element, data: JSON.parse(element.dataset.formPlace as string) }
}

/** The `start` of an island whose form needs no choices from the content. */
export const startOf =
  (form: Form) =>
  (island: HTMLElement): void => {
    const { element, data } = pageData(island)
    startForm(element, withPromise(form, data.promise), data)
  }
