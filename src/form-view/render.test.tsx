import { describe, expect, test } from 'vitest'
import { contact } from '../forms/definitions/contact.ts'
import { earlyCustomer } from '../forms/definitions/early-customer.ts'
import { workForStartups } from '../forms/definitions/work-for-startups.ts'
import { renderRefusal, renderRefused } from './render.tsx'

const notice = { version: '2026-01-15', text: 'We keep it.', email: 'hello@kolam.example' }

describe('renderRefused', () => {
  const html = renderRefused({
    form: earlyCustomer,
    notice,
    formVersion: '',
    raw: {
      customerType: 'enterprise',
      firstName: '"><b>Asha</b>',
      budget: '5k-25k',
      interests: ['Cybersecurity', 'Other'],
      specificNeeds: 'Line 1\n<Line 2>',
    },
    faults: { email: 'Please enter a valid email address', interests: 'Areas of interest must be among the options offered' },
    alert: 'Please check all required fields and try again.',
    idempotencyKey: 'a-key',
  })

  test('has the answers in their fields, as text', () => {
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;Asha&lt;/b&gt;"')
    expect(html).toContain('Line 1\n&lt;Line 2&gt;</textarea>')
    expect(html).toContain('<option value="5k-25k" selected="">')
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="enterprise"|<input[^>]*value="enterprise"[^>]*checked=""/)
    expect(html.match(/checked=""/g)).toHaveLength(3)
  })

  test('has each message at its field, connected to it', () => {
    expect(html).toContain('id="fault-email">Please enter a valid email address')
    const input = /<input[^>]*id="field-email"[^>]*>/.exec(html)?.[0]
    expect(input).toContain('aria-describedby="hint-email fault-email"')
    expect(input).toContain('aria-invalid="true"')
  })

  test('has a summary with links at the top, which takes the focus', () => {
    const summary = /<div[^>]*role="alert"[^>]*>.*?<\/ul>/.exec(html)?.[0] ?? ''
    expect(summary).toContain('autofocus=""')
    expect(summary).toContain('Please check all required fields and try again.')
    expect(summary).toContain('<a href="#field-email">Please enter a valid email address</a>')
  })

  test('posts to the intake again, with the same key', () => {
    const form = /<form[^>]*>/.exec(html)?.[0]
    expect(form).toContain('method="post"')
    expect(form).toContain('action="/api/submit-application"')
    expect(html).toContain('<input type="hidden" name="formType" value="EarlyCustomer"/>')
    expect(html).toContain('<input type="hidden" name="idempotencyKey" value="a-key"/>')
  })

  test('shows all conditional questions as optional, and says whom they are for', () => {
    const company = /<input[^>]*name="company"[^>]*>/.exec(html)?.[0] ?? ''
    expect(company).not.toMatch(/required|disabled/)
    expect(html).toContain('only for those who chose “Enterprise” under “Customer type”')
  })
})

test('answers that could not be stored can be sent again next to the alert', () => {
  const failed = { notice, formVersion: '', alert: 'An unexpected error occurred.', failed: true }
  const html = renderRefused({ ...failed, form: contact, raw: { name: 'Asha' } })
  const [box = ''] = /role="alert".*?<\/button>/.exec(html) ?? []
  expect(box).toContain('An unexpected error occurred.')
  expect(box).toContain('Your answers are below, as you wrote them.')
  expect(box.indexOf('type="submit"')).toBeLessThan(html.indexOf('name="name"'))
  // A page cannot repeat a file.
  const [withFile = ''] = /role="alert".*?<fieldset/.exec(renderRefused({ ...failed, form: workForStartups })) ?? []
  expect([withFile.includes('Please choose your file again.'), withFile.includes('type="submit"')]).toEqual([true, false])
})

test('a refused post: when to send again, and the network only at the limit', () => {
  const busy = renderRefusal({ message: 'Please try again.', waitS: 5 })
  expect(busy).toContain('Please wait 5 seconds')
  expect(busy).not.toContain('your network')
  expect(renderRefusal({ message: 'Please try again.', waitS: 5, isOverLimit: true })).toContain('your network')
})

test('a form with a file is multipart, and says which files it accepts', () => {
  const html = renderRefused({ form: workForStartups, notice, formVersion: '' })
  expect(html).toContain('encType="multipart/form-data"')
  expect(html).toMatch(/<input[^>]*type="file" accept=".pdf,.doc,.docx" required=""/)
})

test('a form without faults and files has no summary, and is not multipart', () => {
  const html = renderRefused({ form: contact, notice, formVersion: '', raw: { name: 'Asha' } })
  expect(html).not.toContain('role="alert"')
  expect(html).not.toContain('multipart')
})
