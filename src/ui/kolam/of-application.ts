import type { FormType } from '../../shared/form-types.ts'
import type { Shape } from './dots.ts'

/** Founders' applications are octagons, those of partners diamonds, those of people squares. */
const shapes: Readonly<Record<FormType, Shape>> = {
  Accelerator: 'octagon',
  StartupStudio: 'octagon',
  FundRaise: 'octagon',
  AccelerationAsService: 'diamond',
  ServiceProvider: 'diamond',
  Investor: 'diamond',
  WorkForStartups: 'square',
  EarlyCustomer: 'square',
  Contact: 'square',
}

/** The smallest sizes with hundreds of one-line drawings: an octagon of 5 has 24, one of 7 thousands. */
const sizes: Readonly<Record<Shape, number>> = { octagon: 7, diamond: 9, square: 7 }

/** The kolam of an application: the same drawing wherever it stands, before the applicant and on the desk. */
export const kolamOf = (type: FormType, id: string) => ({ seed: id, size: sizes[shapes[type]], shape: shapes[type] })
