import { expect, it } from 'vitest'
import { email } from '../../src/forms/fields/email.ts'
import { named, select } from '../../src/forms/fields/select.ts'
import { text } from '../../src/forms/fields/text.ts'
import { defineForm, type Fields, inOrder } from '../../src/forms/form.ts'
import { detail, sheetRow } from '../../src/forms/views/as-text.ts'
import { validate } from '../../src/forms/views/validate.ts'

/** A minimal contact form with the fields of `more`. */
const formWith = <const F extends Fields>(more: F) =>
  defineForm({
    type: 'Contact',
    path: '/contact',
    anchor: 'contact',
    title: 'Contact message',
    sheet: 'Contact',
    sections: [{ title: 'You', fields: { name: text('Name'), email: email(), ...more } }],
    applicant: { name: ['name'], email: 'email' },
    texts: { submit: '', submitting: '', success: '', again: '', next: [] },
    messages: 'ours',
    onFailure: { kind: 'deliver_later' },
    duplicates: 'within_a_day',
    confirmation: false,
  })

const raw = { name: 'Ravi', email: 'ravi@example.in', reach: 'A friend' }

it('one line in the definition adds a question to every view', () => {
  const before = formWith({})
  const after = formWith({
    reach: select('How you found us', named('A friend', 'A search')), // This is the one line.
  })

  expect(inOrder(before).map(([name]) => name)).toEqual(['name', 'email'])
  expect(inOrder(after).map(([name]) => name)).toEqual(['name', 'email', 'reach'])

  const read = validate(after, raw)
  expect(read).toEqual({ ok: true, value: raw })
  if (!read.ok) return
  const reach: string = read.value.reach // The type of the answers has it too.
  expect(reach).toBe('A friend')
  expect(validate(after, { ...raw, reach: '' })).toEqual({ ok: false, fault: { reach: 'How you found us is required' } })
  expect(validate(after, { ...raw, reach: 'A poster' })).toEqual({
    ok: false,
    fault: { reach: 'How you found us must be one of the options offered' },
  })

  expect(sheetRow(after, read.value, '::1')).toEqual(raw)
  expect(detail(after, read.value)[0]?.items.at(-1)).toEqual({
    name: 'reach',
    label: 'How you found us',
    kind: 'select',
    text: 'A friend',
  })
})

it('a form with a duplicate field or an unknown dependency fails to load', () => {
  const bare = formWith({})
  const draft = { ...bare, applicant: { name: [], email: 'email' }, ipGoesTo: undefined } as const
  const twice = [
    { title: 'One', fields: { email: email() } },
    { title: 'Two', fields: { email: email() } },
  ] as const
  expect(() => defineForm({ ...draft, sections: twice })).toThrow('Contact: email is defined twice')

  const only = (field: string, is: string) => () =>
    defineForm({
      ...draft,
      sections: [
        {
          title: 'One',
          fields: { email: email(), size: select('Size', named('S', 'L')), why: text('Why', { shown: { field, is } }) },
        },
      ],
    })
  expect(inOrder(only('size', 'L')()).map(([name]) => name)).toEqual(['email', 'size', 'why'])
  expect(only('colour', 'red')).toThrow('Contact: why depends on colour, which is not a field of the form')
  expect(only('toString', 'red')).toThrow('Contact: why depends on toString, which is not a field of the form')
  expect(only('size', 'M')).toThrow('Contact: why depends on size being M, which is not one of its options')
})
