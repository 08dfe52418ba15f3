import type { Form } from '../forms/form.ts'
import { Button } from '../ui/button/Button.tsx'
import { isEmpty, type Raw } from './answers.ts'
import type { QueuedSubmission } from './delivery/queue.ts'
import { queuePart } from './delivery/queue-part.tsx'
import type { Delivery, Sent } from './delivery/submit.ts'
import { EditableForm, type FormHandle } from './EditableForm.tsx'
import { fillAnswers, readAll } from './form-dom.ts'
import { whenIdle } from './form-events.ts'
import { copyAnswers, focusIn } from './native-form.ts'
import { makePart, type Part } from './page-part.ts'
import { type SuccessPart, successPart } from './success-part.tsx'
import type { Notice } from './view/FormView.tsx'
import { draftHash } from './web-storage.ts'

/** The values that a page passes to its form, in addition to the definition. */
export interface PageValues {
  readonly notice: Notice
  /** See `FormViewProps`. */
  readonly formVersion: string
  /** Whether the form has deadlines. */
  readonly closes?: boolean
}

/** The live form. */
interface Editor {
  readonly part: Part
  readonly handle: FormHandle
}

interface EditorProps extends PageValues {
  readonly form: Form
  readonly raw: Raw
  /** Whether to save the answers as a draft immediately. */
  readonly unsaved: boolean
  onUsed(): void
  onSent(sent: Sent): void
  onUnable(error: unknown): void
  /** Called when any rendering fails. */
  onFailure(error: unknown, part: Part): void
}

/** Renders the live form; undefined if that fails. */
function drawEditor({ onFailure, ...props }: EditorProps): Editor | undefined {
  let failed = false
  let handle: FormHandle | undefined
  const part = makePart((error) => {
    failed = true
    onFailure(error, part)
  })
  part.draw(
    <EditableForm
      {...props}
      onDrawn={(drawn) => {
        handle = drawn
      }}
    />,
  )
  return failed || handle === undefined ? undefined : { part, handle }
}

/** Shows one element at a time in a container; at first `first`. */
function makeStage(container: HTMLElement, first: Element) {
  let shown = first
  return {
    shows: (element: Element): boolean => shown === element,
    show(element: Element): void {
      if (shown === element && shown.parentNode !== null) return
      if (shown.parentNode === null) container.append(element)
      else shown.replaceWith(element)
      shown = element
    },
    /** Focuses the first match of a selector in the shown element. */
    focus(selector: string, options?: FocusOptions): void {
      shown.querySelector<HTMLElement>(selector)?.focus(options)
    },
  }
}

/** The parts of a page with a form, and their state. */
interface Page {
  readonly container: HTMLElement
  readonly form: Form
  readonly data: PageValues
  readonly native: HTMLFormElement
  /** The child of the container that holds the native form. */
  readonly original: Element
  readonly stage: ReturnType<typeof makeStage>
  readonly success: SuccessPart
  readonly queue: ReturnType<typeof queuePart>
  /** Undefined while the native form or the success view is shown. */
  editor: Editor | undefined
}

/** Shows the native form again, with what was typed into the live form. */
function restoreNative(page: Page, error: unknown): void {
  const { form, native, original, stage, success } = page
  console.error('forms: the script failed', error)
  // Nothing replaces the success view.
  if (success.delivery() !== undefined) return
  const last = page.editor
  page.editor = undefined
  if (last !== undefined) copyAnswers(form, native, last.handle)
  if (last === undefined || stage.shows(last.part.element)) stage.show(original)
  last?.part.remove()
}

function drawForm(page: Page, raw: Raw, unsaved: boolean): void {
  const { form, data, native, stage, success } = page
  page.editor = drawEditor({
    form,
    notice: data.notice,
    formVersion: data.formVersion,
    ...(data.closes && { closes: true }),
    raw,
    unsaved,
    onUsed() {
      success.prepare()
      page.queue.prepare()
    },
    onSent: (sent) => finish(page, { ...sent, state: sent.applicationId === undefined ? 'queued' : 'delivered' }),
    onUnable(error) {
      restoreNative(page, error)
      if (success.delivery() === undefined) native.querySelector<HTMLElement>('[type=submit]')?.click()
    },
    onFailure(error, part) {
      if (part === page.editor?.part) restoreNative(page, error)
      else console.error('forms: the script failed', error)
    },
  })
  if (page.editor !== undefined) stage.show(page.editor.part.element)
}

/** Called when the submission is stored, by the server or in the delivery queue. */
function finish(page: Page, sent: Delivery): void {
  const { container } = page
  const last = page.editor
  page.editor = undefined
  // Until the page is painted scrolled to the success view, what follows it keeps its place: the view is shorter than the form.
  container.style.minBlockSize = `${container.offsetHeight}px`
  page.success.draw(sent)
  try {
    last?.part.remove()
    page.stage.focus('h2', { preventScroll: true })
    container.scrollIntoView()
    requestAnimationFrame(() => requestAnimationFrame(() => container.style.removeProperty('min-block-size')))
    page.queue.draw()
  } catch (error) {
    console.warn('forms: after success', error)
  }
}

const firstInput = '[data-field] :is(input, select, textarea)'

/** Shows the form again after a submission. */
function startAgain(page: Page, raw: Raw): void {
  const removeSuccess = page.success.clear()
  drawForm(page, raw, false)
  if (page.editor === undefined) {
    fillAnswers(page.form, page.native, raw)
    page.stage.show(page.original)
  }
  removeSuccess()
  page.stage.focus(firstInput)
  page.queue.draw()
}

/** Puts a queued submission into the form. */
function restoreSubmission(page: Page, submission: QueuedSubmission): void {
  if (page.success.delivery() !== undefined) startAgain(page, {})
  if (page.editor === undefined) fillAnswers(page.form, page.native, submission.answers)
  else page.editor.handle.keeper.restoreSubmission(submission)
  page.stage.focus(firstInput)
}

/**
 * Replaces the native form in the page's HTML with a live form, with everything that was typed, and lists the queued submissions above it. The
 * native form is not changed: if anything in the script fails, it is shown again with the answers, and the browser can post it. After a
 * submission was accepted, nothing replaces the success view.
 */
export function startForm(container: HTMLElement, form: Form, data: PageValues): void {
  const native = container.querySelector('form')
  const original = [...container.children].find((child) => child.contains(native))
  if (native === null || original === undefined) return
  const stage = makeStage(container, original)
  const success = successPart(form, stage.show, ({ raw }) => (
    <Button weight="line" onClick={() => startAgain(page, form.keepsAnswers ? raw : {})}>
      {form.texts.again}
    </Button>
  ))
  const queue = queuePart(form, {
    shownKey: () => success.delivery()?.key,
    hasOtherAnswers: () => page.editor !== undefined && !isEmpty(form, readAll(form, page.editor.handle.element)),
    onRestore: (submission) => restoreSubmission(page, submission),
  })
  const page: Page = { container, form, data, native, original, stage, success, queue, editor: undefined }

  // The visitor pasted the link of a draft into the address bar of this page.
  addEventListener('hashchange', () => location.hash.startsWith(draftHash) && location.reload())
  whenIdle(native, () => {
    const focus = focusIn(original)
    drawForm(page, readAll(form, native), true)
    if (page.editor === undefined) return
    focus(page.editor.part.element)
    container.prepend(queue.element)
    queue.start(({ key, applicationId, privateLink }) => {
      const delivery = success.delivery()
      if (delivery?.key === key) success.draw({ ...delivery, applicationId, privateLink, state: 'deliveredLater' })
    })
  })
}
