import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormType } from '../../src/shared/form-types.ts'
import type { Json } from '../support/desk.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const apply = async (type: FormType, values: Json): Promise<string> => (await server.apply(type, values)).id
/** The export of a search. */
const csvOf = async (q: string): Promise<string> => (await server.fetch(`/api/applications/export?format=csv&q=${q}`)).text()
const search = async (q: string, more: Json = {}): Promise<readonly string[]> => {
  const { status, body } = await server.call(`/api/applications?${new URLSearchParams({ q, ...more })}`)
  expect([status, body.total]).toEqual([200, body.applications?.length])
  return body.applications.map(({ id }: Json) => id)
}

it('applies filters in the query, alone and with the filters of the list', async () => {
  const fund = await apply('FundRaise', { email: 'fund@words.example', competition: 'Nobody we know of' })
  const contact = await apply('Contact', { email: 'contact@words.example', message: 'zeppelin' })
  const studio = await apply('StartupStudio', { email: 'studio@words.example' })
  await server.call(`/api/applications/${contact}`, 'PATCH', { status: 'approved', notes: 'to call' })

  expect(await search('form:fund-raise')).toEqual([fund])
  expect(await search('form:"Fund Raise" is:pending')).toEqual([fund])
  expect(await search('is:approved')).toEqual([contact])
  expect(await search('zeppelin is:approved')).toEqual([contact])
  expect(await search('zeppelin is:pending')).toEqual([])
  expect(await search('has:notes')).toEqual([contact])
  expect(await search('has:competition form:FundRaise')).toEqual([fund])
  expect(await search('from:Studio@Words.example')).toEqual([studio])
  expect(await search('has:email', { form_type: 'StartupStudio' })).toEqual([studio])
  expect((await search('after:2020-01-01')).filter((id) => [studio, contact, fund].includes(id))).toEqual([studio, contact, fund])
  expect(await search('before:2020-01-01')).toEqual([])
  expect(await search('zeppelin after:2020-01-01 before:2999-12-31')).toEqual([contact])
  const lines = (await csvOf('form%3Acontact+has%3Anotes')).trim().split('\n')
  expect(lines.filter((line) => line.includes('@words.example'))).toHaveLength(1)
})

it('finds by total score, by cohort, and without a word', async () => {
  const startups = [
    { email: 'first@rank.example', companyName: 'Pump One', cohortPreference: 'cohort-6' },
    { email: 'second@rank.example', companyName: 'Pump "cohortPreference":"cohort-6"', cohortPreference: 'next' },
    { email: 'third@rank.example', companyName: 'Cold boxes pumped', cohortPreference: 'cohort-6' },
  ]
  const [high, low, none] = await Promise.all(startups.map((startup) => apply('Accelerator', startup)))
  const criteria = ['team', 'problem', 'traction', 'market', 'edge', 'fit']
  const score = async (id: unknown, criterion: string, value: number) =>
    server.call(`/api/applications/${id}/scores`, 'PUT', { criterion, score: value })
  for (const criterion of criteria) await score(high, criterion, 4)
  for (const criterion of criteria) await score(low, criterion, criterion === 'fit' ? 2 : 3)
  await score(none, 'team', 5)

  expect(await search('score:>=2.8', { order: 'score' })).toEqual([high, low])
  expect(await search('score:>2.9')).toEqual([high])
  expect(await search('score:<4')).toEqual([low])
  expect(await search('score:<=4 score:>3')).toEqual([high])
  expect(await search('score:4')).toEqual([high])
  expect((await search('is:scored')).toSorted()).toEqual([high, low].toSorted())
  expect(await search('is:unscored from:third@rank.example')).toEqual([none])
  expect(await search('is:unscored pump')).toEqual([none])
  expect(await search('cohort:next pump')).toEqual([low])
  expect((await search('cohort:6 form:accelerator')).toSorted()).toEqual([high, none].toSorted())
  expect(await search('form:accelerator -pump cohort:6')).toEqual([none])
  expect(await search('form:accelerator -"cold boxes" -one')).toEqual([low])
  expect(await search('"cold boxes" -"boxes cold"')).toEqual([none])
  // One with some scores comes before one without, though it is older.
  const newest = await apply('Accelerator', { email: 'fourth@rank.example' })
  expect(await search('form:accelerator sort:score')).toEqual([high, low, none, newest])
  expect((await search('form:accelerator sort:newest', { order: 'score' }))[0]).toBe(newest)
})

