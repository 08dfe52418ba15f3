import { expect, test } from 'vitest'
import { yamlFiles } from '../../src/content/files.ts'
import { fill, type TemplateRule } from '../../src/server/mail/messages/fill.ts'
import { readWording, templateNames } from '../../src/server/mail/messages/read-wording.ts'
import { type Wording, wordingOf } from '../../src/server/mail/messages/wording.ts'

const meeting =
  'subject: s\npreview: p\nbody: ["{applicantName} {meetingDay} {meetingTime} {meetingLocation}", { button: b, to: "{privateLink}" }]\nfoot: [f]'

/** The templates of features. */
const ofFeatures = Object.values(
  import.meta.glob<Readonly<Record<string, TemplateRule>>>('../../src/features/*/templates.ts', {
    eager: true,
    import: 'templates',
  }),
).flatMap((templates) => Object.entries(templates))

/** A short letter for each name, with what it must have. */
const short: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ofFeatures.map(([name, { must }]) => [
      `content/mail/${name}.yaml`,
      `subject: s\npreview: p\nbody: ["${must.map((placeholder) => `{${placeholder}}`).join(' ')}"]\nfoot: [f]`,
    ]),
  ),
  'content/mail/passcode.yaml': 'subject: Code\npreview: Soon\nbody: ["{code} for {minutes}"]\nfoot: [Kolam]',
  'content/mail/new_browser.yaml': 'subject: New\npreview: p\nbody: ["{browser} {method} {time}"]\nfoot: [f]',
  'content/mail/confirmation.yaml': 'subject: "{formTitle}"\npreview: p\nbody: ["{applicantName} {reference}"]\nfoot: [f]',
  'content/mail/approval.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName}", { button: b, to: "{bookingUrl}" }, added: all]\nfoot: [f]',
  'content/mail/after_meeting_approval.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName}", { button: b, to: "{bookingUrl}" }, added: all]\nfoot: [f]',
  'content/mail/pitch_invitation.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName}", { button: b, to: "{bookingUrl}" }, added: all]\nfoot: [f]',
  'content/mail/rejection.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]',
  'content/mail/correction.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]',
  'content/mail/delay.yaml': 'subject: s\npreview: p\nbody: ["{applicantName} {answerBy}", added: all]\nfoot: [f]',
  'content/mail/after_meeting_rejection.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]',
  'content/mail/withdrawn.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
  'content/mail/changed.yaml': 'subject: s\npreview: p\nbody: ["{applicantName}"]\nfoot: [f]',
  'content/mail/request.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName} {answer} {until}", { button: b, to: "{privateLink}" }, added: all]\nfoot: [f]',
  'content/mail/request_reminder.yaml':
    'subject: s\npreview: p\nbody: ["{applicantName} {answer} {until}", { button: b, to: "{privateLink}" }, added: all]\nfoot: [f]',
  'content/mail/meeting.yaml': meeting,
  'content/mail/meeting_cancelled.yaml': meeting,
  'content/mail/meeting_reminder.yaml': meeting,
  'content/mail/links.yaml': 'subject: s\npreview: p\nbody: [links: all]\nfoot: [f]',
  'content/mail/morning.yaml': 'subject: s\npreview: p\nbody: [digest: all]\nfoot: [f]',
  'content/mail/ending.yaml': 'body: [{ link: l, to: "{privateLink}" }, { link: m, to: "{stopLink}" }]',
}

// One that is missing above fails its own test and no other: its file stands in.
const complete: Readonly<Record<string, string>> = {
  ...Object.fromEntries(templateNames.map((name) => [`content/mail/${name}.yaml`, yamlFiles[`content/mail/${name}.yaml`] ?? ''])),
  ...short,
}

test('every letter has a short one here', () => {
  expect(templateNames.filter((name) => short[`content/mail/${name}.yaml`] === undefined)).toEqual([])
})

/** The faults of the wording after a change of one file. */
const faults = (file: string, source: string | undefined): readonly string[] => {
  const files: Record<string, string> = { ...complete }
  if (source === undefined) delete files[`content/mail/${file}`]
  else files[`content/mail/${file}`] = source
  const read = readWording(files)
  return read.ok ? [] : read.fault
}

function wordingIn(files: Readonly<Record<string, string>>): Wording {
  const read = readWording(files)
  if (!read.ok) throw new Error(read.fault.join('\n'))
  return wordingOf(read.value)
}

test('one file for each template and the ending are enough, and each is found', () => {
  const wording = wordingIn(complete)
  for (const name of templateNames) expect(wording.template(name, 'Contact').foot.length).toBe(1)
})

test('a template for one form replaces the general one only for that form', () => {
  const wording = wordingIn({
    ...complete,
    'content/mail/rejection.Contact.yaml': 'subject: other\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]',
  })
  expect(wording.template('rejection', 'Contact').subject).toBe('other')
  expect(wording.template('rejection', 'Accelerator').subject).toBe('s')
})

