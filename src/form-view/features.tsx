import type { ComponentType, RefObject } from 'react'
import type { Form } from '../forms/form.ts'
import type { DraftKeeper } from './drafts/keeper.ts'

/** A form that is being filled in. */
export interface EditedForm {
  readonly form: Form
  /** Whether the form has deadlines. */
  readonly closes: boolean | undefined
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly keeper: RefObject<Pick<DraftKeeper, 'saveNow'> | undefined>
  /** Whether a feature goes on from an earlier visit, or by a link. */
  readonly isContinued: boolean
  /** Whether a draft is saved. */
  readonly isSaved: boolean
}

/** What a feature adds to a form in the browser. Its folder `src/features/<name>` exports one as `feature` from `form.ts`. */
export interface FormFeature {
  /** It is below the draft's line, and loaded with the first edit. */
  readonly Part: ComponentType<EditedForm>
}

const features = Object.entries(import.meta.glob<FormFeature>('../features/*/form.ts', { eager: true, import: 'feature' }))

/** The parts of features, below the draft's line. */
export const FeatureParts = (props: EditedForm) => features.map(([file, { Part }]) => <Part key={file} {...props} />)
