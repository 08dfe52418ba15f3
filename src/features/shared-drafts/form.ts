import type { FormFeature } from '../../form-view/features.tsx'
import { draftHash } from '../../form-view/web-storage.ts'
import { translate } from '../../shared/translate.ts'
import { sharedFlag } from './api.ts'

export const feature: FormFeature = {
  label: () => translate`Continue on another device`,
  // It encrypts, and shows a dialog.
  canStart: () => crypto.subtle !== undefined && 'HTMLDialogElement' in window,
  isOn(formType) {
    try {
      return location.hash.startsWith(draftHash) || localStorage.getItem(sharedFlag(formType)) !== null
    } catch {
      return false
    }
  },
  start: async (edited) => (await import('./form/start.tsx')).startSharing(edited),
}
