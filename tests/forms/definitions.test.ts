import { describe, expect, it } from 'vitest'
import { promises } from '../../src/content/core.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import type { FileField } from '../../src/forms/fields/file.ts'
import { type Answers, type Field, inOrder, isRequired } from '../../src/forms/form.ts'
import { detail } from '../../src/forms/views/as-text.ts'
import { validate } from '../../src/forms/views/validate.ts'
import { type FormType, formPage } from '../../src/shared/form-types.ts'
import { choices, complete } from './complete.ts'
import { type Specified, specified } from './specified.ts'

const forms = allForms(choices, promiseTexts(promises))
const list = (text = '') => (text === '' ? [] : text.split(', '))
const without = (answers: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(answers).filter(([other]) => other !== name))

// A form that was added later is in no specification.
describe.each(Object.entries(specified) as [FormType, Specified][])('%s', (type, spec) => {
  const form = forms[type]
  const fields: Record<string, Field> = form.fields
  const conditional = list(spec.when?.required)

  it('has the questions of the specification, each once', () => {
    expect(form.type).toBe(type)
    expect(Object.keys(fields).sort()).toEqual(list(spec.fields).sort())
    expect(inOrder(form).map(([name]) => name)).toEqual(Object.keys(fields))
    expect(form.sections.flatMap((section) => section.fields)).toEqual(Object.keys(fields))
  })

  it('has headings for reviewers', () => {
    for (const { readerTitle } of detail(form, complete(form) as Answers)) expect(readerTitle).not.toMatch(/\byour?\b/i)
  })

  it('requires what the specification requires', () => {
    const named = (test: (field: Field) => boolean) => list(spec.fields).filter((name) => test(fields[name] as Field))
    expect(named((field) => field.required === true).sort()).toEqual(list(spec.required).sort())
    expect(named((field) => typeof field.required === 'object')).toEqual(conditional)
    expect(named((field) => field.required === 'labelled')).toEqual(list(spec.labelled))
    expect(named((field) => field.shown !== undefined)).toEqual(list(spec.when?.shown))
    for (const { shown, required } of Object.values(fields))
      for (const condition of [shown, required])
        if (typeof condition === 'object') expect(condition).toEqual({ field: spec.when?.field, is: spec.when?.is })
  })

  it('accepts a complete submission, and one without the optional fields', () => {
    const full = complete(form)
    expect(validate(form, full)).toEqual({ ok: true, value: full })
    const required = new Set([...list(spec.required), ...conditional])
    const least = Object.fromEntries(Object.entries(full).filter(([name]) => required.has(name)))
    const read = validate(form, least)
    expect(read.ok && Object.keys(read.value).sort()).toEqual(Object.keys(fields).sort())
  })

  it.each([...list(spec.required), ...conditional])('reports that %s is missing, and nothing else', (name) => {
    const label = fields[name]?.label
    for (const answers of [without(complete(form), name), { ...complete(form), [name]: '' }])
      expect(validate(form, answers)).toEqual({ ok: false, fault: { [name]: `${label} is required` } })
  })

  it('reports all missing fields at once', () => {
    const read = validate(form, {})
    expect(!read.ok && Object.keys(read.fault).sort()).toEqual(list(spec.required).sort())
  })

  it('refuses an option outside its list, and offers the specification’s', () => {
    for (const [name, values] of Object.entries(spec.options ?? {})) {
      expect(fields[name]?.options?.map((option) => option.value)).toEqual(list(values))
      expect(['select', 'radio', 'multiselect']).toContain(fields[name]?.kind)
    }
    for (const [name, field] of Object.entries(fields).filter(([, field]) => field.options !== undefined)) {
      const read = validate(form, { ...complete(form), [name]: 'none of these' })
      expect(!read.ok && Object.keys(read.fault), name).toEqual([name])
      expect(!read.ok && read.fault[name]).toContain(field.label)
    }
  })

  it('has a readable label for every option, once', () => {
    for (const field of Object.values(fields)) {
      if (field.options === undefined) continue
      expect(field.options.length).toBeGreaterThan(1)
      for (const key of ['value', 'label'] as const)
        expect(new Set(field.options.map((option) => option[key])).size, field.label).toBe(field.options.length)
      for (const { label } of field.options) expect(label, field.label).toMatch(/^[A-Z0-9$₹]/)
    }
  })

  it('shows each field as its kind', () => {
    const { email } = form.applicant
    expect(fields[email]?.kind).toBe('email')
    for (const [name, kind] of Object.entries(spec.kinds ?? {})) expect(fields[name]?.kind, name).toBe(kind)
    for (const [name, field] of Object.entries(fields)) {
      expect(field.label, name).toMatch(/^[A-Z][A-Za-z- ]*$/)
      if (field.kind === 'textarea') {
        expect(field.rows, name).toBeGreaterThanOrEqual(2)
        expect(field.rows, name).toBeLessThanOrEqual(5)
        expect(field.limit, name).toBeGreaterThanOrEqual(10_000)
      } else expect(field.rows, name).toBeUndefined()
      expect(field.input?.type, name).toBe(spec.kinds?.[name] === 'url' ? 'url' : undefined)
      if (['email', 'tel', 'url'].includes(field.kind)) expect(field.input?.autocomplete, name).toBe(field.kind)
    }
    for (const name of [...form.applicant.name, form.applicant.company].filter((name) => name !== undefined))
      expect(fields[name]?.input?.autocomplete, name).toMatch(/^(name|given-name|family-name|organization)$/)
  })

  it('has the specification’s texts, sheet and rules', () => {
    expect([form.path, formPage(type)]).toEqual([spec.path, spec.path])
    expect(form.sheet).toBe(spec.sheet)
    expect(form.texts.submitting).toBe(spec.submitting)
    expect(form.texts.success).toBe(spec.success ?? 'Application Submitted Successfully!')
    expect(form.texts.again).toBe(spec.again)
    expect(form.texts.promise).toMatch(/^(in|within) /)
    expect(form.texts.promise).toContain(spec.promise)
    expect(form.texts.next.length).toBeGreaterThan(1)
    expect(form.onFailure).toEqual(spec.alert === undefined ? { kind: 'deliver_later' } : { kind: 'stay', alert: spec.alert })
    expect(form.applicant).toEqual({
      name: list(spec.applicant.name),
      email: 'email',
      ...(spec.applicant.company === undefined ? {} : { company: spec.applicant.company }),
    })
    expect(form.messages).toBe(spec.ours === true ? 'ours' : 'browser')
    expect(form.confirmation).toBe(spec.confirmation === true)
    expect(form.duplicates).toBe(spec.confirmation === true ? 'while_pending' : 'within_a_day')
    expect(form.keepsAnswers).toBe(spec.keepsAnswers === true)
    expect(form.ipGoesTo).toBe(spec.ipGoesTo)
  })
})

