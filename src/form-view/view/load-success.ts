import { loadSheet } from '../load-sheet.ts'
import sheet from './success-view.css?url'

/** Loads the success view, after its styles. */
export async function loadSuccess(): Promise<typeof import('./SuccessView.tsx')> {
  await loadSheet(sheet)
  return import('./SuccessView.tsx')
}
