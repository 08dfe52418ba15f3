import { expect, test } from 'vitest'
import { type Letter, letters } from '../../src/applications/outbox.ts'
import { composeLetter, composePasscode } from '../../src/server/mail/messages/compose.ts'
import { wordingOf } from '../../src/server/mail/messages/wording.ts'
import { AppError } from '../../src/shared/errors.ts'
import { answers, application, form, settings } from '../support/letters.ts'

const id = '019aa1b2-9999-7000-8000-000000000001'
const meeting = {
  at: '2026-12-03T09:30:00.000Z',
  minutes: 45,
  location: 'Our office',
  sequence: 4,
  since: '2026-11-27T09:30:00.000Z',
}
const letter = (name: Letter, changes: Parameters<typeof application>[0] = {}) =>
  composeLetter(name, application(changes), form, settings, id, name.startsWith('meeting') ? { meeting } : {})

test('each letter has its own text, recipient and outbox id', () => {
  const subjects = letters.map((name) => {
    const { id: own, to, subject } = letter(name)
    expect([own, to]).toEqual([id, 'nila@example.in'])
    return subject
  })
  expect(subjects).toEqual([
    'We have your accelerator application (AB12CD34)',
    'Good news about your accelerator application (AB12CD34)',
    'Good news after our meeting: your accelerator application (AB12CD34)',
    'An invitation to pitch: your accelerator application (AB12CD34)',
    'Our answer to your accelerator application (AB12CD34)',
    'After our meeting: your accelerator application (AB12CD34)',
    'A correction to our last email: your accelerator application (AB12CD34)',
    'Our answer takes longer: your accelerator application (AB12CD34)',
    'You have withdrawn your accelerator application (AB12CD34)',
    'Your accelerator application was changed (AB12CD34)',
    'We need something from you: your accelerator application (AB12CD34)',
    'A reminder: we need something from you for your accelerator application (AB12CD34)',
    'Our meeting: Thursday, 3 December 2026, 15:00 India Standard Time (AB12CD34)',
    'Our meeting of Thursday, 3 December 2026 is cancelled (AB12CD34)',
    'Tomorrow: our meeting, Thursday, 3 December 2026, 15:00 India Standard Time (AB12CD34)',
  ])
})

test.each(letters)('%s: HTML and text have no placeholder, and greet the applicant', (name) => {
  const { html, text } = letter(name)
  expect(html.replace(/<style>.*?<\/style>/s, '')).not.toMatch(/[{}]/)
  expect(text).not.toMatch(/[{}]/)
  expect(text).toMatch(/^Dear Nila Raman,\n/)
  expect(html).toContain('>Dear Nila Raman,<')
})

test('only approvals and invitations have the booking link', () => {
  for (const name of letters) {
    const { html, text } = letter(name)
    const books = ['approval', 'after_meeting_approval', 'pitch_invitation'].includes(name)
    expect(html.includes('href="https://kolam.example/book-a-pitch?from=letter&amp;lang=en"')).toBe(books)
    expect(text.includes('\nhttps://kolam.example/book-a-pitch?from=letter&lang=en\n')).toBe(books)
  }
})

test('the confirmation has the reference, the day and the time to reply', () => {
  const { text } = letter('confirmation')
  for (const part of ['AB12CD34', '20 November 2026', 'within 1 week']) expect(text).toContain(part)
})

test.each(letters)('%s: repeats only the name of the applicant’s answers', (name) => {
  const marked = Object.fromEntries(Object.keys(answers).map((field) => [field, `canary of ${field}`]))
  const { html, text, subject } = letter(name, { answers: marked, companyName: 'canary of the company' })
  expect(`${subject} ${html} ${text}`).not.toContain('canary')
})

test.each(letters)('%s: has a general greeting when the name is not a name', (name) => {
  for (const applicantName of ['<img src=x onerror=alert(1)>', '{bookingUrl} {code}', 'You won! https://phish.example/0']) {
    const { html, text } = letter(name, { applicantName })
    expect(text).toMatch(/^Dear applicant,\n/)
    expect(`${html} ${text}`).not.toMatch(/<img|onerror|\{bookingUrl|You won|phish/)
  }
})

test('a letter ends with the links of its application, unless they are hidden', () => {
  const links = { privateLink: 'https://kolam.example/my/a.b', stopLink: 'https://kolam.example/my/stop/a.c' }
  const { text, html } = composeLetter('rejection', application(), form, { ...settings, links }, id)
  expect(text).toContain(
    `Open my accelerator application:\n${links.privateLink}\n\nYou did not send this? Stop our emails:\n${links.stopLink}\n`,
  )
  expect(letter('rejection').text).not.toContain('Stop our emails')
  // A button in words; its address is in small type under it. A letter with a button of its own has no second one.
  const button = (message: string) =>
    [...message.matchAll(/<a class="k-button k-button-link" href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, words]) => [to, words])
  expect(button(html)).toEqual([[links.privateLink, 'Open my accelerator application']])
  expect(html).toMatch(/font-size:12px;[^>]*>https:\/\/kolam\.example\/my\/a\.b</)
  const invited = composeLetter('pitch_invitation', application(), form, { ...settings, links }, id)
  expect(button(invited.html)).toHaveLength(1)
  expect(invited.text).toContain(`Open my accelerator application:\n${links.privateLink}`)
})

test('an internship is invited to a conversation, not to a pitch', () => {
  const { subject } = composeLetter(
    'pitch_invitation',
    application(),
    { ...form, type: 'WorkForStartups', title: 'Internship application' },
    settings,
    id,
  )
  expect(subject).toBe('An invitation to talk: your internship application (AB12CD34)')
})

test('the passcode has its own line, with its lifetime', () => {
  const message = composePasscode('admin@example.com', '042137', settings, id, 10 * 60_000)
  expect(message).toMatchObject({ id, to: 'admin@example.com', subject: 'Your sign-in code for Kolam', code: '042137' })
  expect(message.text).toContain('\n    042137\n')
  expect(message.text).toContain('valid for 10 minutes')
  expect(message.html).toContain('>042137</p>')
  expect(message.text.match(/\d{6}/g)).toEqual(['042137'])
})

test('a missing template is reported as EMAIL_TEMPLATE_NOT_FOUND', () => {
  const compose = () =>
    composeLetter(
      'approval',
      application(),
      form,
      { ...settings, wording: wordingOf({ templates: {}, reasons: [], ending: [] }) },
      id,
    )
  expect(compose).toThrow(AppError)
  expect(compose).toThrow(expect.objectContaining({ code: 'EMAIL_TEMPLATE_NOT_FOUND' }))
})

test('a reason and a sentence are paragraphs of text without markup or placeholders', () => {
  const addition = { reason: 'It came too late.', sentence: 'Write <b>again</b> in May.\n\nBring {formTitle}.' }
  const { html, text } = composeLetter('rejection', application(), form, settings, id, addition)
  expect(text).toContain('this time.\n\nIt came too late.\n\nWrite <b>again</b> in May.\n\nBring {formTitle}.\n\nWe know')
  expect(html).toContain('>Write &lt;b&gt;again&lt;/b&gt; in May.</p>')
  expect(html).toContain('>Bring {formTitle}.</p>')
  expect(letter('rejection').text).not.toContain('again in May')
})
