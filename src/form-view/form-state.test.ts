import { describe, expect, test } from 'vitest'
import { earlyCustomer } from '../forms/definitions/early-customer.ts'
import { formStateOf, isCountShown, partsDone } from './form-state.ts'

const you = { customerType: 'individual', firstName: 'Asha', lastName: 'R', email: 'asha@example.in' }

describe('partsDone', () => {
  test('an empty form hides the company and has no complete part', () => {
    expect(partsDone(earlyCustomer, {}, 0)).toEqual({
      current: 0,
      done: [false, false, false, false],
      shown: [true, false, true, true],
    })
  })

  test('a part is complete when its required fields are answered', () => {
    expect(partsDone(earlyCustomer, { ...you, specificNeeds: 'Books' }, 2).done).toEqual([true, false, true, false])
  })

  test('a part without required fields is complete with any answer', () => {
    expect(partsDone(earlyCustomer, { additionalInfo: 'Hello' }, 3).done).toEqual([false, false, false, true])
  })

  test('an enterprise sees the required company fields', () => {
    const enterprise = { ...you, customerType: 'enterprise', company: 'Kaveri' }
    expect(partsDone(earlyCustomer, enterprise, 1)).toMatchObject({
      done: [true, false, false, false],
      shown: [true, true, true, true],
    })
    expect(partsDone(earlyCustomer, { ...enterprise, jobTitle: 'Buyer' }, 1).done[1]).toBe(true)
  })
})

test('the share of answered questions counts the required ones that are shown', () => {
  const share = (raw: object) => formStateOf(earlyCustomer, { ...raw }, 0).answered
  expect([share({}), share({ additionalInfo: 'Hello' })]).toEqual([0, 0])
  expect(share({ ...you, specificNeeds: 'Books' })).toBe(1)
  expect(share({ ...you, customerType: 'enterprise', specificNeeds: 'Books' })).toBe(5 / 7)
})

test('characters are counted near the limit', () => {
  expect([isCountShown(14_999, 20_000), isCountShown(15_000, 20_000)]).toEqual([false, true])
  expect([isCountShown(99, 200), isCountShown(100, 200)]).toEqual([false, true])
})
