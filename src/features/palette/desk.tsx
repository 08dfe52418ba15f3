import type { DeskFeature } from '../../dashboard/features.ts'
import { PaletteButton } from './desk/PaletteButton.tsx'

/** Goes to a page or an application by its name, and does what the open page offers. */
export const feature: DeskFeature = {
  frame: PaletteButton,
  keys: [['Ctrl K', 'Actions, pages and applications by name']],
}
