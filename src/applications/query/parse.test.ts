import { expect, it } from 'vitest'
import { parseQuery, phrases, plainWords } from './parse.ts'

it.each([
  ['', {}],
  ['water meter', { search: 'water meter' }],
  ['is:pending', { status: 'pending' }],
  ['is:late', { status: 'pending', late: true }],
  ['due:today', { status: 'pending', due: 'today' }],
  ['Due:WEEK is:late is:pending water', { status: 'pending', due: 'week', late: true, search: 'water' }],
  ['IS:Pitch water', { status: 'pitch', search: 'water' }],
  ['water form:work-for-startups meter', { formType: 'WorkForStartups', search: 'water meter' }],
  ['form:"Startup Studio"', { formType: 'StartupStudio' }],
  ['form:investors', { formType: 'Investor' }],
  ['after:2026-01-01', { since: new Date('2025-12-31T18:30:00Z') }],
  ['before:2026-02-01', { until: new Date('2026-01-31T18:30:00Z') }],
  ['has:website has:aiIntegration', { has: ['website', 'aiintegration'] }],
  ['has:notes', { has: ['notes'] }],
  ['source:LinkedIn', { source: 'LinkedIn' }],
  ['source:"word of mouth" source:chennai', { source: 'word of mouth chennai' }],
  ['from:Priya@X.example', { email: 'priya@x.example' }],
  ['email:priya@x.example', { email: 'priya@x.example' }],
  ['https://x.example re: water is 10:30', { search: 'https://x.example re: water is 10:30' }],
  ['is:scored water', { isScored: true, search: 'water' }],
  ['is:unscored', { isScored: false }],
  ['is:Unread is:unread', { isRead: false }],
  ['is:starred is:scored', { isStarred: true, isScored: true }],
  [
    'score:>=3.5 score:<5',
    {
      scores: [
        { comparison: '>=', score: 3.5 },
        { comparison: '<', score: 5 },
      ],
    },
  ],
  ['score: 4', { scores: [{ comparison: '=', score: 4 }] }],
  ['cohort:6', { cohort: 'cohort-6' }],
  ['Cohort:"Cohort 7" cohort:cohort-7', { cohort: 'cohort-7' }],
  ['cohort:next', { cohort: 'next' }],
  ['water -pump -"cold boxes" -e-mail', { search: 'water', excluded: ['pump', 'cold boxes', 'e-mail'] }],
  ['"re:water" "-is:rejected"', { search: '"re:water" "-is:rejected"' }],
  ['e-mail - -5', { search: 'e-mail - -5' }],
  ['"is:pending"', { search: '"is:pending"' }],
  ['is:pending is:pending', { status: 'pending' }],
  ['is:pending. water', { status: 'pending', search: 'water' }],
  ['is: pending from: priya@x.example, water', { status: 'pending', email: 'priya@x.example', search: 'water' }],
  ['₹5 lamp™ AI – health', { search: '₹5 lamp™ AI – health' }],
])('reads %j', (typed, query) => {
  expect(parseQuery(typed)).toEqual({ ok: true, value: query })
})

const filters = 'The filters are is: form: after: before: due: has: source: score: sort: cohort: from: committee:.'
const scoreFault = 'score: needs a number from 1 to 5, such as score:>=3.5, score:<3 or score:4.'
const minus = 'A minus excludes words and phrases, no filters.'

it.each([
  [
    'is:accepted',
    'is: must be one of pending, approved, rejected, pitch, withdrawn, late, asked, answered, scored, unscored, read, unread, starred, decided, offered, taken, declined or lapsed.',
  ],
  ['🪔', '🪔 cannot be searched: search for words or numbers.'],
  ['lamp ₹', '₹ cannot be searched: search for words or numbers.'],
  [
    'is: form:contact',
    'is: must be one of pending, approved, rejected, pitch, withdrawn, late, asked, answered, scored, unscored, read, unread, starred, decided, offered, taken, declined or lapsed.',
  ],
  [
    'is:',
    'is: must be one of pending, approved, rejected, pitch, withdrawn, late, asked, answered, scored, unscored, read, unread, starred, decided, offered, taken, declined or lapsed.',
  ],
  ['is:approved is:late', 'No application is both approved and late: remove one of them.'],
  ['due:tomorrow', 'due: must be today or week.'],
  ['due:today due:week', 'due: can be used once.'],
  ['is:rejected due:week', 'No application that is rejected is due: remove one of them.'],
  ['form:x', 'form: needs the name of a form, such as form:accelerator or form:contact.'],
  ['after:tomorrow', 'after: needs a date, such as after:2026-01-31.'],
  ['after:2026-02-30', 'after: needs a date, such as after:2026-01-31.'],
  ['before:2026-1-1', 'before: needs a date, such as before:2026-01-31.'],
  ['before:2026-01-01 before:2026-01-02', 'before: can be used once.'],
  ['has:wings', 'has: needs the name of a question, such as has:website, has:resume or has:notes.'],
  ['source:""', 'source: needs where they heard of us, such as source:linkedin.'],
  ['from:priya', 'from: takes a complete address, such as from:name@example.in.'],
  ['rank:3', `rank: is not a search filter. ${filters} To search for the text itself, put it in quotation marks: "rank:3".`],
  ['score:', scoreFault],
  ['score:0.5', scoreFault],
  ['score:=>3', scoreFault],
  ['score:6', scoreFault],
  ['score:3.55', scoreFault],
  ['score:>= 3', scoreFault],
  ['cohort:-', 'cohort: needs a cohort of the form, such as cohort:6 or cohort:next.'],
  ['cohort:6 cohort:7', 'cohort: can be used once.'],
  ['is:unread is:read', 'No application is both unread and read: remove one of them.'],
  ['is:scored is:unscored', 'No application is both scored and unscored: remove one of them.'],
  [
    'toString:y',
    `toString: is not a search filter. ${filters} To search for the text itself, put it in quotation marks: "toString:y".`,
  ],
  ['-is:rejected', `${minus} To search for the text itself, put it in quotation marks: "-is:rejected".`],
  ['is:pending is:pitch', 'No application is both pending and pitch: remove one of them.'],
])('reports the fault of %j', (typed, fault) => {
  expect(parseQuery(typed)).toEqual({ ok: false, fault })
})

it('adds to the filters of the list, and reports a contradiction', () => {
  expect(parseQuery('is:pending water', { formType: 'Contact', status: 'pending' })).toEqual({
    ok: true,
    value: { formType: 'Contact', status: 'pending', search: 'water' },
  })
  expect(parseQuery('form:investor', { formType: 'Contact' })).toEqual({
    ok: false,
    fault: 'No application comes from two forms, Contact and Investor: remove one of them.',
  })
})

it('returns the plain words, which the desk highlights', () => {
  expect(plainWords('is:pending water "meter" -pump')).toBe('water "meter"')
  expect(plainWords('after:tomorrow water')).toBe('after:tomorrow water')
})

it('keeps a phrase together', () => {
  expect(phrases('water "cold boxes" ""  meter')).toEqual(['water', 'cold boxes', 'meter'])
})
