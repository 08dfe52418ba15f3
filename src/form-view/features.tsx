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
  /** Whether the visitor pressed the feature's button. */
  readonly isRequested: boolean
  /** Below the draft's line. */
  readonly host: RefObject<HTMLElement | null>
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly keeper: RefObject<Pick<DraftKeeper, 'saveNow'> | undefined>
}

/** What a feature adds to a form in the browser. Its folder `src/features/<name>` exports one as `feature` from `form.ts`, which is in the script of every form. */
export interface FormFeature {
  /** The text of its button, which is offered while a draft is saved. */
  label(): string
  /** Whether this browser can do it. */
  canStart(): boolean
  /** Whether it goes on without a press: the page was opened with a link to it, or it was begun before. */
  isOn(formType: string): boolean
  /** Resolves when it has ended. */
  start(edited: EditedForm): Promise<void>
}

const features = Object.values(import.meta.glob<FormFeature>('../features/*/form.ts', { eager: true, import: 'feature' }))

interface PartProps extends Omit<EditedForm, 'isRequested' | 'host'> {
  /** Whether the draft was read. */
  readonly isRestored: boolean
  readonly isSaved: boolean
}

/** Focuses the button that reports the failure. The one that was pressed was removed meanwhile. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

function Part({ feature, isRestored, isSaved, ...edited }: PartProps & { readonly feature: FormFeature }) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'on' | 'failed'>()
  const start = (isRequested: boolean): void => {
    setState('on')
    feature.start({ ...edited, isRequested, host }).then(
      () => setState(undefined),
      () => setState('failed'),
    )
  }
  const goOn = useRef(() => feature.isOn(edited.form.type) && start(false))
  useEffect(() => {
    if (isRestored) goOn.current()
  }, [isRestored])
  return (
    <>
      {state !== 'on' && isSaved && feature.canStart() && (
        <button
          type="button"
          className={button.plain}
          ref={state === 'failed' ? takeLostFocus : undefined}
          onClick={() => start(true)}
        >
          {state === undefined ? feature.label() : translate`That failed. Try again`}
        </button>
      )}
      <div ref={host} />
    </>
  )
}

/** The parts of features, below the draft's line. */
export const FeatureParts = (props: PartProps) =>
  features.map((feature) => <Part key={feature.label()} feature={feature} {...props} />)
