import { expect, test } from 'vitest'
import { statuses } from '../../src/applications/application.ts'
import { mayMove } from '../../src/applications/moves.ts'
import type { Letter } from '../../src/applications/outbox.ts'
import { letterFor } from '../../src/applications/outgoing/decisions.ts'
import { promises } from '../../src/content/core.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { previews } from '../../src/server/mail/messages/preview.ts'
import { formTypes } from '../../src/shared/form-types.ts'
import { settings } from '../support/letters.ts'

const forms = allForms({ cohorts: [] }, promiseTexts(promises))

/** Every letter of every form: one for each allowed transition, the correction, the delay, and the confirmation if the form has one. */
const transitions = statuses.flatMap((from) =>
  statuses.flatMap((to) => (mayMove(from, to) ? [{ from, to, letter: letterFor(from, to) }] : [])),
)
const lettersOfForm = (type: (typeof formTypes)[number]): readonly Letter[] => [
  ...(forms[type].confirmation ? (['confirmation'] as const) : []),
  ...transitions.flatMap(({ letter }) => letter ?? []),
  'correction',
  'delay',
]
const cases = formTypes.flatMap((type) => lettersOfForm(type).map((letter) => [type, letter] as const))

const composed = new Map(previews(forms, settings, new Date('2026-11-20T09:30:00Z')).map(({ name, message }) => [name, message]))

/** The words of a letter: subject, inbox preview and text, without the answers that a confirmation repeats. */
function words(type: (typeof formTypes)[number], letter: Letter): string {
  const message = composed.get(`${letter} · ${forms[type].title}`)
  if (message === undefined) throw new Error(`${letter} of ${type} is not composed`)
  const preview = /<div style="display:none[^>]*>([^<]*)</.exec(message.html)?.[1]
  return [message.subject, preview, message.text.split('WHAT YOU SENT')[0]].join('\n')
}

const programmes: readonly string[] = ['Accelerator', 'StartupStudio', 'FundRaise']
const afterMeeting = (letter: Letter): boolean => letter.startsWith('after_meeting')

/** Words that must not be in the same letter, by topic. */
const refused: readonly {
  readonly why: string
  readonly about: (type: string, letter: Letter) => boolean
  readonly words: RegExp
}[] = [
  {
    why: 'nobody is congratulated or consoled who did not apply for a place',
    about: (type) => !programmes.includes(type) && type !== 'WorkForStartups',
    words: /good news|congratulations|a verdict|wish you well, and mean it|the same idea/i,
  },
  { why: 'only programmes invite to a pitch', about: (type) => !programmes.includes(type), words: /\bpitch\b(?!\?)/i },
  {
    why: 'a message and an inquiry are no application',
    about: (type) => ['Contact', 'Investor', 'AccelerationAsService'].includes(type),
    words: /application/i,
  },
  {
    why: 'an intern has no company',
    about: (type) => type === 'WorkForStartups',
    words: /your (company|customers|startup)|whom you serve|building/i,
  },
  {
    why: 'a meeting that has taken place is not proposed again',
    about: (_, letter) => afterMeeting(letter),
    words:
      /we have read your|next step is a conversation|(like|glad) to meet you|to know you|hear the rest|before we (say|name|decide)|forward to meeting/i,
  },
  {
    why: 'a meeting that has not taken place is not mentioned',
    about: (_, letter) => !afterMeeting(letter),
    words: /thank you for (meeting|talking)|after our (meeting|conversation)|talked it over/i,
  },
  {
    why: 'a rejection neither congratulates nor offers a time',
    about: (_, letter) => letter.endsWith('rejection'),
    words: /good news|congratulations|choose a time|book|look forward|(?<!not( able)? to )go ahead with you/i,
  },
  {
    why: 'a delay neither congratulates, refuses, nor asks for anything',
    about: (_, letter) => letter === 'delay',
    words: /good news|congratulations|not able|cannot|choose a time|go ahead with you/i,
  },
  {
    why: 'an approval refuses nothing',
    about: (_, letter) => letter.endsWith('approval'),
    words: /not able|decided not|cannot|this time\b/i,
  },
]

test.each(cases)('%s, %s: the text fits the form and the transition, with greeting and reference', (type, letter) => {
  const text = words(type, letter)
  const faults = refused.flatMap(({ why, about, words: pattern }) => {
    const found = about(type, letter) ? pattern.exec(text.replaceAll('book-a-pitch', '')) : null
    return found === null ? [] : [`${why}: “${found[0]}”`]
  })
  expect(faults).toEqual([])
  expect(text).toMatch(/\nDear [^\n]+,\n/)
  expect(text).toContain('0AB12CD34'.slice(1))
  expect(text).not.toMatch(/[{}]|undefined|null/)
})

test('each transition of a form has a different letter', () => {
  for (const type of formTypes) {
    const texts = lettersOfForm(type).map((letter) => words(type, letter))
    expect(new Set(texts.map((text) => text.split('\n')[0])).size, type).toBeGreaterThanOrEqual(type === 'Contact' ? 3 : 4)
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('contradicting words are found', () => {
  const congratulation = 'Congratulations on your contact message. We would like to meet you.'
  const faults = (type: string, letter: Letter) =>
    refused.filter(({ about, words: pattern }) => about(type, letter) && pattern.test(congratulation)).map(({ why }) => why)
  expect(faults('Contact', 'after_meeting_approval')).toEqual([
    'nobody is congratulated or consoled who did not apply for a place',
    'a meeting that has taken place is not proposed again',
  ])
  expect(faults('Accelerator', 'approval')).toEqual([])
})
