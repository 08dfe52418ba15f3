import { number } from '../forms/fields/text.ts'
import type { Form } from '../forms/form.ts'
import { second } from '../shared/durations.ts'
import { translate } from '../shared/translate.ts'
import { putFile, tidy } from './form-dom.ts'

/** In UTF-16 units. A textarea with more text does not grow: it already has its maximum height, and measuring it takes seconds. */
const longTextLength = 5_000

/** Marks the textareas with a long text, for the style sheet. */
export function markLongTexts(element: HTMLFormElement): void {
  for (const area of element.querySelectorAll('textarea')) area.toggleAttribute('data-long', area.value.length > longTextLength)
}

/** Up to this length, in UTF-16 units, pasting is always allowed, so that the visitor can shorten the text in the form. */
const alwaysPastableLength = 20_000

/**
 * Checks text before it is pasted. Marks a textarea that becomes long. A text of more than twice the field's limit is not pasted, because each
 * keystroke would then block the page for seconds.
 * @returns the message for the field, if the text was refused
 */
function checkPaste(form: Form, event: ClipboardEvent): { readonly name: string; readonly fault: string } | undefined {
  const { target } = event
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return undefined
  const field = form.fields[target.name]
  const pasted = event.clipboardData?.getData('text/plain').length ?? 0
  const length = target.value.length + pasted
  if (target instanceof HTMLTextAreaElement) target.toggleAttribute('data-long', length > longTextLength)
  if (field?.limit === undefined || length <= Math.max(2 * field.limit, alwaysPastableLength)) return undefined
  event.preventDefault()
  return {
    name: target.name,
    fault: translate`${field.label} can have ${number(field.limit)} characters at most. The text was not pasted, because it has about ${number(pasted)}: please shorten it first.`,
  }
}

interface FormEvents {
  /** An answer changed. */
  edited(name: string): void
  /** A file was chosen or removed; `fault` if it cannot be sent. */
  fileChosen(name: string, file: File | null, fault: string | undefined): void
  /** Text was not pasted into a field, or files were not dropped there, because of `fault`. */
  refused(name: string, fault: string): void
  /** The visitor reached a part of the form; `part` is its index. */
  partReached(part: number): void
  /** The page was hidden, and may be closed. */
  hidden(): void
  /** The page was shown again, or got the focus. */
  shown(): void
}

/**
 * A copy of a file in memory; undefined if it cannot be read. A chosen file is only a reference to one on the disk: when that is moved, edited or, on a
 * phone, fetched from elsewhere, no attempt to send it succeeds, and a browser without a profile stores nothing else in the draft and the queue.
 */
const copyOf = (file: File): Promise<File | undefined> =>
  file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name, file),
    () => undefined,
  )

const unreadable = (): string =>
  translate`Your browser could not read this file. Please choose it again, or a copy of it on this device.`

/** Scrolls a focused field out from under the bar at the top of a narrow screen. Browsers scroll only to the edge of the screen. */
function scrollFromUnderBar(element: HTMLFormElement, focused: Element): void {
  const bar = element.parentElement?.querySelector('nav')
  if (!bar || getComputedStyle(bar).position !== 'sticky') return
  const { top } = (focused.closest('[data-field]') ?? focused).getBoundingClientRect()
  const covered = bar.getBoundingClientRect().bottom - top
  if (covered > 0) window.scrollBy(0, -covered)
}

