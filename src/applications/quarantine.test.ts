import { describe, expect, it } from 'vitest'
import { allForms } from '../forms/definitions/all.ts'
import { quarantineReasons, signalsOf, type Traces } from './quarantine.ts'
import { pointsOf, type Signal, threshold, weights } from './signals.ts'

const { Contact: contact } = allForms({ cohorts: [] })
const person: Traces = {
  trap: false,
  program: false,
  foreign: false,
  token: 'none',
  speed: 0.1,
  copies: 0,
}
const letter = {
  name: 'Asha Raman',
  email: 'asha@loom.example',
  subject: 'A question',
  message: 'When does the next cohort begin?',
}
const pitch = `${letter.message} https://loom.example https://loom.example/deck www.demo.example https://github.com/asha/loom`
const signalsFor = (answers: Partial<typeof letter> = {}, traces: Partial<Traces> = {}): readonly Signal[] =>
  signalsOf(contact, { ...letter, ...answers }, { ...person, ...traces })

describe('signals of spam', () => {
  it.each<[string, Partial<typeof letter>, Partial<Traces>, readonly Signal[]]>([
    ['a plain letter', {}, {}, []],
    ['a letter in Tamil', { name: 'ஆஷா', message: 'அடுத்த குழு எப்போது தொடங்கும்?' }, {}, []],
    ['a company that is a domain', { name: 'Booking.com' }, {}, []],
    ['the trap filled in', {}, { trap: true }, ['trap']],
    ['a program', {}, { program: true }, ['program']],
    ["another site's page", {}, { foreign: true }, ['foreign']],
    ['one link', { message: 'See https://loom.example/deck' }, {}, ['link']],
    ['a pitch with four links', { message: pitch }, {}, ['many_links']],
    ['a link in HTML', { message: '<a class=x href="https://pills.example">buy</a>' }, {}, ['markup']],
    ['a link in BBCode', { subject: '[url=https://pills.example]buy[/url]' }, {}, ['markup']],
    ['HTML that is no link', { message: '<script>alert(1)</script><a href="javascript:x">' }, {}, []],
    ['a link in the name', { name: 'You won! https://pills.example' }, {}, ['name_link']],
    ['a throwaway address', { email: 'x@eu.mailinator.com' }, {}, ['throwaway']],
    ['a token used at once', {}, { token: 'quick' }, ['quick']],
    ['a token used in time', {}, { token: 'fresh' }, ['waited']],
    ['a token used by many', {}, { token: 'reused' }, ['reused_token']],
    ['a third of the limit', {}, { speed: 1 / 3 }, []],
    ['half of the limit', {}, { speed: 0.5 }, ['busy']],
    ['the limit', {}, { speed: 1 }, ['busy']],
    ['over the limit', {}, { speed: 1.1 }, ['over_limit']],
    ['four times the limit', {}, { speed: 4 }, ['flood']],
    ['the text of two other networks', {}, { copies: 2 }, []],
    ['the text of three other networks', {}, { copies: 3 }, ['repeated']],
  ])('%s', (_, answers, traces, signals) => {
    expect(signalsFor(answers, traces)).toEqual(signals)
  })

  it('no signal decides alone', () => {
    expect(Math.max(...Object.values(weights))).toBeLessThan(threshold)
  })

  it('a text that is made to be slow is checked quickly', () => {
    const began = process.cpuUsage()
    for (const message of ['<a '.repeat(80_000), 'a-'.repeat(120_000), 'www.'.repeat(60_000), '@a.'.repeat(80_000)])
      signalsFor({ message, email: message, name: message })
    const { user, system } = process.cpuUsage(began)
    // Seconds of CPU: other tests run at the same time.
    expect((user + system) / 1e6).toBeLessThan(2)
  })
})

it('a link in a field that asks for one is no signal', () => {
  const { WorkForStartups: work } = allForms({ cohorts: [] })
  const signals = (field: string) => signalsOf(work, { [field]: 'https://portfolio.example' }, person)
  expect([signals('portfolio'), signals('experience')]).toEqual([[], ['link']])
})

describe('quarantine', () => {
  it.each<[string, Partial<typeof letter>, Partial<Traces>, readonly Signal[] | undefined]>([
    ['a program that fills the trap', {}, { trap: true, program: true }, ['trap', 'program']],
    ['a trap and a link', { message: 'See https://x.example' }, { trap: true }, ['trap', 'link']],
    [
      'the same from someone who took their time',
      { message: 'See https://x.example' },
      { trap: true, token: 'fresh' },
      undefined,
    ],
    ['a plain text by a program, often', {}, { program: true, speed: 1 }, undefined],
    ['a plain text by a program from everywhere', {}, { program: true, copies: 9 }, undefined],
    ['a pitch with links in a crowd over the limit', { message: pitch }, { speed: 1.6 }, undefined],
    ['one HTML link by a program', { message: '<a href="https://x.example">x</a>' }, { program: true }, undefined],
    ['many HTML links', { message: `<a href="https://x.example">x</a> ${pitch}` }, {}, ['markup', 'many_links']],
    ['a campaign with a link', { message: 'See https://x.example' }, { copies: 3 }, ['repeated', 'link']],
    ['a class with one template answer, over the limit', {}, { speed: 1.6, copies: 9 }, undefined],
    ['a link as a name, from another site', { name: 'See www.x.example' }, { foreign: true }, ['foreign', 'name_link']],
    ['a flood with a link', { message: 'See https://x.example' }, { speed: 5 }, ['flood', 'link']],
  ])('%s', (_, answers, traces, reasons) => {
    expect(quarantineReasons(contact, { ...letter, ...answers }, { ...person, ...traces })).toEqual(reasons)
  })

  it('sums the points of all signals', () => {
    expect(pointsOf(['trap', 'program', 'waited'])).toBe(8)
  })
})