it('finds a telephone number in every spelling, and where a text mentions it', async () => {
  const own = await apply('Contact', { email: 'phone@words.example', phone: '+91 70123-12345', message: 'about lamps' })
  const mention = await apply('Contact', { email: 'mention@words.example', phone: '', message: 'call 70123 12345 about her' })
  const other = await apply('Contact', { email: 'other@words.example', phone: '+91 70123 12346', message: '12345 lamps' })
  for (const typed of [
    '7012312345',
    '+917012312345',
    '07012312345',
    '+91 70123 12345',
    '0091-70123-12345',
    '(70123) 12345',
    '௭௦௧௨௩௧௨௩௪௫',
  ])
    expect([typed, await search(typed)]).toEqual([typed, [own]])
  expect(await search('70123 12345')).toEqual([mention, own])
  expect(await search('70123 12346')).toEqual([other])
  expect(await search('7012312345 is:pending form:contact')).toEqual([own])
  expect(await search('7012312345 is:approved')).toEqual([])
  expect(await search('7012312345 form:accelerator')).toEqual([])
  expect(await search('"70123 12345"')).toEqual([mention])
  expect(await search('7012399999')).toEqual([])
  expect((await csvOf('7012312345')).match(/\w+@words\.example/g)).toEqual(['phone@words.example', 'phone@words.example'])
})

it('finds a name with an apostrophe in each spelling', async () => {
  const names = ["Sinead O'Brien", 'Sinead O’Brien', 'Sinead OBrien']
  const [typewriter, curly, none] = await Promise.all(
    names.map((name, n) => apply('Contact', { email: `sinead${n}@words.example`, name })),
  )
  expect((await search('OBrien')).toSorted()).toEqual([typewriter, curly, none].toSorted())
  for (const typed of ["O'Brien", 'O’Brien']) expect((await search(typed)).toSorted()).toEqual([typewriter, curly].toSorted())
})

it('finds a phrase in the quotation marks of every keyboard', async () => {
  const phrase = await apply('Contact', { email: 'phrase@words.example', message: 'we are an AI founder team' })
  const words = await apply('Contact', { email: 'apart@words.example', message: 'a founder of an AI team' })
  const marks = [
    '“AI founder”',
    '„AI founder“',
    '”AI founder”',
    '"AI founder"',
    '«AI founder»',
    '»AI founder«',
    '‹AI founder›',
    '« AI founder »',
  ]
  for (const typed of marks) expect([typed, await search(typed)]).toEqual([typed, [phrase]])
  expect(await search('founder AI')).toEqual([words, phrase])
  expect(await search('founder AI -«AI founder»')).toEqual([words])
})

it.each([
  ['🪔', {}, '🪔 cannot be searched: search for words or numbers.'],
  ['after:tomorrow', {}, 'after: needs a date, such as after:2026-01-31.'],
  ['sort:up', {}, 'sort: must be newest, due or score.'],
  [
    'is:lost',
    {},
    'is: must be one of pending, approved, rejected, pitch, withdrawn, late, asked, answered, scored, unscored, read, unread, starred, decided, offered, taken, declined or lapsed.',
  ],
  ['is:pending', { status: 'approved' }, 'No application is both approved and pending: remove one of them.'],
])('refuses %j with %j and gives the reason', async (q, more, message) => {
  for (const path of ['/api/applications', '/api/applications/export']) {
    const { status, body } = await server.call(`${path}?${new URLSearchParams({ q, ...more })}`)
    expect([status, body.code, body.details]).toEqual([400, 'FORM_VALIDATION_FAILED', { q: message }])
  }
})