test.each([
  [
    'an unknown placeholder',
    'rejection.yaml',
    'subject: s\npreview: p\nbody: ["{applicantName} {nmae}", added: all]\nfoot: [f]',
    [
      'content/mail/rejection.yaml, line 3: `body[0]` uses {nmae}, which this message does not have; it can use {siteName}, {siteUrl}, {signedBy}, {applicantName}, {formTitle}, {reference}, {submittedOn}, {promise}',
    ],
  ],
  [
    'a missing placeholder',
    'approval.yaml',
    'subject: s\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]',
    ['content/mail/approval.yaml, line 3: `body` must use {bookingUrl}'],
  ],
  [
    'answers in the confirmation',
    'confirmation.yaml',
    'subject: "{formTitle}"\npreview: p\nbody: ["{applicantName} {reference}", answers: all]\nfoot: [f]',
    [
      'content/mail/confirmation.yaml, line 3: `body[1]` should be a text, or a block: heading, note, button with to, code, facts, or added: all, received a group of keys (answers)',
    ],
  ],
  [
    'an ending without the link that stops letters',
    'ending.yaml',
    'body: [{ link: l, to: "{privateLink}" }]',
    ['content/mail/ending.yaml, line 1: `body` should be a list of at least 2 entries, received a list of 1'],
  ],
  [
    'an applicant’s word in a subject',
    'rejection.yaml',
    'subject: "{applicantName}"\npreview: p\nbody: [added: all]\nfoot: [f]',
    ['content/mail/rejection.yaml, line 1: `subject` must not use {applicantName}: words of an applicant are not allowed there'],
  ],
  ['a missing file', 'rejection.yaml', undefined, ['content/mail/rejection.yaml is missing']],
  [
    'a file of another name',
    'welcome.yaml',
    'subject: s',
    [
      `content/mail/welcome.yaml: no message has this name; expected confirmation.yaml, approval.yaml, after_meeting_approval.yaml, pitch_invitation.yaml, rejection.yaml, after_meeting_rejection.yaml, correction.yaml, delay.yaml, withdrawn.yaml, changed.yaml, request.yaml, request_reminder.yaml, meeting.yaml, meeting_cancelled.yaml, meeting_reminder.yaml, passcode.yaml, new_browser.yaml, links.yaml, ${ofFeatures.map(([name]) => `${name}.yaml`).join(', ')}, or one of them for a form, as rejection.Contact.yaml`,
    ],
  ],
])('%s: the fault names file and key', (_name, file, source, submitted) => {
  expect(faults(file, source)).toEqual(submitted)
})

test.each([
  ['a key left out', 'subject: s\nbody: ["{applicantName}"]\nfoot: [f]', ': `preview` is missing'],
  [
    'a key too many',
    'subject: s\npreview: p\nbody: ["{applicantName}", added: all]\nfoot: [f]\ncc: x',
    ': `cc` is not a valid key here',
  ],
  [
    'a colon in a text',
    'subject: s\npreview: News: we would\nbody: ["{applicantName}"]\nfoot: [f]',
    ', line 2: a text that holds a colon and a space must be in quotes as a whole: key: "Words: more words"',
  ],
  [
    'a text that begins with a placeholder',
    'subject: s\npreview: p\nbody:\n  - {siteName} writes to {applicantName}\nfoot: [f]',
    `, line 4: a text that begins with a sign such as {, *, " or ' must be in quotes as a whole`,
  ],
  [
    'a misspelt block',
    'subject: s\npreview: p\nbody:\n  - "{applicantName}"\n  - headng: h\nfoot: [f]',
    ', line 5: `body[1]` should be a text, or a block: heading, note, button with to, code, facts, or added: all, received a group of keys (headng)',
  ],
])('%s: the fault names its line', (_name, source, sentence) => {
  expect(faults('rejection.yaml', source)).toEqual([`content/mail/rejection.yaml${sentence}`])
})

test('all faults are reported at once', () => {
  expect(faults('rejection.yaml', 'subject: "{a}"\npreview: "{b}"\nbody: [x]\nfoot: [f]').length).toBe(4)
})

test('a placeholder inside a filled-in value is not replaced', () => {
  expect(fill('{a} {b}', { a: '{b}', b: '$& {a}' })).toBe('{b} $& {a}')
})

test('a form has the reasons that name it; an unknown form is a fault', () => {
  const reason = 'late:\n  name: Too late\n  text: It came too late.\n  forms: [Contact]'
  const wording = wordingIn({ ...complete, 'content/mail/reasons.yaml': reason })
  expect(wording.reasons('Contact')).toEqual([{ id: 'late', name: 'Too late', text: 'It came too late.', forms: ['Contact'] }])
  expect(wording.reasons('Investor')).toEqual([])
  expect(faults('reasons.yaml', reason.replace('Contact', 'Contcat')).length).toBe(1)
})