describe('the investor form', () => {
  it('has its eight messages word for word', () => {
    expect(validate(forms.Investor, { investorName: '  ', email: '\t' })).toEqual({
      ok: false,
      fault: {
        investorName: 'Investor name is required',
        organizationName: 'Organization name is required',
        email: 'Email is required',
        investorType: 'Investor type is required',
        investmentRange: 'Investment range is required',
        preferredStage: 'Preferred investment stage is required',
        industryFocus: 'Industry focus is required',
        investmentCriteria: 'Investment criteria is required',
      },
    })
  })
})

describe('the early customer form', () => {
  const form = forms.EarlyCustomer
  const least = {
    customerType: 'individual',
    firstName: 'Meena',
    lastName: 'R',
    email: 'meena@example.in',
    specificNeeds: 'Rest',
  }

  it('requires no company of individuals', () => {
    expect(validate(form, least).ok).toBe(true)
  })

  it('requires only company and job title of enterprises', () => {
    expect(validate(form, { ...least, customerType: 'enterprise' })).toEqual({
      ok: false,
      fault: { company: 'Company name is required', jobTitle: 'Job title is required' },
    })
    expect(validate(form, { ...least, customerType: 'enterprise', company: 'Neithal', jobTitle: 'CTO' }).ok).toBe(true)
  })

  it('labels fields as required that it does not enforce', () => {
    const { interests, industry, phone } = form.fields as Record<string, Field>
    expect([interests, industry, phone].map((field) => field?.required)).toEqual(['labelled', 'labelled', false])
    expect([interests, industry].map((field) => isRequired(field as Field, { customerType: 'enterprise' }))).toEqual([
      false,
      false,
    ])
  })

  it('accepts interests as a list, as one text, and as repeated fields', () => {
    for (const interests of [
      ['FinTech Solutions', 'AI & Machine Learning'],
      'FinTech Solutions, AI & Machine Learning',
      ['FinTech Solutions, AI & Machine Learning'],
    ]) {
      const read = validate(form, { ...least, interests })
      expect(read.ok && read.value.interests).toEqual(['FinTech Solutions', 'AI & Machine Learning'])
    }
  })
})

describe('labels of the specification', () => {
  const labels = (type: keyof typeof forms, name: string) => forms[type].fields[name]?.options?.map((option) => option.label)

  it('show the hours and the months', () => {
    expect(labels('WorkForStartups', 'availability')).toEqual([
      'Full-time (40 hours/week)',
      'Part-time (20-30 hours/week)',
      'Flexible',
    ])
    expect(labels('EarlyCustomer', 'timeline')?.join()).toMatch(/within 1 month.*1-3 months.*3-6 months.*6\+ months/)
    expect(labels('Investor', 'timelineToInvest')?.join()).toMatch(/0-3 months.*3-6 months.*6-12 months.*12\+ months/)
  })

  it('offer the given cohorts', () => {
    expect(forms.Accelerator.fields.cohortPreference?.options).toEqual(choices.cohorts)
  })

  it('accept a resume of 5 MB, and name that limit', () => {
    const resume = forms.WorkForStartups.fields.resume as FileField
    expect(resume.accept).toEqual(['.pdf', '.doc', '.docx'])
    expect(resume.maxSize).toBe(5 * 1024 * 1024)
    expect(resume.hint).toContain('max 5MB')
  })

  it('scrolls to the sections that the specification names', () => {
    expect([forms.WorkForStartups.anchor, forms.EarlyCustomer.anchor]).toEqual(['work-form', 'customer-form'])
  })
})
