import type { FormFeature } from '../../form-view/features.tsx'
import { translate } from '../../shared/translate.ts'

export const feature: FormFeature = {
  // It encrypts, and shows a dialog.
  label: () => crypto.subtle !== undefined && 'HTMLDialogElement' in window && translate`Continue on another device`,
  load: () => import('./form/start.tsx'),
}
