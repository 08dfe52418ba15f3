import { second } from '../shared/dates.ts'

const pauseMs = 0.3 * second

/**
 * Does `work` when nobody is in the middle of something in `element`: at once when it has no focus, else when the typing pauses and no
 * word is being composed (Tamil keyboards compose), or when the focus leaves.
 */
export function whenStill(element: HTMLElement, work: () => void): void {
  if (!element.contains(document.activeElement)) {
    work()
    return
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // a word is being composed, or a finger is down
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
