import { describe, expect, it } from 'vitest'
import { email } from '../fields/email.ts'
import { file } from '../fields/file.ts'
import { multiselect } from '../fields/multiselect.ts'
import { named, options, radio, select } from '../fields/select.ts'
import { text, textarea } from '../fields/text.ts'
import { type Answers, defineForm } from '../form.ts'
import { applicant } from './applicant.ts'
import { detail, sheetRow } from './as-text.ts'
import { validate } from './validate.ts'

const grower = { field: 'who', is: 'grower' } as const

/** A form that uses every feature of a form. */
const form = defineForm({
  type: 'Contact',
  path: '/seeds',
  anchor: 'seeds',
  title: 'Seed order',
  sheet: 'Seeds',
  sections: [
    {
      title: 'You',
      readerTitle: 'Applicant',
      fields: {
        who: radio('Kind', options({ grower: 'A grower', eater: 'An eater' })),
        first: text('First name'),
        last: text('Last name', { required: false }),
        email: email(),
        farm: text('Farm', { required: grower, shown: grower }),
        soil: select('Soil', options({ red: 'Red earth', black: 'Black cotton' }), { required: 'labelled', shown: grower }),
      },
    },
    {
      title: 'The order',
      fields: {
        seeds: multiselect('Seeds', named('Ragi', 'Horse gram'), { required: false }),
        why: textarea('Reason'),
        map: file('Map', { accept: ['.pdf'], maxMB: 1, required: false }),
      },
    },
  ],
  applicant: { name: ['first', 'last'], email: 'email', company: 'farm' },
  texts: {
    submit: 'Order',
    submitting: 'Ordering',
    success: 'Ordered',
    again: 'Order again',
    next: ['Wait'],
  },
  messages: 'ours',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
  ipGoesTo: 'why',
})

const answers: Answers = {
  who: 'grower',
  first: ' Selvi ',
  last: 'Murugan',
  email: 'selvi@example.in',
  farm: 'Neithal',
  soil: 'red',
  seeds: ['Ragi', 'Horse gram'],
  why: 'மழை\nகாலம் 🌧️',
  map: { name: 'field.pdf', size: 9, type: 'application/pdf' },
}

const eater = { who: 'eater', first: 'Ravi', email: 'ravi@example.in', why: 'Hunger' }

describe('validate', () => {
  it('has a value for every field, blank if unanswered, and no other values', () => {
    expect(validate(form, { ...eater, status: 'approved', id: '1', submissionIP: '::1' })).toEqual({
      ok: true,
      value: { ...eater, last: '', farm: '', soil: '', seeds: [], map: null },
    })
  })

  it('returns all faults together: missing and unreadable answers', () => {
    expect(validate(form, { who: 'grower', email: 'nobody', seeds: 'Rice', last: {}, why: ' ' })).toEqual({
      ok: false,
      fault: {
        first: 'First name is required',
        email: 'Please enter a valid email address',
        farm: 'Farm is required',
        seeds: 'Seeds must be among the options offered',
        last: 'Last name must be text',
        why: 'Reason is required',
      },
    })
  })

  it('requires an answer if its condition holds for a valid choice', () => {
    expect(validate(form, { ...eater, who: 'grower' })).toEqual({ ok: false, fault: { farm: 'Farm is required' } })
    expect(validate(form, { ...eater, who: ['grower'] })).toEqual({
      ok: false,
      fault: { who: 'Kind must be one of the options offered' },
    })
  })

  it('does not require what is only labelled as required', () => {
    expect(validate(form, { ...eater, who: 'grower', farm: 'Neithal' }).ok).toBe(true)
  })

  it('reads own properties only', () => {
    const inherited = Object.create(eater) as Record<string, unknown>
    const read = validate(form, inherited)
    expect(!read.ok && Object.keys(read.fault)).toEqual(['who', 'first', 'email', 'why'])
  })

  it('accepts what it returned', () => {
    expect(validate(form, answers)).toEqual({ ok: true, value: answers })
  })
})

describe('sheetRow', () => {
  it('has values as sent, joined lists, the name of the file and its address', () => {
    expect(sheetRow(form, answers, '203.0.113.7')).toEqual({
      who: 'grower',
      first: ' Selvi ',
      last: 'Murugan',
      email: 'selvi@example.in',
      farm: 'Neithal',
      soil: 'red',
      seeds: 'Ragi, Horse gram',
      why: 'மழை\nகாலம் 🌧️\nSubmitted from IP: 203.0.113.7',
      map: 'field.pdf',
    })
  })

  it('has every column, even for answers that were left out', () => {
    expect(sheetRow(form, {}, 'Unknown')).toEqual({
      who: '',
      first: '',
      last: '',
      email: '',
      farm: '',
      soil: '',
      seeds: '',
      why: '\nSubmitted from IP: Unknown',
      map: '',
    })
  })
})

