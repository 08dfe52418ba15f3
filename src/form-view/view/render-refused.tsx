import { renderToStaticMarkup } from 'react-dom/server'
import { FormView, type FormViewProps } from './FormView.tsx'

export type Refused = Pick<
  FormViewProps,
  'form' | 'raw' | 'faults' | 'alert' | 'idempotencyKey' | 'origin' | 'notice' | 'formVersion'
>

/**
 * The markup of a form whose native post was refused: the answers in place, the messages beside their fields, and a summary with
 * links on top that takes the focus. It goes into the built page, between the comments of `slot` (names.ts).
 */
export const renderRefused = (refused: Refused): string => renderToStaticMarkup(<FormView {...refused} />)
