import type { FormFeature } from '../../form-view/features.tsx'
import { ShareButton } from './form/ShareButton.tsx'

export const feature: FormFeature = { Part: ShareButton }
