import type { FormType } from '../../shared/form-types.ts'
import type { Shape } from './dots.ts'

/** Founders' applications are diamonds, those of partners octagons, those of people squares. */
const shapes: Readonly<Record<FormType, Shape>> = {
  Accelerator: 'diamond',
  StartupStudio: 'diamond',
  FundRaise: 'diamond',
  AccelerationAsService: 'octagon',
  ServiceProvider: 'octagon',
  Investor: 'octagon',
  WorkForStartups: 'square',
  EarlyCustomer: 'square',
  Contact: 'square',
}

const sizes: Readonly<Record<Shape, number>> = { diamond: 5, octagon: 5, square: 4 }

/** The kolam of an application: the same drawing wherever it stands, before the applicant and on the desk. */
export const kolamOf = (type: FormType, id: string) => ({ seed: id, size: sizes[shapes[type]], shape: shapes[type] })
