import type { Form } from '../../forms/form.ts'
import { readAnswers } from '../form-dom.ts'
import { loadSheet } from '../load-sheet.ts'
import { makePart } from '../page-part.ts'
import { AnswersCheck } from './AnswersCheck.tsx'
import sheet from './answers-check.css?url'

/** Shows the answers of a form as a text in its element `data-check`, and keeps them current while it is edited. The heading gets the focus. */
export async function startCheck(form: Form, element: HTMLFormElement | null): Promise<void> {
  await loadSheet(sheet)
  const host = element?.querySelector('[data-check]')
  if (!element || !host) return
  const shown = host.querySelector('h3')
  if (shown !== null) return shown.focus()
  const part = makePart((error) => console.warn('forms: the answers could not be shown', error))
  const draw = (): void => part.draw(<AnswersCheck form={form} raw={readAnswers(form, element)} onClose={close} />)
  const events = ['input', 'change', 'clear'] as const
  const close = (): void => {
    for (const event of events) element.removeEventListener(event, draw)
    part.remove()
    host.parentElement?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  for (const event of events) element.addEventListener(event, draw)
  host.append(part.element)
  draw()
  host.querySelector('h3')?.focus()
}
