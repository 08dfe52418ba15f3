import type { ReactNode } from 'react'
import type { Form } from '../forms/form.ts'
import { reference } from '../shared/ids.ts'
import { translate } from '../shared/translate.ts'
import type { Delivery, Sent } from './delivery/submit.ts'
import { onDemand } from './on-demand.ts'
import { makePart, type Part } from './page-part.ts'
// Styles of the view, which is loaded later.
import './view/keep-link.module.css'
import '../ui/qr/qr.module.css'

/** A minimal success view without React, used while the React view is not loaded or if it fails. */
function plainSuccess(form: Form, { applicationId, privateLink }: Sent): HTMLElement {
  const element = document.createElement('div')
  element.dataset.sent = ''
  const heading = document.createElement('h2')
  heading.textContent = form.texts.success
  heading.tabIndex = -1
  const more = document.createElement('p')
  const referenceText = applicationId === undefined ? '' : translate` Your reference ${reference(applicationId)}`
  more.textContent = translate`You will hear from us ${form.texts.promise}.${referenceText}`
  element.append(heading, more)
  if (privateLink !== undefined) {
    const link = document.createElement('a')
    link.href = link.textContent = privateLink
    element.append(link)
  }
  return element
}

export interface SuccessPart {
  /** Loads the script of the view, which is not needed while the form is filled in. */
  prepare(): void
  /** The submission that is shown; undefined while there is none. */
  delivery(): Delivery | undefined
  /** Shows or updates the success view of a submission. It never throws: a failure shows the plain view. */
  draw(next: Delivery): void
  /** Clears the submission. Returns a function that removes the view, to be called when another part is shown. */
  clear(): () => void
}

/**
 * The success view.
 * @param show puts an element into the page, in place of the shown one
 * @param again renders the button that starts another submission
 */
export function successPart(
  form: Form,
  show: (element: HTMLElement) => void,
  again: (delivery: Delivery) => ReactNode,
): SuccessPart {
  let delivery: Delivery | undefined
  let part: Part | undefined
  // Whether the React view has failed.
  let isPlain = false
  const view = onDemand('SentView', () => import('./view/SentView.tsx').then((script) => script.withStyles()))

  const fail = (error: unknown): void => {
    console.error('forms: the success view failed', error)
    isPlain = true
    if (delivery !== undefined) show(plainSuccess(form, delivery))
  }
  const draw = (next: Delivery): void => {
    delivery = next
    const View = view.loaded()
    if (View !== undefined && !isPlain)
      try {
        part ??= makePart(fail)
        part.draw(<View form={form} delivery={next} again={again(next)} />)
      } catch (error) {
        fail(error)
      }
    show(isPlain || part === undefined ? plainSuccess(form, next) : part.element)
    if (View === undefined) void view.load().then(() => redraw(next))
  }
  /** Replaces the plain view after the script is loaded. */
  const redraw = (next: Delivery): void => {
    if (view.loaded() === undefined || delivery !== next) return
    const hadFocus = document.activeElement?.closest('[data-sent]') !== null
    draw(next)
    if (hadFocus) part?.element.querySelector('h2')?.focus({ preventScroll: true })
  }

  return {
    prepare: view.prepare,
    delivery: () => delivery,
    draw,
    clear() {
      const last = part
      part = delivery = undefined
      isPlain = false
      return () => last?.remove()
    },
  }
}
