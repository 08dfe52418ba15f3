import { describe, expect, test } from 'vitest'
import { filterQuery } from './filters.ts'
import { noFilters, readUrlState, urlOf } from './url-state.ts'

const read = (url: string) => readUrlState(new URL(url, 'http://desk.test'))

describe('the URL of a view', () => {
  test('has no query when everything is shown', () => {
    expect(urlOf(noFilters)).toBe('/app/dashboard')
    expect(read('/app/dashboard')).toEqual(noFilters)
    expect(read('/app/dashboard/')).toEqual(noFilters)
  })

  test('contains form, status, search and the open application, and can be parsed', () => {
    const filters = { formType: 'FundRaise', status: 'pitch', search: 'spice & 100%', order: 'due' } as const
    const urlState = { ...filters, view: { question: '', criterion: 'team' }, open: 'a-2', details: 'a-1' } as const
    const url = urlOf(urlState)
    expect(url).toBe(
      '/app/dashboard/FundRaise?status=pitch&q=spice+%26+100%25&order=due&question=&criterion=team&open=a-2&details=a-1',
    )
    expect(read(url)).toEqual(urlState)
  })

  test('accepts other spellings of a form, and shows all for an unknown one', () => {
    expect(read('/app/dashboard/early-customer').formType).toBe('EarlyCustomer')
    expect(read('/app/dashboard/nonsense?status=lost')).toEqual(noFilters)
    expect(read('/app/dashboard/%E0%A4%A')).toEqual(noFilters)
  })
})

test('the query of the API uses the names of the API', () => {
  expect(filterQuery({ formType: 'Contact', status: 'pending', search: 'asha', order: 'score' }).toString()).toBe(
    'form_type=Contact&status=pending&q=asha&order=score',
  )
  expect(filterQuery({ formType: undefined, status: undefined, search: '', order: 'date' }).toString()).toBe('')
})
