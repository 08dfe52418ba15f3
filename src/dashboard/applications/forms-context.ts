import { createContext } from 'react'
import { allForms } from '../../forms/definitions/all.ts'

/** The forms, to read answers by. An answer that names a cohort which content no longer has is shown as it was sent. */
export const FormsContext = createContext(allForms({ cohorts: [] }))