it('links related applications with reason and differences, and marks duplicates', async () => {
  const company = { companyName: 'Marigold Mills Pvt Ltd', website: 'https://marigold.example' }
  const first = await apply('Accelerator', {
    ...company,
    email: 'a@marigold.example',
    phone: '+91 90000 11111',
    founderName: 'Uma Selvan',
    teamSize: '1',
  })
  const again = await apply('Accelerator', {
    ...company,
    email: 'uma@gmail.com',
    phone: '090000 11111',
    founderName: 'S. Uma Selvan',
    companyName: 'marigold mills',
    competition: 'Looms',
  })
  const other = await apply('Contact', { email: 'uma@gmail.com', message: 'hello' })
  await apply('Contact', { email: 'somebody@gmail.com', phone: '+91 91111 22222', message: 'hello' })
  const related = async (id: string) => {
    const { status, body } = await server.call(`/api/applications/${id}/related`)
    expect(status).toBe(200)
    return body.related.map((entry: Json) => [
      entry.application.id,
      entry.shared,
      entry.likely_duplicate,
      entry.changed.map(({ label }: Json) => label),
    ])
  }
  expect(await related(first)).toEqual([[again, ['phone', 'company', 'domain', 'name'], true, []]])
  const fromAgain = await related(again)
  expect(fromAgain.map(([id, shared, likely]: Json[]) => [id, shared, likely])).toEqual([
    [other, ['email'], false],
    [first, ['phone', 'company', 'domain', 'name'], true],
  ])
  expect(fromAgain[1][3]).toEqual(expect.arrayContaining(['Founder name', 'Email', 'Phone', 'Company name', 'Competition']))
  expect(fromAgain[1][3]).not.toContain('Website')
  await server.call(`/api/applications/${first}`, 'DELETE')
  expect((await related(again)).map(([id]: Json[]) => id)).toEqual([other])
  expect((await server.call('/api/applications/none/related')).status).toBe(404)
})

it('one name alone relates applications of one form, and makes no duplicate', async () => {
  const named = (formType: FormType, n: number) =>
    apply(formType, {
      founderName: 'Vetri Anbu',
      name: 'Vetri Anbu',
      email: `vetri${n}@mill${n}.example`,
      phone: `+91 9${n}000 2222${n}`,
      companyName: `Mill number ${n}`,
      website: `https://mill${n}.example`,
    })
  const [first, second] = [await named('Accelerator', 1), await named('Accelerator', 2)]
  await named('Contact', 3)
  const { body } = await server.call(`/api/applications/${first}/related`)
  expect(body.related.map((entry: Json) => [entry.application.id, entry.shared, entry.likely_duplicate])).toEqual([
    [second, ['name'], false],
  ])
})

it('does not relate students of one university, nor mark colleagues as duplicates', async () => {
  const from = (name: string, domain: string, more: Json = {}) =>
    apply('WorkForStartups', {
      firstName: name,
      lastName: `of ${name}`,
      email: `${name}@${domain}`.toLowerCase(),
      phone: `+91 9${String(name.length).repeat(4)} ${name.charCodeAt(0)}${name.charCodeAt(1)}`,
      ...more,
    })
  const students = []
  for (const name of ['Anand', 'Bhavana', 'Chandra', 'Dharini']) students.push(await from(name, 'univ.example'))
  const related = async (id = '') =>
    (await server.call(`/api/applications/${id}/related`)).body.related.map((entry: Json) => [
      entry.application.id,
      entry.shared,
      entry.likely_duplicate,
    ])
  expect(await related(students[0])).toEqual([])
  const [ezhil, farida] = [await from('Ezhil', 'small.example'), await from('Farida', 'small.example')]
  expect(await related(ezhil)).toEqual([[farida, ['domain'], false]])
})
