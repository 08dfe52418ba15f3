import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangesResponse } from '../../src/api/site-content.ts'
import { siteRoutes } from '../../src/features/editing/api.ts'
import { type App, openApp } from '../support/app.ts'
import { rows } from '../support/rows.ts'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app?.remove())

type Field = readonly (string | number)[]

const posts = 'posts/complete-guide-building-mvp.md'

/**
 * A document, a field, its wrong value (undefined: the field is left out), the beginning of the message, and the field that shows it, if that is
 * another one.
 */
const mistakes: readonly (readonly [string, Field, unknown, string, Field?])[] = [
  ['cohorts.yaml', [1, 'applicationDeadline'], '2025-02-30', 'Apply by should be a day such as 2026-01-15'],
  ['cohorts.yaml', [1, 'applicationDeadline'], '15 Dec 2025', 'Apply by should be a day such as 2026-01-15'],
  ['cohorts.yaml', [1, 'applicationDeadline'], '', 'Apply by is empty: choose a day'],
  ['cohorts.yaml', [1, 'applicationDeadline'], undefined, 'Apply by is missing'],
  [
    'cohorts.yaml',
    [1, 'applicationDeadline'],
    '2026-02-15',
    'Cohort 6 closes for applications on 2026-02-15, after it starts on 2026-01-15',
  ],
  ['cohorts.yaml', [1, 'status'], 'Open', 'Status should be one of "Closed", "Apply Now", "Coming Soon"'],
  ['cohorts.yaml', [1, 'label'], '', 'Label is empty'],
  ['cohorts.yaml', [1, 'label'], 'Cohort 5', 'there are two cohorts of the name "Cohort 5"'],
  ['cohorts.yaml', [2, 'opensOn'], 'soon', 'Opens on should be a day such as 2026-01-15'],
  ['cohorts.yaml', [2, 'opensAt'], '25:00', 'Opens at should be an hour such as 10:00'],
  ['cohorts.yaml', [1, 'deadline'], '2025-12-15', 'Deadline is not a valid key here'],
  ['faq.yaml', [0, 'question'], '  ', 'Question is empty'],
  ['faq.yaml', [0, 'answer'], undefined, 'Answer is missing'],
  [
    'faq.yaml',
    [0, 'answer'],
    'See {facts.nothing}.',
    '{facts.nothing} is neither a value of content/facts.yaml or content/site.yaml nor an amount such as {amount.$50K}',
  ],
  ['faq.yaml', [0, 'answer'], 7, 'Answer should be text'],
  ['team.yaml', [0, 'name'], '', 'Name is empty'],
  [
    'team.yaml',
    [0, 'image'],
    'revathi.png',
    'content/portraits/revathi.png does not exist. Put the picture there, or correct its name',
  ],
  [
    'team.yaml',
    [0, 'image'],
    '../secret.svg',
    'Image should be a file name in small letters such as priya-ramesh.jpg (svg, jpg, png, webp or avif)',
  ],
  ['team.yaml', [0, 'linkedin'], 'linkedin', 'Linkedin should be a complete address such as https://social.example/kolam'],
  [
    'team.yaml',
    [0, 'linkedin'],
    'javascript:alert(1)',
    'Linkedin should be a complete address such as https://social.example/kolam',
  ],
  ['team.yaml', [0, 'email'], 'revathi at kolam', 'Email should be an e-mail address such as hello@kolam.example'],
  ['mentors.yaml', [0, 'expertise'], [], 'Expertise needs at least 1 entry'],
  ['mentors.yaml', [0, 'companies'], 'Thuligal Water', 'Companies should be a list'],
  ['mentors.yaml', [0, 'image'], undefined, 'Image is missing'],
  ['mentors.yaml', [1, 'name'], 'Lakshmi Thirumurthy', 'there are two mentors of the name "Lakshmi Thirumurthy"'],
  ['cohorts.yaml', [2, 'label'], 'Cohort 6', 'there are two cohorts of the name "Cohort 6"'],
  [
    'portfolio.yaml',
    [0, 'website'],
    'kanakku-lens.example',
    'Website should be a complete address such as https://social.example/kolam',
  ],
  [
    'portfolio.yaml',
    [0, 'logo'],
    'none.svg',
    'content/logos/none.svg does not exist. Put the picture there, or correct its name',
  ],
  ['portfolio.yaml', [0, 'description'], '', 'Description is empty'],
  ['pages/home.yaml', ['meta', 'description'], 'Too short.', 'Description needs at least 50 characters'],
  ['pages/home.yaml', ['meta', 'description'], 'x'.repeat(300), 'Description needs at most 160 characters'],
  ['pages/home.yaml', ['hero', 'title'], null, 'Title is empty'],
  ['pages/home.yaml', ['second', 'to'], '/aply', 'a link leads to /aply, and this page does not exist', ['second']],
  ['pages/contact.yaml', ['photo'], { file: 'hall.jpg', alt: '' }, 'What it shows is empty', ['photo', 'alt']],
  ['programs/accelerator.yaml', ['features'], [], 'What participants get needs at least 3 entries'],
  [
    'programs/accelerator.yaml',
    ['hero', 'text'],
    'We answer within {promises.Nobody}.',
    '{promises.Nobody} is not a form; the forms are',
  ],
  ['facts.yaml', ['perDollar'], -1, 'What a dollar costs should be at least 0'],
  ['facts.yaml', ['perDollar'], 'ninety', 'What a dollar costs should be a number'],
  ['facts.yaml', ['confirmed'], 'yes', 'Confirmed should be true or false'],
  ['stats.yaml', ['home'], Array(5).fill({ value: '1', label: 'a' }), 'Home needs at most 4 entries'],
  ['promises.yaml', ['answers', 'Contact'], 'soon', 'Contact should be a time such as 24 hours, 1 week or 2-3 business days'],
  ['promises.yaml', ['delay'], '0 days', 'Delay should be a time such as 24 hours, 1 week or 2-3 business days'],
  ['promises.yaml', ['morningLetter'], '8.30', 'Morning letter should be an hour such as 08:30, or off'],
  ['promises.yaml', ['holidays', '2026-13-01'], 'No such day', '2026 13 01 should be a day such as 2026-01-15'],
  ['promises.yaml', ['keep', 'Contact'], 'for ever', 'Contact should be a time such as 18 months or 2 years'],
  ['site.yaml', ['zone'], 'Chennai', 'Time zone should be a time zone such as Europe/Lisbon'],
  ['site.yaml', ['currency'], 'Rupees', 'Currency should be three letters of a currency such as EUR'],
  ['site.yaml', ['phone', 'dial'], '98400 12345', 'Dial should be a plus sign and 8 to 15 digits'],
  ['site.yaml', ['email'], 'hello', 'Email should be an e-mail address such as hello@kolam.example'],
  ['site.yaml', ['office', 'latitude'], 130, 'Latitude should be at most 90'],
  ['site.yaml', ['navigation', 0, 'to'], '/studio', 'a link leads to /studio, and this page does not exist', ['navigation', 0]],
  ['site.yaml', ['footer'], [], 'Footer needs at least 1 entry'],
  ['mail/approval.yaml', ['subject'], '', 'Subject is empty'],
  [
    'mail/approval.yaml',
    ['subject'],
    'Good news, {founder}',
    'Subject uses {founder}, which this message does not have; it can use',
  ],
  ['mail/approval.yaml', ['body', 0], 'Dear {applicantName', 'The letter must use {applicantName}', ['body']],
  ['mail/reasons.yaml', ['too_early', 'forms', 0], 'Studio', 'Forms 1 should be one of "Accelerator"'],
  ['replies.yaml', [0, 'text'], '', 'Text is empty'],
  ['rubrics.yaml', ['criteria', 'team', 'weight'], 0, 'Weight should be at least 1'],
  [posts, ['slug'], 'Building an MVP', 'Address should be small letters, digits and single hyphens'],
  [posts, ['date'], '12 May 2025', 'Date should be a day such as 2026-01-15'],
  [posts, ['tags'], [], 'Tags needs at least 2 entries'],
  [posts, ['excerpt'], 'Short.', 'Excerpt needs at least 80 characters'],
  [
    posts,
    ['body'],
    '# A heading that is too large\n\nText.',
    'a heading with one # (the title is the only one; use ## or ###) is not supported in posts (line 1 of the text)',
  ],
  [posts, ['body'], 'A [link](/nowhere).', 'a link leads to /nowhere, and this page does not exist (line 1 of the text)'],
  [posts, ['body'], 'Text <script>alert(1)</script>.', 'HTML is not supported in posts (line 1 of the text)'],
]

