import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Form } from '../forms/form.ts'
import { translate } from '../shared/translate.ts'
import type { DraftKeeper } from './drafts/keeper.ts'
import button from './plain-button.module.css'

/** A form that is being filled in. */
export interface EditedForm {
  readonly form: Form
  /** Whether the form has deadlines. */
  readonly closes: boolean | undefined
  /** Whether the visitor pressed the feature's button. Otherwise it may go on from an earlier visit, or by a link (`isContinued`). */
  readonly isRequested: boolean
  /** Below the draft's line. */
  readonly host: RefObject<HTMLElement | null>
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly keeper: RefObject<Pick<DraftKeeper, 'saveNow'> | undefined>
}

/** What a feature adds to a form in the browser. Its folder `src/features/<name>` exports one as `feature` from `form.ts`. */
export interface FormFeature {
  /** The text of its button, which is offered while a draft is saved; false where this browser cannot do it. */
  label(): string | false
  /** `start` resolves when it has ended, or if it has nothing to go on with. */
  load(): Promise<{ start(edited: EditedForm): Promise<void> }>
}

const features = Object.entries(import.meta.glob<FormFeature>('../features/*/form.ts', { eager: true, import: 'feature' }))

interface PartProps extends Omit<EditedForm, 'isRequested' | 'host'> {
  readonly isContinued: boolean
  /** Whether a draft is saved. */
  readonly isSaved: boolean
}

/** Focuses the button that reports the failure. The one that was pressed was removed meanwhile. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

function Part({ feature, isContinued, isSaved, ...edited }: PartProps & { readonly feature: FormFeature }) {
  const label = feature.label()
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'on' | 'failed'>()
  const start = (isRequested: boolean): void => {
    setState('on')
    feature
      .load()
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
      {state !== 'on' && isSaved && label && (
        <button
          type="button"
          className={button.plain}
          ref={state === 'failed' ? takeLostFocus : undefined}
          onClick={() => start(true)}
        >
          {state === undefined ? label : translate`That failed. Try again`}
        </button>
      )}
      <div ref={host} />
    </>
  )
}

/** The parts of features, below the draft's line. */
export const FeatureParts = (props: PartProps) =>
  features.map(([file, feature]) => <Part key={file} feature={feature} {...props} />)