/** Reports the events of a form. Returns a function that stops it. */
export function listen(form: Form, element: HTMLFormElement, on: FormEvents): () => void {
  const endings: (() => void)[] = []
  let hasEnded = false
  // Listeners are removed one by one, because Safari before 15 does not support AbortSignal here.
  const addListener = (target: EventTarget, type: string, listener: (event: Event) => void): void => {
    target.addEventListener(type, listener)
    endings.push(() => target.removeEventListener(type, listener))
  }
  const reportPart = (node: Element | null | undefined): void => {
    if (node) on.partReached(Number(node.getAttribute('data-part')))
  }
  addListener(element, 'input', ({ target }) => on.edited((target as HTMLInputElement).name))
  addListener(element, 'paste', (event) => {
    const refused = checkPaste(form, event as ClipboardEvent)
    if (refused !== undefined) on.refused(refused.name, refused.fault)
  })
  // A file is dropped onto its input only. Elsewhere the browser would open it, some in place of the form.
  for (const type of ['dragover', 'drop'])
    addListener(document, type, (event) => {
      const isFile = (event as DragEvent).dataTransfer?.types.includes('Files')
      if (isFile && (event.target as HTMLInputElement).type !== 'file') event.preventDefault()
    })
  addListener(element, 'drop', (event) => {
    const { type, name } = event.target as HTMLInputElement
    const count = (event as DragEvent).dataTransfer?.files.length ?? 0
    if (type !== 'file' || count < 2) return
    // Browsers ignore them without a word.
    event.preventDefault()
    on.refused(name, translate`Only one file can be sent here, and you dropped ${number(count)}. Please drop the one to send.`)
  })
  addListener(element, 'change', async ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    const { name } = target
    const file = target.files?.[0] ?? null
    const read = form.fields[name]?.parse(file)
    const fault = read?.ok === false ? String(read.fault) : undefined
    if (file === null || fault !== undefined) return on.fileChosen(name, file, fault)
    const copy = await copyOf(file)
    // The form was sent or another file was chosen meanwhile.
    if (hasEnded || target.files?.[0] !== file) return
    putFile(target, copy)
    if (copy === undefined) on.edited(name)
    on.fileChosen(name, copy ?? null, copy === undefined ? unreadable() : undefined)
  })
  addListener(element, 'focusout', ({ target }) => tidy(form, target))
  addListener(element, 'focusin', ({ target }) => {
    ;(target as Element).removeAttribute('data-still')
    reportPart((target as Element).closest('[data-part]'))
    requestAnimationFrame(() => scrollFromUnderBar(element, target as Element))
  })
  // On paper an open question shows what can be chosen.
  addListener(window, 'beforeprint', () => {
    for (const select of element.querySelectorAll('select')) if (select.value === '') select.size = select.length
  })
  addListener(window, 'afterprint', () => {
    for (const select of element.querySelectorAll('select')) select.removeAttribute('size')
  })
  addListener(document, 'visibilitychange', () => (document.visibilityState === 'hidden' ? on.hidden() : on.shown()))
  // Another window may be visible beside this one.
  addListener(window, 'focus', on.shown)
  if ('IntersectionObserver' in window) {
    // The current part is the one at a third of the screen's height.
    const parts = element.querySelectorAll('[data-part]')
    const observer = new IntersectionObserver(
      (entries) => {
        const isBefore = (parts[0]?.getBoundingClientRect().top ?? 0) > window.innerHeight / 3
        // Above the first part there is none; then the first part is the current one.
        reportPart(entries.find((entry) => entry.isIntersecting)?.target ?? (isBefore ? parts[0] : undefined))
      },
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const part of parts) observer.observe(part)
    endings.push(() => observer.disconnect())
  }
  return () => {
    hasEnded = true
    for (const end of endings) end()
  }
}

const pauseMs = 0.3 * second

/**
 * Runs `work` when the visitor is not typing in `element`: immediately if it has no focus, otherwise when the typing pauses and no word is being
 * composed (Tamil keyboards compose words), or when the focus leaves.
 */
export function whenIdle(element: HTMLElement, work: () => void): void {
  if (!element.contains(document.activeElement)) {
    work()
    return
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // Whether a word is being composed, or a finger is on the screen.
  let held = false
  const types = [
    'compositionstart',
    'compositionend',
    'keydown',
    'input',
    'pointerdown',
    'pointerup',
    'focusin',
    'focusout',
  ] as const
  const finish = (): void => {
    clearTimeout(timer)
    for (const type of types) element.removeEventListener(type, wait)
    work()
  }
  const wait = (event?: Event): void => {
    clearTimeout(timer)
    if (event?.type === 'compositionstart' || event?.type === 'pointerdown') held = true
    if (event?.type === 'compositionend' || event?.type === 'pointerup' || event?.type === 'focusout') held = false
    if (!held) timer = setTimeout(finish, pauseMs)
  }
  for (const type of types) element.addEventListener(type, wait)
  wait()
}
