import { expect, it } from 'vitest'
import { submit } from '../../applications/submission.ts'
import { contact } from '../../forms/definitions/contact.ts'
import { earlyCustomer } from '../../forms/definitions/early-customer.ts'
import type { Answers, Form } from '../../forms/form.ts'
import { table } from './table.ts'

const at = new Date('2025-11-01T04:30:00Z')
const columns = table([[earlyCustomer], [contact]])

const line = (form: Form, answers: Answers): Record<string, string> => {
  const { application } = submit({ form, answers, ip: 'Unknown', at, dueAt: at, delivery: { spreadsheet: 'none', holdS: 0 } })
  return Object.fromEntries(
    columns.line(application, { version: '', form }, '').map((text, index) => [columns.names[index], text]),
  )
}

it('adds the form to the name of a column when two forms share a label', () => {
  expect(columns.names).toContain('Email (EarlyCustomer)')
  expect(columns.names).toContain('Email (Contact)')
  expect(columns.names).toContain('Areas of interest')
  expect(new Set(columns.names).size).toBe(columns.names.length)
})

it('shows the labels of choices, and leaves the columns of other forms empty', () => {
  expect(line(earlyCustomer, { customerType: 'enterprise', interests: ['Cybersecurity', 'Other'] })).toMatchObject({
    form_type: 'EarlyCustomer',
    'Customer type': 'Enterprise',
    'Areas of interest': 'Cybersecurity, Other',
    Subject: '',
  })
})

it('shows answers of an older form unchanged', () => {
  expect(line(earlyCustomer, { customerType: ['both'], interests: 'Food' })).toMatchObject({
    'Customer type': 'both',
    'Areas of interest': 'Food',
  })
})
