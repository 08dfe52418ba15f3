import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { quarantineLife } from '../src/applications/quarantine.ts'
import { pages } from '../src/content/content.ts'
import { maxAgeMs } from '../src/form-view/device-store.ts'
import { readConfig, settings } from '../src/server/config.ts'
import { loadSite } from '../src/server/pages/load.ts'
import { processorsText } from '../src/server/pages/processors.ts'
import { day } from '../src/shared/dates.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** A duty of people in docs/operations-reference.md. */
const duty = (text: string) => ['docs/operations-reference.md', text] as const
const law = duty('`/privacy` makes promises that people must keep')

/**
 * Each sentence of the notice by its first words, and its evidence: the title of a test in a file, or a duty of people in the guide.
 */
const evidence: readonly (readonly [first: string, file: string, text: string])[] = [
  ['Kolam Example Private Limited', ...law],
  ['Under India’s', ...law],
  ['Questions, requests and complaints', ...duty('is named in `content/pages/privacy.yaml`')],
  ['You get an answer within 7 days', ...duty('Act on a request to see, correct or delete data within 7 days')],
  ['What you write in a form', 'tests/http/intake.test.ts', ''],
  ['Together with it we keep the time', 'tests/http/provenance.test.ts', ''],
  ['If it looks like spam, we keep why', 'tests/http/quarantine.test.ts', 'reasons'],
  ['If you ask to hear about a cohort', 'src/features/openings/store.test.ts', ''],
  ['We delete it with the email', 'src/features/openings/store.test.ts', 'deleted after 3 days, a confirmed one after 2 years'],
  ['We don’t use it for anything else', ...law],
  ['No machine decides about you', 'tests/http/quarantine.test.ts', 'release'],
  ['There are no trackers', 'tests/browser/site-pages.test.ts', 'filter((url) => !url.startsWith(server().url))'],
  ['We count how often each page', 'src/features/insights/visits.test.ts', 'forms that are begun and sent, by page and day'],
  ['That is a number for a page', 'src/features/insights/visits.test.ts', 'in both languages, what is counted'],
  ['The only cookie for visitors', 'tests/http/private-page.test.ts', 'Max-Age=2592000; Path=/my; HttpOnly; SameSite=Lax'],
  ['The map on the contact page', 'tests/browser/site.test.ts', 'the map contacts OpenStreetMap only after a click'],
  ['If you take a place in a programme', 'src/features/offers/requests.test.ts', 'opens the requests of its cohort'],
  ['The people here', 'tests/http/routes.test.ts', 'every route that is not public answers 401'],
  ['{processors}', 'tests/privacy.test.ts', 'names the companies in the settings'],
  ['An introduction to an investor', ...duty("An introduction needs the applicant's consent")],
  ['Our site shows your company', 'src/features/cards/cards.test.ts', 'without consent nothing is published'],
  ['You can take your yes back', ...duty('draft the removal and publish it within 7 days')],
  ['To learn which of our emails', 'tests/browser/forms-arrival.test.ts', 'is sent with the form: first and last arrival'],
  ['The note is in the session storage', 'tests/browser/forms-arrival.test.ts', 'no cookie, nothing beyond the tab'],
  ['It isn’t a cookie', 'tests/browser/forms-arrival.test.ts', 'no cookie, nothing beyond the tab'],
  ['It decides nothing', 'tests/http/provenance.test.ts', ''],
  ['While you fill in a form', 'tests/browser/forms-drafts.test.ts', 'a draft survives a reload, its file too'],
  ['It stays on your device', 'tests/browser/forms-drafts.test.ts', 'Clear empties the form, deletes the draft'],
  ['A submission that couldn’t be delivered', 'tests/browser/forms-waiting.test.ts', 'a submission stays queued until'],
  ['Some browsers deliver it', 'tests/browser/forms-background.test.ts', 'when no page of ours is open any more'],
  [
    'If you press Continue on another device',
    'src/features/shared-drafts/shared-drafts.test.ts',
    'a draft ends 3 days after its last save',
  ],
  ['Applications and inquiries: two years', ...duty('the applications whose retention period is over')],
  ['If you join a programme', ...duty('The admin erases these applications')],
  ['Nothing deletes itself', 'tests/contract/quarantining.ts', 'by hand, and all after 30 days, and nothing else'],
  ['Every January', ...duty('at least every January')],
  ['Our forms are for people of 18', ...duty('under 18')],
  ['If you are younger', ...duty('under 18')],
  ['If we learn that we hold', ...duty('under 18')],
  ['On your own page', 'src/features/persons/persons.test.ts', 'contains answers, earlier ones, letters and files'],
  ['As long as nothing is decided', 'tests/http/changing-answers.test.ts', 'the text comes back when the deadline passes'],
  ['Or write to us from the address', ...duty('Act on a request to see, correct or delete data')],
  ['We act within 7 days', ...duty('Act on a request to see, correct or delete data within 7 days')],
  ['{deletion}', 'src/features/persons/erasure.test.ts', 'nine deleted applications leave no byte on disk'],
  ['If there is a copy in a spreadsheet', 'tests/sheets/deleting.test.ts', 'removes the row'],
  ['What remains are emails already sent', 'src/features/persons/erasure.test.ts', 'no backup and no sheet restores a person'],
  ['Withdrawing is as easy', 'tests/http/withdrawing.test.ts', ''],
  ['If our answer doesn’t satisfy you', ...law],
]

