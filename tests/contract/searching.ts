import { expect, it } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { ListQuery } from '../../src/server/records/applications/lists.ts'
import { forms } from '../support/answers.ts'
import { at, decision, deletion, hold, note, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

/** Four people who differ in every searched property. */
const people = {
  priya: {
    applicantName: 'Priya Raman',
    applicantEmail: 'priya@x.example',
    companyName: 'Kolam Foods',
    answers: { idea: 'Saves 100% of the water_meter readings', founder: 'Priya Raman', skills: ['C++', 'fund raising'] },
  },
  prem: {
    applicantName: 'Prem O’Brien',
    applicantEmail: 'prem.obrien+kolam@mail.example',
    companyName: 'Brien & Sons "Rocket" Ltd',
    answers: { idea: '1000 water meters; 50 percent', phone: '+91 98400 12345', skills: ['C'] },
  },
  jose: {
    applicantName: 'José Ångström',
    applicantEmail: 'JOSE@UPPER.EXAMPLE',
    companyName: 'STRASSE waterXmeter',
    answers: { idea: 'Bäckerei an der Straße', owner: 'Ana D’Souza', deep: [{ er: ['Zanzibar'] }] },
  },
  kavitha: {
    applicantName: 'கவிதா தமிழ்',
    applicantEmail: 'kavitha@y.example',
    companyName: '',
    answers: { idea: 'தமிழ்நாடு முழுவதும் 中文搜索', file: { name: 'résumé-final.pdf', size: 1, type: 'application/pdf' } },
  },
} as const satisfies Record<string, Partial<Application>>

type Person = keyof typeof people

const cases: readonly (readonly [search: string, found: readonly Person[]])[] = [
  ['priya', ['priya']],
  ['PRIYA', ['priya']],
  ['pri', ['priya']],
  ['riya', []],
  ['priya@x.example', ['priya']],
  ['priya@x.exam', ['priya']],
  ['priya@y.example', []],
  ['x.example', ['priya']],
  ['@x.example', ['priya']],
  ['example', ['priya', 'prem', 'jose', 'kavitha']],
  ['raman priya', ['priya']],
  ['rama priya', []],
  ['priya rama', ['priya']],
  ['  priya \t raman\n', ['priya']],
  ['priya prem', []],
  ['kolam', ['priya', 'prem']],
  ['foods', ['priya']],
  ['fund raising', ['priya']],
  ['zanzibar', ['jose']],
  ['jose angstrom', ['jose']],
  ['JOSÉ', ['jose']],
  ['jose@upper.example', ['jose']],
  ['straße', ['jose']],
  ['strasse', ['jose']],
  ["o'brien", ['prem']],
  ['O’Brien', ['prem']],
  ['OBrien', ['prem']],
  ['dsouza', ['jose']],
  ["d'souza", ['jose']],
  ['D’Souz', ['jose']],
  ['dsou ana', []],
  ['ana dsou', ['jose']],
  ['"Rocket"', ['prem']],
  ['"rocket" ltd', ['prem']],
  ['"water meters"', ['prem']],
  ['"water meter"', []],
  ['"50 percent" 1000', ['prem']],
  ['"percent 50"', []],
  ['“priya raman”', ['priya']],
  ['"foods kolam"', []],
  ['brien, sons', ['prem']],
  ['98400', ['prem']],
  ['+91 98400 12345', ['prem']],
  ['தமிழ்', ['kavitha']],
  ['தமிழ்நா', ['kavitha']],
  ['கவிதா', ['kavitha']],
  ['中文', ['kavitha']],
  ['résumé-final.pdf', ['kavitha']],
  // Search has no wildcards and no operators.
  ['%', ['priya']],
  ['100%', ['priya']],
  ['10%', []],
  ['p%a', []],
  ['_', ['priya']],
  ['water_meter', ['priya']],
  ['water_', ['priya']],
  ['pr_ya', []],
  ['pri*', []],
  ['*', []],
  ['c++', ['priya']],
  ['"', ['prem']],
  ["'", ['prem', 'jose']],
  ['\\', []],
  ['priya or prem', []],
  ['priya OR prem', []],
  ['NOT priya', []],
  ['NEAR(priya raman)', []],
  ['applicant_name:priya', []],
  ['priya & raman', ['priya', 'prem'].slice(2) as Person[]],
  ['priya | prem', []],
  ['!priya', ['priya']],
  [':*', []],
  ["'; drop table applications; --", []],
  ['^priya', []],
  ['(priya)', ['priya']],
  ['\0', ['priya', 'prem', 'jose', 'kavitha']],
  ['', ['priya', 'prem', 'jose', 'kavitha']],
  ['   ', ['priya', 'prem', 'jose', 'kavitha']],
  ['\ud800', ['priya', 'prem', 'jose', 'kavitha']],
  [`${'very '.repeat(2000)}`, []],
]

export function searching(open: Open): void {
  it('finds words in any order and case, the last as a prefix, without wildcards', async () => {
    const { applications } = await open()
    const names = new Map<string, Person>()
    for (const [name, person] of Object.entries(people) as [Person, Partial<Application>][]) {
      const sent = submission({ submittedAt: at(-names.size), ...person })
      names.set(sent.change.application.id, name)
      await applications.add(sent)
    }
    const results: unknown[] = []
    for (const [search] of cases) {
      const page = await applications.list({ limit: 50, search })
      expect([search, page.total, page.totalCapped]).toEqual([search, page.applications.length, false])
      results.push([search, page.applications.map(({ id }) => names.get(id))])
    }
    expect(results).toEqual(cases)
  })

  it('finds a choice by its value and by its label, and nothing by notes', async () => {
    const { applications } = await open({ forms })
    const sent = submission({ formType: 'Accelerator', answers: { currentStage: 'mvp' } })
    await applications.add(sent)
    await applications.save(note(sent.change.application, 'secretly promising', at(1)))
    const total = async (search: string) => (await applications.list({ limit: 50, search })).total
    expect(await total('product in use')).toBe(1)
    expect(await total('mvp')).toBe(1)
    expect(await total('promising')).toBe(0)
  })

  it('stores answers that are too large for an index: long words and long texts', async () => {
    const { applications } = await open()
    const sent = submission({
      answers: {
        longWord: 'x'.repeat(10_000),
        many: Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' '),
        hangul: '한국어'.repeat(20_000),
        emoji: '👩‍👩‍👧‍👦'.repeat(10_000),
      },
    })
    await applications.add(sent)
    expect(await applications.byId(sent.change.application.id)).toEqual(sent.change.application)
    expect((await applications.list({ limit: 5, search: 'w9999 x' })).total).toBe(1)
    expect((await applications.list({ limit: 5, search: 'x'.repeat(250) })).total).toBe(1)
    expect((await applications.list({ limit: 5, search: '한국어한' })).total).toBe(1)
  })

  it('finds and counts by answered question, origin and day, with words and filters', async () => {
    const { applications, outbox } = await open()
    const sent = (
      [
        { answers: { website: 'https://a.example', idea: 'water' }, origin: { first: { source: 'LinkedIn', page: '/' } } },
        { answers: { website: ' ', idea: 'water' }, notes: 'call back', origin: { last: { referrer: 'news.example' } } },
        { answers: { website: '', skills: [], resume: { name: 'a.pdf' } }, formType: 'Contact', meetingAt: at(5) },
        { answers: { skills: ['water'], hearAboutUs: 'A friend, word of mouth', cohortPreference: 'cohort-6' }, total: 3.5 },
      ] as const
    ).map((overrides, n) => submission({ ...overrides, submittedAt: at(n), applicantEmail: `p${n}@x.example` }))
    for (const added of sent) await applications.add(added)
    const search = async (query: Omit<ListQuery, 'limit'>) => {
      const page = await applications.list({ limit: 50, ...query })
      expect(page.total).toBe(page.applications.length)
      expect(await applications.count({ limit: 1, ...query })).toBe(page.total)
      return page.applications.map(({ id }) => sent.findIndex(({ change }) => change.application.id === id)).join('')
    }
    expect(await search({ has: ['website'] })).toBe('0')
    expect(await search({ has: ['Skills'] })).toBe('3')
    expect(await search({ has: ['resume'] })).toBe('2')
    expect(await search({ has: ['notes'] })).toBe('1')
    expect(await search({ has: ['meeting'] })).toBe('2')
    expect(await search({ has: ['website', 'notes'] })).toBe('')
    expect(await search({ has: ['resume'], formType: 'Contact', status: 'pending', email: 'P2@x.example' })).toBe('2')
    expect(await search({ has: ['resume'], email: 'p1@x.example' })).toBe('')
    expect(await search({ source: 'linkedin' })).toBe('0')
    expect(await search({ source: 'news' })).toBe('1')
    expect(await search({ source: 'Word of MOUTH' })).toBe('3')
    expect(await search({ source: 'mouth', search: 'wat' })).toBe('3')
    expect(await search({ cohort: 'cohort-6' })).toBe('3')
    expect(await search({ cohort: 'cohort-66' })).toBe('')
    expect(await search({ isScored: true })).toBe('3')
    expect(await search({ isScored: false, search: 'water' })).toBe('10')
    expect(await search({ scores: [{ comparison: '>=', score: 3.5 }] })).toBe('3')
    expect(await search({ scores: [{ comparison: '>', score: 3.5 }] })).toBe('')
    expect(await search({ excluded: ['water'] })).toBe('2')
    expect(await search({ excluded: ['of mouth', 'a.pdf'], search: 'water' })).toBe('10')
    expect(await search({ excluded: ['mouth of'], search: 'water' })).toBe('310')
    expect(await search({ since: at(1), until: at(3) })).toBe('21')
    expect(await search({ search: 'water', since: at(1) })).toBe('31')
    expect(await search({ search: 'water', until: at(1) })).toBe('0')
    expect(await search({ search: 'water', since: at(9) })).toBe('')
    const [first, , third] = sent.map(({ change }) => change.application)
    await applications.save(decision(first as Application, 'approved', at(10)))
    await applications.save(note(third as Application, 'now', at(10)))
    expect(await search({ search: 'water', status: 'approved' })).toBe('0')
    expect(await search({ search: 'water', status: 'pending' })).toBe('31')
    expect(await search({ has: ['notes'] })).toBe('21')
    await undo({ applications, outbox }, String(first?.id), 'a', at(11), hold(10))
    expect(await search({ search: 'water', status: 'approved' })).toBe('')
    expect(await search({ search: 'water', status: 'pending' })).toBe('310')
    await applications.remove(String(first?.id), deletion(at(12)), at(13))
    expect(await search({ search: 'water' })).toBe('31')
    await applications.purge(at(14))
    expect(await search({ search: 'water' })).toBe('31')
  })
}