/** The first of each document, and those that another field shows: a case checks the whole site three times. All of them in the drills. */
const chosen = mistakes.filter(([file], at) => mistakes[at]?.[4] !== undefined || mistakes[at - 1]?.[0] !== file)

describe('a mistake is named at its field', () => {
  const title = ([file, field, wrong]: (typeof mistakes)[number]): string =>
    `${file} ${field.join('.')}: ${JSON.stringify(wrong)?.slice(0, 24)}`
  it.each(rows(mistakes, chosen).map((mistake) => [title(mistake), ...mistake] as const))(
    '%s',
    async (_, file, field, wrong, message, at = field) => {
      const path = `content/${file}`
      const { document } = (await app.call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`)).body
      const value = structuredClone(document.value) as any
      const parent = field.slice(0, -1).reduce((group, part) => (group[part] ??= {}), value)
      const last = field.at(-1) ?? ''
      if (wrong === undefined) delete parent[last]
      else parent[last] = wrong
      const saved = (await app.call(siteRoutes.saveSiteDocument.path, 'PUT', { path, value, revision: document.revision })).body
        .document
      const { faults }: ChangesResponse = (await app.call(siteRoutes.siteChanges.path)).body
      const publish = { drafts: { [path]: saved.revision }, note: '', dueAt: null }
      const refused = await app.call(siteRoutes.publishSite.path, 'POST', publish)
      await app.call(siteRoutes.discardSiteDraft.path, 'POST', { path, revision: saved.revision })
      expect(refused.body).toMatchObject({ success: false, code: 'FORM_VALIDATION_FAILED' })
      // Links between documents are checked when the drafts are to be published.
      const named = [...saved.faults, ...faults.filter((fault) => fault.path === path)]
      expect(named.map((fault) => `${fault.field.join('.')}: ${fault.message}`)).toContainEqual(
        expect.stringContaining(`${at.join('.')}: ${message}`),
      )
    },
  )
})
