import { describe, expect, it } from 'vitest'
import { promises } from '../content/core.ts'
import { promiseTexts } from '../content/promises.ts'
import { allForms } from '../forms/definitions/all.ts'
import { indianDay } from '../shared/dates.ts'
import { hearBy } from './progress.ts'

const friday = new Date('2026-11-20T10:00:00Z')
const dayOf = (promise: string, at = friday): string | undefined => {
  const moment = hearBy(promise, at)
  return moment && indianDay(moment)
}

describe('hearBy', () => {
  it('counts hours, weeks and business days, and takes the later of two numbers', () => {
    expect(dayOf('within 24 hours')).toBe('2026-11-21')
    expect(dayOf('within 1 week')).toBe('2026-11-27')
    expect(dayOf('within 2 business days')).toBe('2026-11-24')
    expect(dayOf('in 3-5 business days')).toBe('2026-11-27')
  })

  it('begins a day as India does, and skips a weekend that the submission falls in', () => {
    expect(dayOf('within 1 week', new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-27')
    expect(dayOf('within 1 week', new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-28')
    expect(dayOf('within 2 business days', new Date('2026-11-21T04:00:00Z'))).toBe('2026-11-24')
  })

  it('reads the promise of every form, and nothing else', () => {
    for (const form of Object.values(allForms({ cohorts: [] }, promiseTexts(promises))))
      expect(hearBy(form.texts.promise, friday), form.type).toBeInstanceOf(Date)
    expect(dayOf('soon')).toBeUndefined()
  })
})
