import { describe, expect, it } from 'vitest'
import { contact } from '../forms/definitions/contact.ts'
import { earlyCustomer } from '../forms/definitions/early-customer.ts'
import { startupStudio } from '../forms/definitions/startup-studio.ts'
import { workForStartups } from '../forms/definitions/work-for-startups.ts'
import type { Answers, Form } from '../forms/form.ts'
import type { Delivery } from './outgoing/change.ts'
import { duplicateCheck, submit } from './submission.ts'

const delivery = (spreadsheet: Delivery['spreadsheet']): Delivery => ({ spreadsheet, holdS: 10 })
const at = new Date('2025-11-01T04:30:00.123Z')
const dueAt = new Date('2025-11-04T18:29:59.999Z')
const studio: Answers = {
  founderName: ' Kavya R ',
  email: ' Kavya@Example.in',
  companyName: 'Tamarind Trace',
  expectations: 'A start',
}

const from = { ip: '203.0.113.7', origin: { first: { page: '/' } }, notice: '2025-11-01' }

describe('submit', () => {
  it('makes a pending application, its first history entry and its outbox entries', () => {
    const { application, entry, outbox } = submit({
      form: startupStudio,
      answers: studio,
      ...from,
      at,
      dueAt,
      delivery: delivery('mirror'),
    })
    const { id } = application
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(application).toEqual({
      id,
      formType: 'StartupStudio',
      applicantName: 'Kavya R',
      applicantEmail: 'Kavya@Example.in',
      companyName: 'Tamarind Trace',
      answers: studio,
      status: 'pending',
      submittedAt: at,
      dueAt,
      reviewedAt: null,
      reviewedBy: null,
      notes: '',
      meetingAt: null,
      withdrawnAt: null,
      ip: from.ip,
      origin: from.origin,
      notice: '2025-11-01',
      formVersion: '',
      requests: [],
      lettersStoppedAt: null,
      scores: {},
      total: null,
      answersRevision: 0,
      seenRevision: 0,
      readAt: null,
      isStarred: false,
      revision: 0,
    })
    expect(entry).toEqual({ at, by: 'applicant', event: { what: 'submitted' } })
    expect(outbox).toEqual([
      {
        topic: 'mail.letter',
        payload: { letter: 'confirmation', applicationId: id },
        key: `${id}:confirmation`,
        applicationId: id,
        dueAt: at,
      },
      { topic: 'sheet.row', payload: { applicationId: id }, key: `${id}:row`, applicationId: id, dueAt: at },
    ])
  })

  it('queues a confirmation only if the form has one, a row only with a mirror', () => {
    const topics = (form: Form, spreadsheet: Delivery['spreadsheet']) =>
      submit({ form, answers: {}, ip: 'Unknown', at, dueAt, delivery: delivery(spreadsheet) }).outbox.map((draft) => draft.topic)
    expect(topics(startupStudio, 'none')).toEqual(['mail.letter'])
    expect(topics(contact, 'mirror')).toEqual(['sheet.row'])
    expect(topics(contact, 'none')).toEqual([])
  })

  it('gives every submission a different id', () => {
    const ids = Array.from(
      { length: 1_000 },
      () => submit({ form: contact, answers: {}, ip: 'Unknown', at, dueAt, delivery: delivery('none') }).application.id,
    )
    expect(new Set(ids).size).toBe(1_000)
  })
})

describe('duplicateCheck', () => {
  const key = (form: Form, answers: Answers, files: Record<string, string> = {}) =>
    duplicateCheck({ form, answers, at }, files, (text) => text).key

  it('compares form, e-mail and company while pending, ignoring case and spaces', () => {
    const check = duplicateCheck({ form: startupStudio, answers: studio, at }, {}, (text) => `#${text}`)
    expect(check.rule).toBe('while_pending')
    expect(check.key).toMatch(/^#/)
    const first = key(startupStudio, studio)
    expect(key(startupStudio, { ...studio, email: 'kavya@example.IN ', companyName: ' TAMARIND trace' })).toBe(first)
    expect(key(startupStudio, { ...studio, expectations: 'Another', founderName: 'K. R.' })).toBe(first)
    expect(key(startupStudio, { ...studio, email: 'other@example.in' })).not.toBe(first)
    expect(key(startupStudio, { ...studio, companyName: 'Tamarind' })).not.toBe(first)
    expect(key({ ...startupStudio, type: 'FundRaise' }, studio)).not.toBe(first)
  })

  it('treats two blank companies as equal', () => {
    const blank = key(startupStudio, { ...studio, companyName: '' })
    expect(key(startupStudio, { ...studio, companyName: '  ' })).toBe(blank)
    expect(blank).not.toBe(key(startupStudio, studio))
  })

  it('separates the parts, so that text cannot move from one to the next', () => {
    const parts = (email: string, companyName: string) => key(startupStudio, { email, companyName })
    expect(parts('a@b.in', '"x"')).not.toBe(parts('a@b.in","', 'x"'))
  })

  it('compares identical content within a day for every other form', () => {
    const answers: Answers = { name: 'Ravi', email: 'ravi@example.in', phone: '', subject: 'Hello', message: 'Are you there?' }
    const check = duplicateCheck({ form: contact, answers: answers, at }, {}, (text) => text)
    expect(check.rule).toBe('within_a_day')
    expect(check.since).toEqual(new Date('2025-10-31T04:30:00.123Z'))
    expect(key(contact, { ...answers })).toBe(check.key)
    for (const name of Object.keys(answers)) expect(key(contact, { ...answers, [name]: 'other' }), name).not.toBe(check.key)
  })

  it('does not depend on the order of the answers', () => {
    const answers = { customerType: 'individual', firstName: 'Meena', interests: ['Other'] }
    const turned = { interests: ['Other'], firstName: 'Meena', customerType: 'individual' }
    expect(key(earlyCustomer, turned)).toBe(key(earlyCustomer, answers))
    expect(key(earlyCustomer, { ...answers, interests: ['Cybersecurity'] })).not.toBe(key(earlyCustomer, answers))
  })

  it('compares files by their content', () => {
    const answers: Answers = { firstName: 'Arun', resume: { name: 'cv.pdf', size: 9, type: 'application/pdf' } }
    const first = key(workForStartups, answers, { resume: 'aa' })
    expect(
      key(workForStartups, { ...answers, resume: { name: 'renamed.pdf', size: 9, type: 'application/pdf' } }, { resume: 'aa' }),
    ).toBe(first)
    expect(key(workForStartups, answers, { resume: 'bb' })).not.toBe(first)
  })
})
