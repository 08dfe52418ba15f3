import { LaterOnce, later } from '../ui/Later.tsx'
import type { Decide } from './LetterDialog.tsx'
import { showLetter, useOpenLetter } from './letters.ts'

const dialog = later('the letter', async () => (await import('./LetterDialog.tsx')).LetterDialog)

/** The letter that is shown (`showLetter`), in its dialog. */
export const ShownLetter = (props: { readonly decide?: Decide }) => (
  <LaterOnce part={dialog} needed={useOpenLetter() !== undefined} props={props} failed={() => showLetter(undefined)} />
)
