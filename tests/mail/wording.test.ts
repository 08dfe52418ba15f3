import { expect, test } from 'vitest'
import { fill, readWording, templateNames } from '../../src/server/mail/messages/wording.ts'

const whole: Readonly<Record<string, string>> = {
  '/content/mail/passcode.yaml': 'subject: Code\npreview: Soon\nbody: ["{code} for {minutes}"]\nfoot: [Kolam]',
  '/content/mail/confirmation.yaml':
    'subject: "{formTitle}"\npreview: p\nbody: ["{applicantName} {reference}", answers: all]\nfoot: [f]',
  '/content/mail/approval.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName}", { button: b, to: "{bookingUrl}" }]\nfoot: [f]',
  '/content/mail/pitch_invitation.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName}", { button: b, to: "{bookingUrl}" }]\nfoot: [f]',
  '/content/mail/rejection.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
  '/content/mail/after_meeting_rejection.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
}

/** What is said of the wording when one file is changed. */
const faults = (file: string, source: string | undefined): readonly string[] => {
  const files: Record<string, string> = { ...whole }
  if (source === undefined) delete files[`/content/mail/${file}`]
  else files[`/content/mail/${file}`] = source
  try {
    readWording(files)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

test('six files are enough, and each is found', () => {
  const wording = readWording(whole)
  for (const name of templateNames) expect(wording.template(name, 'Contact').foot.length).toBe(1)
})

test('a template for one form stands in for the general one, for that form alone', () => {
  const wording = readWording({
    ...whole,
    '/content/mail/rejection.Contact.yaml': 'subject: other\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
  })
  expect(wording.template('rejection', 'Contact').subject).toBe('other')
  expect(wording.template('rejection', 'Accelerator').subject).toBe('s')
})

test.each([
  [
    'an unknown placeholder',
    'rejection.yaml',
    'subject: s\npreview: p\nbody: ["{applicantName} {nmae}"]\nfoot: [f]',
    [
      'content/mail/rejection.yaml: body[0] uses {nmae}, which this message does not have; it has {siteName}, {siteUrl}, {applicantName}, {formTitle}, {reference}, {submittedOn}, {promise}',
    ],
  ],
  [
    'a missing placeholder',
    'approval.yaml',
    'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
    ['content/mail/approval.yaml: {bookingUrl} is used nowhere, and must be'],
  ],
  [
    'no answers in the confirmation',
    'confirmation.yaml',
    'subject: "{formTitle}"\npreview: p\nbody: ["{applicantName} {reference}"]\nfoot: [f]',
    ['content/mail/confirmation.yaml: body must hold "answers: all"'],
  ],
  [
    'an applicant’s word in a subject',
    'rejection.yaml',
    'subject: "{applicantName}"\npreview: p\nbody: [b]\nfoot: [f]',
    ['content/mail/rejection.yaml: subject must not use {applicantName}: what an applicant wrote never stands there'],
  ],
  ['a missing file', 'rejection.yaml', undefined, ['content/mail/rejection.yaml: is missing']],
  [
    'a file of another name',
    'welcome.yaml',
    'subject: s',
    [
      'content/mail/welcome.yaml: no message has this name; expected confirmation.yaml, approval.yaml, pitch_invitation.yaml, rejection.yaml, after_meeting_rejection.yaml, passcode.yaml, or one of them for a form, as rejection.Contact.yaml',
    ],
  ],
])('%s is a sentence with file and key', (_name, file, source, said) => {
  expect(faults(file, source)).toEqual(said)
})

test.each([
  ['a key left out', 'subject: s\nbody: ["{applicantName}"]\nfoot: [f]', 'preview: '],
  ['a key too many', 'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]\ncc: x', 'the file: '],
  ['no YAML', 'subject: [', 'is not YAML: '],
])('%s', (_name, source, starts) => {
  const said = faults('rejection.yaml', source)
  expect(said.length).toBe(1)
  expect(said[0]?.startsWith(`content/mail/rejection.yaml: ${starts}`)).toBe(true)
})

test('all faults are told at once', () => {
  expect(faults('rejection.yaml', 'subject: "{a}"\npreview: "{b}"\nbody: [x]\nfoot: [f]').length).toBe(3)
})

test('what is filled in is not read for placeholders again', () => {
  expect(fill('{a} {b}', { a: '{b}', b: '$& {a}' })).toBe('{b} $& {a}')
})