describe('detail', () => {
  it('has labels for values, by section, without the address', () => {
    expect(detail(form, answers)).toEqual([
      {
        title: 'You',
        readerTitle: 'Applicant',
        items: [
          { name: 'who', label: 'Kind', kind: 'radio', text: 'A grower' },
          { name: 'first', label: 'First name', kind: 'text', text: ' Selvi ' },
          { name: 'last', label: 'Last name', kind: 'text', text: 'Murugan' },
          { name: 'email', label: 'Email', kind: 'email', text: 'selvi@example.in' },
          { name: 'farm', label: 'Farm', kind: 'text', text: 'Neithal' },
          { name: 'soil', label: 'Soil', kind: 'select', text: 'Red earth' },
        ],
      },
      {
        title: 'The order',
        readerTitle: 'The order',
        items: [
          { name: 'seeds', label: 'Seeds', kind: 'multiselect', text: 'Ragi, Horse gram' },
          { name: 'why', label: 'Reason', kind: 'textarea', text: 'மழை\nகாலம் 🌧️' },
          { name: 'map', label: 'Map', kind: 'file', text: 'field.pdf' },
        ],
      },
    ])
  })

  const names = (answers: Answers) => detail(form, answers).map((section) => section.items.map((item) => item.name))

  it('leaves out hidden questions, and includes unanswered ones', () => {
    expect(names({ who: 'eater', first: 'Ravi' })).toEqual([
      ['who', 'first', 'last', 'email'],
      ['seeds', 'why', 'map'],
    ])
    expect(names({ who: 'grower' })[0]).toEqual(['who', 'first', 'last', 'email', 'farm', 'soil'])
  })

  it('shows a file as text when only its name is stored', () => {
    const kind = (size: number) =>
      detail(form, { ...answers, map: { name: 'field.pdf', size, type: '' } })
        .flatMap(({ items }) => items)
        .find(({ name }) => name === 'map')
    expect([kind(0), kind(7)]).toEqual([
      { name: 'map', label: 'Map', kind: 'text', text: 'field.pdf' },
      { name: 'map', label: 'Map', kind: 'file', text: 'field.pdf' },
    ])
  })

  it('shows an answer to a hidden question', () => {
    expect(names({ who: 'eater', farm: 'Neithal' })[0]).toEqual(['who', 'first', 'last', 'email', 'farm'])
  })

  it('shows answers of an older form as they are stored', () => {
    const old = {
      seeds: 'Ragi, Tur dal',
      soil: 'sand',
      first: ['A', 'B'],
      map: 'old.pdf',
      why: { a: 1 },
      mood: 'Good',
      removed: null,
    }
    const sections = detail(form, old)
    const answers = Object.fromEntries(sections.flatMap((section) => section.items.map((item) => [item.name, item.text])))
    expect(answers).toMatchObject({ seeds: 'Ragi, Tur dal', soil: 'sand', first: 'A, B', map: 'old.pdf', why: '{"a":1}' })
    expect(sections.at(-1)).toEqual({
      title: 'No longer asked',
      readerTitle: 'No longer asked',
      items: [
        { name: 'mood', label: 'mood', kind: 'text', text: 'Good' },
        { name: 'removed', label: 'removed', kind: 'text', text: '' },
      ],
    })
    expect(sheetRow(form, old, '::1')).toMatchObject({ seeds: 'Ragi, Tur dal', soil: 'sand', first: 'A, B', map: 'old.pdf' })
  })
})

describe('applicant', () => {
  it('joins the name’s parts and trims', () => {
    expect(applicant(form, answers)).toEqual({ name: 'Selvi Murugan', email: 'selvi@example.in', company: 'Neithal' })
  })

  it('is empty if nothing was answered', () => {
    expect(applicant(form, { first: ' ', last: 'M' })).toEqual({ name: 'M', email: '', company: '' })
    expect(applicant(form, { first: ['x'] })).toEqual({ name: '', email: '', company: '' })
  })

  it('is one line', () => {
    expect(applicant(form, { first: 'Ravi\r\nBcc: x@y.in', farm: 'A\u2028B' })).toEqual({
      name: 'Ravi Bcc: x@y.in',
      email: '',
      company: 'A B',
    })
  })
})
