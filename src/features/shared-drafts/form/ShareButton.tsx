import { useEffect, useRef, useState } from 'react'
import type { EditedForm } from '../../../form-view/features.tsx'
import button from '../../../form-view/plain-button.module.css'
import { translate } from '../../../shared/translate.ts'

/** Focuses the button that reports the failure. The one that was pressed was removed meanwhile. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Whether this browser can encrypt a draft, and show a dialog. */
const canShare = (): boolean => crypto.subtle !== undefined && 'HTMLDialogElement' in window

/** Shares the draft, at a press while it is saved, or because its sharing goes on; and the place where the sharing is shown. */
export function ShareButton({ isContinued, isSaved, ...edited }: EditedForm) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'on' | 'failed'>()
  const start = (isRequested: boolean): void => {
    setState('on')
    import('./start.tsx')
      .then((loaded) => loaded.start({ ...edited, isRequested, host }))
      .then(
        () => setState(undefined),
        () => setState('failed'),
      )
  }
  const goOn = useRef(() => start(false))
  useEffect(() => {
    if (isContinued) goOn.current()
  }, [isContinued])
  return (
    <>
      {state !== 'on' && isSaved && canShare() && (
        <button
          type="button"
          className={button.plain}
          ref={state === 'failed' ? takeLostFocus : undefined}
          onClick={() => start(true)}
        >
          {state === undefined ? translate`Continue on another device` : translate`That failed. Try again`}
        </button>
      )}
      <div ref={host} />
    </>
  )
}
