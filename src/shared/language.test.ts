import { afterEach, expect, it } from 'vitest'
import { speechOf } from './language.ts'
import { speak, translate } from './translate.ts'

afterEach(() => speak(undefined))

/** An invented language, written from right to left, with the plural categories of Arabic. */
const invented = speechOf({
  code: 'ar',
  words: {
    'Your answers': 'ךיתובושת',
    '{n} answers need your attention': { one: 'דחא {n}', two: 'םיינש', few: 'םיטעמ {n}', many: 'םיבר {n}', other: 'תורחא {n}' },
    '{at} of {length}': '{length} ךותמ {at}',
    'Dear {applicantName},': '!{applicantName} ,רקי',
    'within {n} days': 'םימי {n} ךותב',
    ', and more': '',
  },
})

it('says English as it is written', () => {
  expect(translate`${2} of ${5}`).toBe('2 of 5')
  expect(translate('Your answers')).toBe('Your answers')
})

it('says a sentence with its values in the order of the language', () => {
  speak(invented)
  expect(translate`Your answers`).toBe('ךיתובושת')
  expect(translate`${2} of ${5}`).toBe('5 ךותמ 2')
})

it('chooses by the plural rules of the language', () => {
  speak(invented)
  expect([1, 2, 3, '1,011', 100].map((n) => translate`${n} answers need your attention`)).toEqual([
    'דחא 1',
    'םיינש',
    'םיטעמ 3',
    'םיבר 1,011',
    'תורחא 100',
  ])
})

it('keeps the placeholders of a text of the content, and finds one with numbers', () => {
  speak(invented)
  expect(translate('Dear {applicantName},')).toBe('!{applicantName} ,רקי')
  expect(translate('within 7 days')).toBe('םימי 7 ךותב')
})

it('leaves out what the language leaves out, and says in English what it lacks', () => {
  speak(invented)
  expect(translate`, and more`).toBe('')
  expect(translate`${2} left`).toBe('2 left')
})

it('leads to the page in the language', () => {
  speak(invented)
  expect(translate`/privacy`).toBe('/ar/privacy')
})
