import type { FormFeature } from '../../form-view/features.tsx'
import { AddressHints } from './form/AddressHints.tsx'

export const feature: FormFeature = { Part: AddressHints }
