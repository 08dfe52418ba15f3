import { startForm } from '../../form-view/start-form.tsx'
import type { Notice } from '../../form-view/view/FormView.tsx'
import { FormView } from '../../form-view/view/FormView.tsx'
import type { Choices } from '../../forms/definitions/choices.ts'
import type { Form } from '../../forms/form.ts'
import styles from './form-place.module.css'

/** What a page hands to its form, whose script holds no content. */
export interface PageData extends Choices {
  readonly notice: Notice
}

/**
 * A form as it stands in the page's HTML, where it works without a script. It is never hydrated: the directive `client:near` calls the
 * `start` of its island's file, which puts a live form in its place.
 */
export const FormPlace = ({ form, data }: { readonly form: Form; readonly data: PageData }) => (
  <div className={styles.place} data-form-place={JSON.stringify(data)}>
    <FormView form={form} notice={data.notice} />
  </div>
)

/** The place of the form in an island, and what the page handed to it. @throws when the island holds none. */
export function pageData(island: HTMLElement): { readonly place: HTMLElement; readonly data: PageData } {
  const place = island.querySelector<HTMLElement>('[data-form-place]')
  if (place === null) throw new Error('no form to start')
  return { place, data: JSON.parse(place.dataset.formPlace ?? '') }
}

/** The `start` of an island whose form needs nothing of the page's content. */
export const starter =
  (form: Form) =>
  (island: HTMLElement): void => {
    const { place, data } = pageData(island)
    startForm(place, form, data.notice)
  }
