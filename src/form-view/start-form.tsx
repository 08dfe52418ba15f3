import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Form } from '../forms/form.ts'
import { reference } from '../shared/ids.ts'
import { Button } from '../ui/button/Button.tsx'
import { Kolam } from '../ui/kolam/Kolam.tsx'
import { kolamOf } from '../ui/kolam/kolam.ts'
import { isEmpty, type Raw } from './answers.ts'
import { toPayload } from './delivery/payload.ts'
import { discard, type QueuedSubmission, renew } from './delivery/queue.ts'
import type { Sent } from './delivery/submit.ts'
import { WaitingList } from './delivery/WaitingList.tsx'
import { watchDeliveries } from './delivery/watch.ts'
import { warnOnce } from './device-store.ts'
import { fingerprint } from './drafts/fingerprint.ts'
import { EditableForm, type FormHandle } from './EditableForm.tsx'
import { fillAnswers, readAll, readAnswers } from './form-dom.ts'
import { whenIdle } from './form-events.ts'
import type { Notice } from './view/FormView.tsx'
import { SuccessView } from './view/SuccessView.tsx'

/** The remark in the success view, by the state of the delivery. */
const remarks = {
  'at once': undefined,
  waits:
    'We could not be reached just now, so your answers are kept on this device and are sent by themselves as soon as the connection returns.',
  later: 'The connection has returned, and your answers have reached us.',
} as const

type Delivery = Sent & { readonly state: keyof typeof remarks }

/** A part of the page with a React root of its own, so that its failure removes no other part. */
interface Part {
  readonly element: HTMLElement
  /** Renders synchronously. */
  draw(node: ReactNode): void
  remove(): void
}

/** `onFailure`: rendering failed, first or later; the element is empty then. */
function makePart(onFailure: (error: unknown) => void): Part {
  const element = document.createElement('div')
  const root = createRoot(element, { onUncaughtError: onFailure })
  return {
    element,
    draw: (node) => flushSync(() => root.render(node)),
    remove() {
      element.remove()
      try {
        root.unmount()
      } catch (error) {
        console.warn('forms: a part was left behind', error)
      }
    },
  }
}

/** A minimal success view without React, for when the rendered one fails. */
function plainSuccess(form: Form, { applicationId }: Sent): HTMLElement {
  const element = document.createElement('div')
  element.dataset.sent = ''
  const heading = document.createElement('h2')
  heading.textContent = form.texts.success
  heading.tabIndex = -1
  const more = document.createElement('p')
  const referenceText = applicationId === undefined ? '' : ` Your reference ${reference(applicationId)}`
  more.textContent = `You will hear from us ${form.texts.promise}.${referenceText}`
  element.append(heading, more)
  return element
}

/**
 * Replaces the native form of the page's HTML by a live one, with all that was typed, and lists the queued submissions above it. The
 * native form is not changed: if anything in the script fails, it is shown again with the answers, and the browser posts it. Once a
 * submission was accepted, nothing replaces the success view.
 */
