import type { FormType } from '../../shared/form-types.ts'
import { seedOf } from '../../shared/ids.ts'
import type { Shape } from './dots.ts'

// Separate from kolam.ts, which a form loads when there is a line to draw.

/** Applications of founders are octagons, those of partners are diamonds, those of people, and all others, are squares. */
const shapes: Readonly<Partial<Record<FormType, Shape>>> = {
  Accelerator: 'octagon',
  StartupStudio: 'octagon',
  FundRaise: 'octagon',
  AccelerationAsService: 'diamond',
  ServiceProvider: 'diamond',
  Investor: 'diamond',
}

/** The smallest sizes with hundreds of one-line drawings. An octagon of size 5 has 24, one of size 7 has thousands. */
const sizes: Readonly<Record<Shape, number>> = { octagon: 7, diamond: 9, square: 7 }

/**
 * The arguments of an application's kolam, from its id or the idempotency key of its draft. The applicant sees the same drawing in the form,
 * afterwards, and on their own page, and the reviewer sees it at the desk.
 */
export const kolamOf = (type: FormType, id: string) => {
  const shape = shapes[type] ?? 'square'
  return { seed: seedOf(id), size: sizes[shape], shape }
}