const sentences = pages.privacy.sections.flatMap(({ paragraphs }) =>
  paragraphs.flatMap(
    (paragraph) => paragraph.replaceAll(/(\{processors\}|\{deletion\}) /g, '$1. ').match(/\S.*?[.?!](?=\s|$)/gs) ?? [],
  ),
)

describe('the privacy notice', () => {
  it('has evidence for each sentence: a test, or a duty in the guide', () => {
    const counts = sentences.map((sentence) => [sentence, evidence.filter(([first]) => sentence.startsWith(first)).length])
    expect(counts.filter(([, count]) => count !== 1)).toEqual([])
    expect(evidence.filter(([first]) => !sentences.some((sentence) => sentence.startsWith(first)))).toEqual([])
    expect(evidence.filter(([, file, text]) => !existsSync(path.join(root, file)) || !read(file).includes(text))).toEqual([])
  })

  it('promises the periods that the program has', () => {
    const text = sentences.join(' ')
    expect([maxAgeMs, quarantineLife]).toEqual([30 * day, 30 * day])
    // the longest hold of a deletion, and that of an erased person, in milliseconds
    expect(settings.DECISION_HOLD_S.read.safeParse('86401').success).toBe(false)
    const backups = ['integrations/debian/kolam-backup.service', 'integrations/docker/compose.yaml'].map(read)
    expect(backups.map((unit) => unit.includes('--keep 90d'))).toEqual([true, true])
    expect(text).toContain('for 90 days at most')
  })

  it('has a new version if its text is new', () => {
    const { notice, person, sections } = pages.privacy
    const text = createHash('sha256')
      .update(JSON.stringify([notice.text, person.role, sections]))
      .digest('hex')
      .slice(0, 16)
    expect([notice.version, text]).toEqual(['2026-11-29', '46a392fe7c7012f7'])
  })
})

describe('the privacy page', () => {
  const page = (processors?: string): string =>
    new TextDecoder().decode(
      loadSite(
        path.join(root, 'dist/pages'),
        'https://kolam.example',
        processors === undefined ? undefined : () => processors,
      ).get('/privacy')?.bytes,
    )

  it.each([
    [{}, 'No mail leaves this server. No other company stores what you send.'],
    [
      { SMTP_URL: 'smtp://asha:hush@mail.post.in:587', SHEET_URL: 'https://script.google.com/macros/s/hush/exec?key=hush' },
      'Our mail is sent by mail.post.in. A copy of each submission is in a spreadsheet at Google (script.google.com).',
    ],
    [
      { RESEND_API_KEY: 're_hush', SHEET_URL: 'https://sheet.in/hush' },
      'Our mail is sent by Resend (resend.com). A copy of each submission is in a spreadsheet at sheet.in.',
    ],
    [
      { SMTP_URL: 'smtp://127.0.0.1:25', SHEET_URL: 'http://localhost/hush' },
      'Our own server sends our mail. A copy of each submission is in a spreadsheet on our own server.',
    ],
  ])('names the companies in the settings, and no secret: %j', (environment, text) => {
    const html = page(processorsText(readConfig(environment)))
    expect(html).toContain(text)
    expect(html).not.toMatch(/hush|\{(processors|person)\}/)
  })

  it('says what deleting means', () => expect(page()).toContain('gone for good within two days: your answers'))

  it('names the person who reads requests', () => {
    const { name, role } = pages.privacy.person
    expect(page()).toContain(`${name}, ${role}`)
  })
})