export function startForm(container: HTMLElement, form: Form, notice: Notice): void {
  const native = container.querySelector('form')
  const original = [...container.children].find((child) => child.contains(native))
  if (native === null || original === undefined) return

  let shown: Element = original
  const show = (element: Element): void => {
    if (shown.parentNode === null) container.append(element)
    else shown.replaceWith(element)
    shown = element
  }

  let queued: readonly QueuedSubmission[] = []
  let editing: FormHandle | undefined
  let editor: Part | undefined
  let success: Part | undefined
  // the rendered success view has failed
  let isPlain = false
  let delivery: Delivery | undefined

  /** Gives the native form the key of an attempt that may be under way, for as long as its answers are the same. */
  const carryKey = ({ element, keeper }: FormHandle): void => {
    const key = native.elements.namedItem('idempotencyKey')
    const attempt = keeper.lastAttempt()
    if (
      !(key instanceof HTMLInputElement) ||
      attempt?.fingerprint !== fingerprint(toPayload(form, '', readAnswers(form, element)).answers)
    )
      return
    key.value = attempt.key
    native.addEventListener('input', () => (key.value = ''), { once: true })
  }

  /** Shows the native form again, with what was typed into the live one. */
  const restoreNative = (error: unknown): void => {
    console.error('forms: the script failed; the form works without it', { form: form.type }, error)
    // nothing replaces the success view
    if (delivery !== undefined) return
    const live = editing
    const part = editor
    editing = editor = undefined
    if (live !== undefined) {
      try {
        fillAnswers(form, native, readAll(form, live.element))
        carryKey(live)
      } catch (failure) {
        console.error('forms: not all answers could be carried over', failure)
      }
    }
    if (part === undefined || shown === part.element) show(original)
    part?.remove()
  }

  /** `unsaved`: the answers are saved as a draft at once. */
  const drawForm = (raw: Raw, unsaved: boolean): void => {
    let failed = false
    const part = makePart((error) => {
      failed = true
      if (part === editor) restoreNative(error)
      else console.error('forms: the form could not be drawn', { form: form.type }, error)
    })
    part.draw(
      <EditableForm
        form={form}
        notice={notice}
        raw={raw}
        unsaved={unsaved}
        onDrawn={(drawn) => {
          editing = drawn
        }}
        onSent={(sent) => finish({ ...sent, state: sent.applicationId === undefined ? 'waits' : 'at once' })}
        onUnable={(error) => {
          restoreNative(error)
          if (delivery === undefined) native.querySelector<HTMLElement>('[type=submit]')?.click()
        }}
      />,
    )
    if (failed || editing === undefined) {
      editing = undefined
      return
    }
    editor = part
    show(part.element)
  }

  const drawSuccess = (next: Delivery): void => {
    delivery = next
    const fail = (error: unknown): void => {
      console.error('forms: the success view could not be drawn', error)
      isPlain = true
      if (delivery !== undefined) show(plainSuccess(form, delivery))
    }
    if (!isPlain)
      try {
        success ??= makePart(fail)
        success.draw(
          <SuccessView
            form={form}
            reference={next.applicationId === undefined ? undefined : reference(next.applicationId)}
            remark={remarks[next.state]}
            drawing={<Kolam key={next.applicationId} drawn {...kolamOf(form.type, next.applicationId ?? next.key)} />}
            waits={next.state === 'waits'}
            again={
              <Button weight="line" onClick={() => startAgain(form.keepsAnswers ? next.raw : {})}>
                {form.texts.again}
              </Button>
            }
          />,
        )
      } catch (error) {
        fail(error)
      }
    const element = isPlain || success === undefined ? plainSuccess(form, next) : success.element
    if (shown !== element) show(element)
  }

  /** The submission was stored, by the server or in the delivery queue. */
  const finish = (sent: Delivery): void => {
    const part = editor
    editing = editor = undefined
    drawSuccess(sent)
    try {
      part?.remove()
      shown.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      container.scrollIntoView()
      drawList()
    } catch (error) {
      console.warn('forms: success is shown, and something after it failed', error)
    }
  }

  const startAgain = (raw: Raw): void => {
    const part = success
    success = delivery = undefined
    isPlain = false
    drawForm(raw, false)
    if (editing === undefined) {
      fillAnswers(form, native, raw)
      show(original)
    }
    part?.remove()
    shown.querySelector<HTMLElement>('[data-field] :is(input, select, textarea)')?.focus()
    drawList()
  }

  const restoreSubmission = (submission: QueuedSubmission): void => {
    if (delivery !== undefined) startAgain({})
    if (editing === undefined) fillAnswers(form, native, submission.answers)
    else editing.keeper.restoreSubmission(submission)
    shown.querySelector<HTMLElement>('[data-field] :is(input, select, textarea)')?.focus()
  }

  const list = makePart((error) => {
    console.error('forms: what waits on this device could not be shown', error)
    list.element.remove()
  })
  const drawList = (): void =>
    list.draw(
      <WaitingList
        form={form}
        queued={queued.filter(({ key, refusal }) => key !== delivery?.key || refusal !== undefined)}
        onSendNow={(submission) => {
          renew(submission, Date.now())
            .catch((error: unknown) => warnOnce('the delivery queue', error))
            .finally(() => void watch?.tryNow())
        }}
        onDiscard={(submission) => {
          discard(submission.key).catch((error: unknown) => warnOnce('discarding', error))
        }}
        hasOtherAnswers={() => editing !== undefined && !isEmpty(form, readAll(form, editing.element))}
        onRestore={restoreSubmission}
      />,
    )
  let watch: ReturnType<typeof watchDeliveries> | undefined

  whenIdle(native, () => {
    const typed = readAll(form, native)
    const focus = focusIn(native)
    drawForm(typed, true)
    if (editing === undefined) return
    focus(editing.element)
    container.prepend(list.element)
    watch = watchDeliveries(
      (all) => {
        queued = all
        drawList()
      },
      ({ key, applicationId }) => {
        if (delivery?.key === key) drawSuccess({ ...delivery, applicationId, state: 'later' })
      },
    )
  })
}

/** Records the focused input of a form and its selection. Returns a function that sets both in another form. */
function focusIn(native: HTMLFormElement): (live: HTMLFormElement) => void {
  const { activeElement } = document
  if (!native.contains(activeElement) || !activeElement?.id) return () => undefined
  const { id } = activeElement
  const isText = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
  const [from, to] = isText ? [activeElement.selectionStart, activeElement.selectionEnd] : []
  return (live) => {
    const input = live.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
    input?.focus({ preventScroll: true })
    // an e-mail address has no selection
    if ((input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement) && typeof from === 'number')
      input.setSelectionRange(from, to ?? from)
  }
}
