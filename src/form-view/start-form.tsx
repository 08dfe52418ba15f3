import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Form } from '../forms/form.ts'
import { reference } from '../shared/ids.ts'
import { Button } from '../ui/button/Button.tsx'
import { Kolam } from '../ui/kolam/Kolam.tsx'
import { kolamOf } from '../ui/kolam/kolam.ts'
import { isEmpty, type Raw } from './answers.ts'
import { pack } from './delivery/payload.ts'
import { discard, renew, type Waiting } from './delivery/queue.ts'
import type { Sent } from './delivery/submit.ts'
import { WaitingList } from './delivery/WaitingList.tsx'
import { watchDeliveries } from './delivery/watch.ts'
import { warnOnce } from './device-store.ts'
import { print } from './drafts/fingerprint.ts'
import { EditedForm, type Editing } from './EditableForm.tsx'
import { fillAnswers, readAll, readAnswers } from './form-dom.ts'
import { whenStill } from './form-events.ts'
import type { Notice } from './view/FormView.tsx'
import { SuccessView } from './view/SuccessView.tsx'

/** What the success view says of the delivery. */
const remarks = {
  'at once': undefined,
  waits:
    'We could not be reached just now, so your answers are kept on this device and are sent by themselves as soon as the connection returns.',
  later: 'The connection has returned, and your answers have reached us.',
} as const

type Delivery = Sent & { readonly way: keyof typeof remarks }

/** A part of the page that React draws into an element of its own, so that its failure takes no other part away. */
interface Part {
  readonly element: HTMLElement
  /** Draws at once. */
  draw(node: ReactNode): void
  remove(): void
}

/** `onFailure`: the part could not be drawn, or not any more; its element is empty then. */
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

/** The success view in its plainest shape, should the drawn one fail. */
function plainSuccess(form: Form, { applicationId }: Sent): HTMLElement {
  const element = document.createElement('div')
  element.dataset.sent = ''
  const heading = document.createElement('h2')
  heading.textContent = form.texts.success
  heading.tabIndex = -1
  const more = document.createElement('p')
  const known = applicationId === undefined ? '' : ` Your reference ${reference(applicationId)}`
  more.textContent = `You will hear from us ${form.texts.promise}.${known}`
  element.append(heading, more)
  return element
}

/**
 * Puts a live form in the place of the one that stands in the page's HTML, with all that was typed there, and beside it what waits on
 * the device to be delivered. The form of the HTML is not touched: should anything of the script fail, it comes back with the answers,
 * and the browser posts it. Nothing takes the success view away once a submission was taken.
 */
export function startForm(place: HTMLElement, form: Form, notice: Notice): void {
  const native = place.querySelector('form')
  const original = [...place.children].find((child) => child.contains(native))
  if (native === null || original === undefined) return

  let shown: Element = original
  const show = (element: Element): void => {
    if (shown.parentNode === null) place.append(element)
    else shown.replaceWith(element)
    shown = element
  }

  let waiting: readonly Waiting[] = []
  let editing: Editing | undefined
  let editor: Part | undefined
  let success: Part | undefined
  // the drawn success view has failed
  let plain = false
  let delivery: Delivery | undefined

  /** Gives the form of the HTML the key of an attempt that may be on its way, for as long as its answers are the same. */
  const carryKey = ({ element, keeper }: Editing): void => {
    const key = native.elements.namedItem('idempotencyKey')
    const tried = keeper.triedKey()
    if (!(key instanceof HTMLInputElement) || tried?.print !== print(pack(form, '', readAnswers(form, element)).answers)) return
    key.value = tried.key
    native.addEventListener('input', () => (key.value = ''), { once: true })
  }

  /** Brings the form of the HTML back, with what was typed into the live one. */
  const restoreNative = (error: unknown): void => {
    console.error('forms: the script failed; the form works without it', { form: form.type }, error)
    // nothing takes the success view away
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

  /** `unsaved`: the answers are to be kept as a draft at once. */
  const drawForm = (raw: Raw, unsaved: boolean): void => {
    let failed = false
    const part = makePart((error) => {
      failed = true
      if (part === editor) restoreNative(error)
      else console.error('forms: the form could not be drawn', { form: form.type }, error)
    })
    part.draw(
      <EditedForm
        form={form}
        notice={notice}
        raw={raw}
        unsaved={unsaved}
        onDrawn={(drawn) => {
          editing = drawn
        }}
        onSent={(one) => finish({ ...one, way: one.applicationId === undefined ? 'waits' : 'at once' })}
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

  const drawSuccess = (one: Delivery): void => {
    delivery = one
    const fail = (error: unknown): void => {
      console.error('forms: the success view could not be drawn', error)
      plain = true
      if (delivery !== undefined) show(plainSuccess(form, delivery))
    }
    if (!plain)
      try {
        success ??= makePart(fail)
        success.draw(
          <SuccessView
            form={form}
            reference={one.applicationId === undefined ? undefined : reference(one.applicationId)}
            remark={remarks[one.way]}
            drawing={<Kolam key={one.applicationId} drawn {...kolamOf(form.type, one.applicationId ?? one.key)} />}
            waits={one.way === 'waits'}
            again={
              <Button weight="line" onClick={() => startAgain(form.keepsAnswers ? one.raw : {})}>
                {form.texts.again}
              </Button>
            }
          />,
        )
      } catch (error) {
        fail(error)
      }
    const element = plain || success === undefined ? plainSuccess(form, one) : success.element
    if (shown !== element) show(element)
  }

  /** The submission was taken, by the server or by the queue. */
  const finish = (one: Delivery): void => {
    const part = editor
    editing = editor = undefined
    drawSuccess(one)
    try {
      part?.remove()
      shown.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      place.scrollIntoView()
      drawList()
    } catch (error) {
      console.warn('forms: success is shown, and something after it failed', error)
    }
  }

  const startAgain = (raw: Raw): void => {
    const part = success
    success = delivery = undefined
    plain = false
    drawForm(raw, false)
    if (editing === undefined) {
      fillAnswers(form, native, raw)
      show(original)
    }
    part?.remove()
    shown.querySelector<HTMLElement>('[data-field] :is(input, select, textarea)')?.focus()
    drawList()
  }

  const takeBack = (one: Waiting): void => {
    if (delivery !== undefined) startAgain({})
    if (editing === undefined) fillAnswers(form, native, one.answers)
    else editing.keeper.takeBack(one)
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
        waiting={waiting.filter(({ key, refusal }) => key !== delivery?.key || refusal !== undefined)}
        onSendNow={(one) => {
          renew(one, Date.now())
            .catch((error: unknown) => warnOnce('the delivery queue', error))
            .finally(() => void watch?.tryNow())
        }}
        onDiscard={(one) => {
          discard(one.key).catch((error: unknown) => warnOnce('discarding', error))
        }}
        holdsOthers={() => editing !== undefined && !isEmpty(form, readAll(form, editing.element))}
        onTakeBack={takeBack}
      />,
    )
  let watch: ReturnType<typeof watchDeliveries> | undefined

  whenStill(native, () => {
    const typed = readAll(form, native)
    const focus = focusIn(native)
    drawForm(typed, true)
    if (editing === undefined) return
    focus(editing.element)
    place.prepend(list.element)
    watch = watchDeliveries(
      (all) => {
        waiting = all
        drawList()
      },
      ({ key, applicationId }) => {
        if (delivery?.key === key) drawSuccess({ ...delivery, applicationId, way: 'later' })
      },
    )
  })
}

/** Remembers which input of a form has the focus, and where in it; the answer gives both to the same input of another form. */
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
