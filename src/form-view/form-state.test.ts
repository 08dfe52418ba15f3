import { describe, expect, test } from 'vitest'
import { earlyCustomer } from '../forms/definitions/early-customer.ts'
import { partsDone, worthCounting } from './form-state.ts'

const you = { customerType: 'individual', firstName: 'Asha', lastName: 'R', email: 'asha@example.in' }

describe('partsDone', () => {
  test('nothing is done in an empty form, and the company is not asked for', () => {
    expect(partsDone(earlyCustomer, {}, 0)).toEqual({
      current: 0,
      done: [false, false, false, false],
      asked: [true, false, true, true],
    })
  })

  test('a part is done when what it needs is answered', () => {
    expect(partsDone(earlyCustomer, { ...you, specificNeeds: 'Books' }, 2).done).toEqual([true, false, true, false])
  })

  test('a part without anything needed is done when something is said', () => {
    expect(partsDone(earlyCustomer, { additionalInfo: 'Hello' }, 3).done).toEqual([false, false, false, true])
  })

  test('an enterprise is asked for its company, and owes it', () => {
    const enterprise = { ...you, customerType: 'enterprise', company: 'Kaveri' }
    expect(partsDone(earlyCustomer, enterprise, 1)).toMatchObject({
      done: [true, false, false, false],
      asked: [true, true, true, true],
    })
    expect(partsDone(earlyCustomer, { ...enterprise, jobTitle: 'Buyer' }, 1).done[1]).toBe(true)
  })
})

test('characters are counted near the limit', () => {
  expect([worthCounting(14_999, 20_000), worthCounting(15_000, 20_000)]).toEqual([false, true])
  expect([worthCounting(99, 200), worthCounting(100, 200)]).toEqual([false, true])
})
