import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { type App, openApp } from '../../../tests/support/app.ts'
import { at, submission } from '../../../tests/support/submissions.ts'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import type { ChangedDocument, EditableDocument } from '../../api/site-content.ts'
import { yamlFiles } from '../../content/files.ts'
import { type SiteResponse, siteRoutes, type TextHit } from './api.ts'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.remove()
})

const cohorts = 'content/cohorts.yaml'
const faq = 'content/faq.yaml'
const team = 'content/team.yaml'
const post = 'content/posts/complete-guide-building-mvp.md'

/** A desk in which somebody is signed in. */
async function desk(options: Parameters<typeof openApp>[0] = {}) {
  const app = await openApp(options)
  apps.push(app)
  const { call } = app
  const open = async (path: string): Promise<EditableDocument> =>
    (await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`)).body.document
  const save = (path: string, draft: object, revision: number) =>
    call(siteRoutes.siteDocument.path, 'PUT', { path, revision, ...draft })
  const publish = (drafts: Readonly<Record<string, number>>, more: object = {}) =>
    call(siteRoutes.publishSite.path, 'POST', { drafts, note: 'Spring', ...more })
  const list = async (): Promise<SiteResponse> => (await call(siteRoutes.site.path)).body
  const state = async (path: string) => (await list()).documents.find((document) => document.path === path)?.state
  const published = () => app.storage.edits.published()
  return { app, call, open, save, publish, list, state, published }
}

/** A copy of a value in which one field is another. */
function edited(value: unknown, field: readonly (string | number)[], to: unknown): unknown {
  const copy = structuredClone(value)
  const parent = field.slice(0, -1).reduce((group: any, part) => group[part], copy) as any
  const last = field.at(-1) as string
  if (to === undefined) delete parent[last]
  else parent[last] = to
  return copy
}

describe('documents', () => {
  it('are listed by the names that people use, with their state', async () => {
    const { list, call, app } = await desk()
    const { documents, revision, publishes } = await list()
    expect([revision, publishes]).toEqual([0, []])
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining([...Object.keys(yamlFiles), post]))
    expect([...new Set(documents.map(({ group }) => group))].join(', ')).toBe(
      'Cohorts, People, Companies, Posts, Pages, Questions and answers, Figures, Forms, Letters, Promises, Rubrics, Who we are',
    )
    expect(documents.find(({ path }) => path === cohorts)).toEqual({
      ...{ path: cohorts, group: 'Cohorts', name: 'Cohorts', state: 'built', placeholder: false, waiting: [], savedAt: null },
      page: '',
      entries: [
        { name: 'Cohort 5', about: 'Closed', picture: '' },
        { name: 'Cohort 6', about: 'Apply Now', picture: '' },
        { name: 'Cohort 7', about: 'Coming Soon', picture: '' },
      ],
    })
    // As in the menu, then as in the footer.
    expect(documents.flatMap(({ group, page }) => (group === 'Pages' ? [page] : [])).slice(0, 6)).toEqual([
      ...['/', '/startup-studio', '/fund-raise', '/accelerator', '/portfolio', '/apply'],
    ])
    expect(documents.filter(({ placeholder }) => placeholder).map(({ name }) => name)).toEqual([
      ...['Mentors', 'Team', 'Companies', 'Privacy', 'Claims', 'Rows of figures', 'Name, city, zone, links', 'The deal'],
    ])
    expect((await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent('content/none.yaml')}`)).status).toBe(404)
    expect((await app.request(siteRoutes.site.path)).status).toBe(401)
    expect((await app.request(siteRoutes.publishSite.path, { method: 'POST', body: '{}' })).status).toBe(401)
  })

  it('are found by their words, and by those of their place', async () => {
    const { call, open, save } = await desk()
    const found = async (words: string) => {
      const { body } = await call(`${siteRoutes.findSiteTexts.path}?q=${encodeURIComponent(words)}`)
      return (body.hits as TextHit[]).map(({ path, field, label, text }) => [path, JSON.stringify(field), label, text])
    }
    expect((await found('date of cohort 7')).slice(0, 2)).toEqual([
      [cohorts, '[2,"startDate"]', 'Cohort 7 · Starts on', '15 March 2026'],
      [cohorts, '[2,"applicationDeadline"]', 'Cohort 7 · Apply by', '15 February 2026'],
    ])
    expect((await found('lakshmi'))[0]).toEqual([
      ...['content/mentors.yaml', '[0,"name"]', 'Lakshmi Thirumurthy · Name', 'Lakshmi Thirumurthy'],
    ])
    expect(await found('of the')).not.toEqual([])
    expect(await found('quetzalcoatl')).toEqual([])
    // What is typed is found, not what it replaces.
    const { value, revision } = await open(cohorts)
    const [first, second, last] = value as readonly Readonly<Record<string, unknown>>[]
    await save(cohorts, { value: [first, second, { ...last, label: 'Cohort Quetzalcoatl' }] }, revision)
    expect((await found('quetzalcoatl'))[0]?.[3]).toBe('Cohort Quetzalcoatl')
  })

  it('have the fields, hints and limits of the schema that the build checks', async () => {
    const { open } = await desk()
    const { schema, value, faults, revision } = await open(cohorts)
    expect(schema.items?.properties?.applicationDeadline).toEqual({
      type: 'string',
      format: 'date',
      title: 'Apply by',
      description: 'The last day for applications.',
    })
    expect(schema.items?.properties?.grace).toMatchObject({ type: 'integer', minimum: 0, maximum: 1440 })
    expect(schema.items?.required).toEqual(['label', 'startDate', 'applicationDeadline', 'status'])
    expect(value).toMatchObject([{ label: 'Cohort 5' }, { label: 'Cohort 6' }, { label: 'Cohort 7' }])
    expect([faults, revision]).toEqual([[], 0])
    // The short form of an entry, `50+: startups`, has the two fields of its schema.
    expect((await open('content/stats.yaml')).value).toMatchObject({ home: [{ value: '50+', label: 'startups' }, {}, {}, {}] })
    expect((await open(post)).schema.properties?.body).toMatchObject({ format: 'markdown' })
  })

  it('are saved without the signs of slides and chats that nobody sees', async () => {
    const { open, save } = await desk()
    const { value, text } = await open(post)
    const copied = edited(
      edited(value, ['excerpt'], `${'A line of a slide,\u000bits second half, and a bell\u0007. '.repeat(2)}`),
      ['body'],
      'One\u000btwo\u0000.\n',
    )
    const { document } = (await save(post, { value: copied }, 0)).body
    expect([document.faults, document.value.body]).toEqual([[], 'One two.\n'])
    expect(document.value.excerpt).toBe('A line of a slide, its second half, and a bell. '.repeat(2))
    const again = (await save(post, { text: text.replace(/^title: .*$/m, 'title: A\u001b title') }, 1)).body.document
    expect([again.faults, again.value.title]).toEqual([[], 'A title'])
  })

  it('keep comments, order and short forms when a value changes', async () => {
    const { open, save } = await desk()
    const before = (await open(cohorts)).text
    const after = (
      await save(cohorts, { value: edited((await open(cohorts)).value, [1, 'applicationDeadline'], '2025-12-29') }, 0)
    ).body
    expect(after.document.text).toBe(before.replace('2025-12-15', '2025-12-29'))
    const stats = await open('content/stats.yaml')
    const changed = await save('content/stats.yaml', { value: edited(stats.value, ['home', 0, 'value'], '60+') }, 0)
    expect(changed.body.document.text.split('\n').slice(0, 3)).toEqual(stats.text.replace('50+', '60+').split('\n').slice(0, 3))
    const [first, ...rest] = (await open(faq)).value as object[]
    const moved = await save(faq, { value: [...rest, first] }, 0)
    expect(moved.body.document.value).toEqual([...rest, first])
    expect(moved.body.document.text).toMatch(/^# What founders ask before they apply/)
    const article = await open(post)
    const body = await save(post, { value: edited(article.value, ['body'], 'Short.\n') }, 0)
    expect(body.body.document.text).toBe(article.text.replace(/(---\n[\s\S]*?\n---\n)[\s\S]*/, '$1Short.\n'))
  })
})

describe('a publish', () => {
  it('makes a draft the text of the site, and names who and what', async () => {
    const { open, save, publish, published, call, list, state } = await desk()
    const value = edited((await open(cohorts)).value, [1, 'applicationDeadline'], '2025-12-29')
    expect((await save(cohorts, { value }, 0)).body.document).toMatchObject({ revision: 1, state: 'draft', faults: [] })
    const moved = {
      ...{ field: [1, 'applicationDeadline'], label: 'Cohort 6 · Apply by' },
      ...{ before: '15 December 2025', after: '29 December 2025' },
    }
    expect((await call(siteRoutes.siteChanges.path)).body).toEqual({
      success: true,
      changes: [
        {
          ...{ path: cohorts, name: 'Cohorts', page: '/accelerator', revision: 1, waiting: [] },
          fields: [moved],
        },
      ],
      faults: [],
      leftovers: [],
      languages: [],
    })
    expect(await published()).toEqual({ revision: 0, files: {} })
    expect((await publish({ [cohorts]: 1 })).body).toMatchObject({ success: true, revision: 1 })
    expect((await published()).files[cohorts]).toContain('applicationDeadline: 2025-12-29')
    expect(await state(cohorts)).toBe('edited')
    const [entry] = (await list()).publishes
    expect(entry).toMatchObject({ revision: 1, by: 'admin@example.com', note: 'Spring', documents: [cohorts], dueAt: null })
    expect((await call(fillPath(siteRoutes.sitePublish.path, { id: entry?.id ?? '' }))).body.changes[0].fields).toEqual([moved])
    // The text of the build again: the file follows the build from now on.
    await save(cohorts, { text: yamlFiles[cohorts] }, 2)
    expect((await publish({ [cohorts]: 3 })).status).toBe(200)
    expect([await published(), await state(cohorts)]).toEqual([{ revision: 2, files: {} }, 'built'])
  })

  it('is told in words, with no sign of how a file is written', async () => {
    const { open, save, call } = await desk()
    const words = async () =>
      (await call(siteRoutes.siteChanges.path)).body.changes.flatMap(({ fields }: ChangedDocument) =>
        fields.map(({ label, before, after }) => [label, before, after]),
      )
    const { value } = await open(cohorts)
    const eighth = { label: 'Cohort 8', startDate: '2027-03-15', applicationDeadline: '2027-02-15', status: 'Coming Soon' }
    await save(cohorts, { value: [...(value as object[]), eighth] }, 0)
    const added = 'starts on 15 March 2027, apply by 15 February 2027, status Coming Soon'
    expect(await words()).toEqual([['Cohort 8, added', undefined, added]])
    const { revision } = await open(cohorts)
    await save(cohorts, { value: (value as object[]).slice(1) }, revision)
    expect(await words()).toEqual([['Cohort 5, removed', undefined, undefined]])
    await call(siteRoutes.discardSiteDraft.path, 'POST', { path: cohorts, revision: revision + 1 })
    await save('content/posts/new-one.md', { value: { id: 'new-one', title: 'A new one', tags: ['a', 'b'], body: 'Text.' } }, 0)
    expect(await words()).toEqual([
      ['Title', undefined, 'A new one'],
      ['Tags', undefined, 'a, b'],
      ['Body', undefined, 'Text.'],
    ])
  })

  it('lists where the site still says a name, or names a page, that it removes', async () => {
    const { open, save, publish, call } = await desk()
    const people = await open(team)
    const old = (people.value as { readonly name: string }[])[1]?.name ?? ''
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], `Ask ${old} or ${old}son.`) }, 0)
    await save(team, { value: edited(people.value, [1, 'name'], 'Mala Devi') }, 0)
    const listed = async () => (await call(siteRoutes.siteChanges.path)).body.leftovers
    const left = {
      path: faq,
      name: 'Questions and answers',
      field: [0, 'answer'],
      label: 'When should I apply? · Answer',
      words: old,
    }
    expect(await listed()).toEqual([left])
    // A name that became longer is still said where all of it stands.
    await save(team, { value: edited(people.value, [1, 'name'], `${old} Devi`) }, 1)
    expect(await listed()).toEqual([left])
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], `Ask ${old} Devi.`) }, 1)
    expect(await listed()).toEqual([])
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], `Ask ${old} or ${old}son.`) }, 2)
    await save(team, { value: edited(people.value, [1, 'name'], 'Mala Devi') }, 2)
    const { value } = await open('content/site.yaml')
    await save('content/site.yaml', { value: edited(value, ['without'], ['fund-raise']) }, 0)
    const places = (await listed()).map(({ path, words }: { path: string; words: string }) => `${path} ${words}`)
    expect(places).toContain('content/pages/apply.yaml Fund Raise')
    expect(places.join()).not.toContain('content/site.yaml')
    // A remark keeps nothing from being published.
    expect((await publish({ [faq]: 3, [team]: 3 })).status).toBe(200)
    expect((await listed()).map(({ words }: { words: string }) => words)).not.toContain(old)
  })

  it('says which forms leave a language, until their sentences are said in it', async () => {
    const { open, save, call, published } = await desk()
    const [contact, words] = ['content/pages/contact.yaml', 'content/languages/ta/words.yaml']
    const losses = async (paths = '') => (await call(`${siteRoutes.siteChanges.path}${paths}`)).body.languages
    await save(contact, { value: edited((await open(contact)).value, ['hero', 'text'], 'Tea at four.') }, 0)
    const sentences = [{ english: 'Tea at four.', path: 'content/languages/ta/pages.yaml' }]
    expect(await losses()).toEqual([{ code: 'ta', name: 'தமிழ்', forms: ['Contact'], count: 1, sentences }])
    const { value } = await open(words)
    await save(words, { value: { ...(value as object), 'Tea at four.': 'நான்கு மணிக்குத் தேநீர்.' } }, 0)
    expect(await losses()).toEqual([])
    // A letter belongs to every form.
    const letter = 'content/mail/confirmation.yaml'
    await save(letter, { value: edited((await open(letter)).value, ['preview'], 'It is here.') }, 0)
    const [tamil] = await losses(`?paths=${letter}`)
    expect([tamil.forms.length, tamil.sentences]).toEqual([9, [{ english: 'It is here.', path: words }]])
    expect((await published()).revision).toBe(0)
  })

  it('never takes a draft that was saved meanwhile, or loses one of two windows', async () => {
    const { open, save, publish, published } = await desk()
    const { value } = await open(faq)
    const first = edited(value, [0, 'answer'], 'From the first window.')
    const second = edited(value, [1, 'answer'], 'From the second window.')
    await save(faq, { value: first }, 0)
    const refused = await save(faq, { value: second }, 0)
    expect(refused.status).toBe(409)
    // Both texts are there: the stored one in the answer, the other one in its window.
    expect(refused.body).toMatchObject({ success: false, code: 'CONFLICT', document: { revision: 1, value: first } })
    const merged = edited(first, [1, 'answer'], 'From the second window.')
    expect((await save(faq, { value: merged }, 1)).body.document).toMatchObject({ revision: 2, value: merged })
    // A publish of what was read before the last words.
    expect((await publish({ [faq]: 1 })).status).toBe(409)
    expect(await published()).toEqual({ revision: 0, files: {} })
    expect((await publish({ [faq]: 2 })).status).toBe(200)
    expect((await published()).files[faq]).toMatch(/From the first window[\s\S]*From the second window/)
    expect((await publish({ [faq]: 3 })).status).toBe(409)
  })

  it('is refused whole when a rule of the build is broken, by document and field', async () => {
    const { open, save, publish, published, call } = await desk()
    await save(cohorts, { value: edited((await open(cohorts)).value, [1, 'applicationDeadline'], '2026-02-01') }, 0)
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], 'Good.') }, 0)
    const sentence = 'Cohort 6 closes for applications on 2026-02-01, after it starts on 2026-01-15'
    const refused = await publish({ [cohorts]: 1, [faq]: 1 })
    expect(refused.status).toBe(400)
    expect(refused.body.details).toEqual({ [`${cohorts} 1 applicationDeadline`]: sentence })
    expect((await call(siteRoutes.siteChanges.path)).body.faults).toEqual([
      { path: cohorts, field: [1, 'applicationDeadline'], message: sentence },
    ])
    expect([await published(), (await open(faq)).state]).toEqual([{ revision: 0, files: {} }, 'draft'])
    await save(team, { value: edited((await open(team)).value, [0, 'image'], 'nobody.jpg') }, 0)
    expect((await publish({ [team]: 1 })).body.details).toEqual({
      [`${team} 0 image`]: 'content/portraits/nobody.jpg does not exist. Put the picture there, or correct its name',
    })
    for (const [body, name] of [
      [{ drafts: {} }, 'drafts'],
      [{ drafts: { [faq]: -1 } }, 'drafts'],
      [{ drafts: { [faq]: 1 }, dueAt: '2026-01-01T00:00:00Z' }, 'dueAt'],
      [{ drafts: { [faq]: 1 }, dueAt: 'soon' }, 'dueAt'],
      [{ drafts: { [faq]: 1 }, note: 'n'.repeat(501) }, 'note'],
    ] as const)
      expect(Object.keys((await call(siteRoutes.publishSite.path, 'POST', body)).body.details)).toEqual([name])
    expect((await publish({ [faq]: 1 })).status).toBe(200)
  })

  it('waits for its minute, and is checked again then', async () => {
    const { app, open, save, publish, published, list, call, state } = await desk()
    const dueAt = new Date(app.clock.ms + 600_000).toISOString()
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], 'At ten.') }, 0)
    expect((await publish({ [faq]: 1 }, { dueAt })).body.revision).toBeNull()
    expect([await state(faq), (await open(faq)).waiting]).toEqual(['scheduled', [{ id: expect.any(String), dueAt }]])
    await app.chore('scheduled publishes')
    expect((await published()).revision).toBe(0)
    app.clock.ms += 600_000
    await app.chore('scheduled publishes')
    await app.chore('scheduled publishes')
    expect((await published()).files[faq]).toContain('At ten.')
    expect((await list()).publishes).toMatchObject([{ revision: 1, dueAt, fault: '' }])
    // One that breaks a rule by then stays, with the reason; cancelled, its texts are drafts again.
    const mentors = 'content/mentors.yaml'
    const people = (await open(mentors)).value as { name: string }[]
    const page = await open('content/pages/mentors.yaml')
    const named = (page.value as any).areas.items[0].mentors[0] as string
    await save(page.path, { value: edited(page.value, ['hero', 'title'], 'Mentors at noon') }, 0)
    const later = new Date(app.clock.ms + 600_000).toISOString()
    const waiting = (await publish({ [page.path]: 1 }, { dueAt: later })).body.id
    // Published under the page that waits: nobody may be named who is not there.
    await app.storage.edits.publish(
      {
        ...{ id: 'by-hand', by: 'x', note: '', dueAt: null, drafts: {}, over: 1 },
        files: { [mentors]: yamlFiles[mentors]?.replaceAll(named, 'Somebody Else') ?? '' },
      },
      new Date(app.clock.ms),
    )
    expect(people.some(({ name }) => name === named)).toBe(true)
    app.clock.ms += 600_000
    await app.chore('scheduled publishes')
    const refused = (await list()).publishes[0]
    expect(refused).toMatchObject({ id: waiting, revision: null })
    expect(refused?.fault).toContain(`${named} helps with an area, but is not a mentor in mentors.yaml`)
    expect((await call(fillPath(siteRoutes.cancelSitePublish.path, { id: waiting }), 'POST', {})).status).toBe(200)
    expect((await open(page.path)).state).toBe('draft')
    expect((await call(fillPath(siteRoutes.cancelSitePublish.path, { id: waiting }), 'POST', {})).status).toBe(409)
  })

  it('leaves a text that waits, unless it was said what becomes of it', async () => {
    const { app, open, save, publish, published, list, call } = await desk()
    const built = ((await open(faq)).value as any)[0].answer
    const answerNow = async () => /answer: (?:>-\s+)?(.*)/.exec((await published()).files[faq] ?? '')?.[1] ?? built
    const moment = (minutes: number) => new Date(app.clock.ms + minutes * 60_000).toISOString()
    const [two, five] = [moment(2), moment(5)]
    const draft = async (answer: string) => {
      const { value, revision } = await open(faq)
      await save(faq, { value: edited(value, [0, 'answer'], answer) }, revision)
      return { [faq]: revision + 1 }
    }
    expect((await publish(await draft('For Cohort 8.'), { dueAt: five })).status).toBe(200)
    // What is published is edited, and what waits is named.
    const opened = await open(faq)
    const waiting = [{ id: expect.any(String), dueAt: five }]
    expect([(opened.value as any)[0].answer, opened.waiting, opened.state]).toEqual([built, waiting, 'scheduled'])
    const mended = await draft('Mended.')
    expect((await call(siteRoutes.siteChanges.path)).body.changes[0].waiting).toEqual(waiting)
    expect((await list()).documents.find(({ path }) => path === faq)).toMatchObject({ state: 'draft', waiting })
    for (const dueAt of [null, two]) {
      const refused = await publish(mended, { dueAt })
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'A text of Questions and answers waits for 5 January 2026, 10:05 India Standard Time. Say whether it stays, and is published then over this, or ends (waiting: keep or end).',
      ])
    }
    expect((await publish(mended, { waiting: 'perhaps' })).body.details).toHaveProperty('waiting')
    expect((await open(faq)).state).toBe('draft')
    expect((await publish(mended, { waiting: 'keep' })).status).toBe(200)
    // A second one for the same document.
    expect((await publish(await draft('In between.'), { dueAt: two, waiting: 'keep' })).status).toBe(200)
    const answers: string[] = [await answerNow()]
    for (const minutes of [1, 1, 2, 1]) {
      app.clock.ms += minutes * 60_000
      await app.chore('scheduled publishes')
      answers.push(await answerNow())
    }
    expect(answers).toEqual(['Mended.', 'Mended.', 'In between.', 'In between.', 'For Cohort 8.'])
    // One that ends is not published.
    await publish(await draft('Never.'), { dueAt: moment(5) })
    const [{ id } = { id: '' }] = (await open(faq)).waiting
    const begun = await save(faq, { waiting: id }, (await open(faq)).revision)
    expect(begun.body.document).toMatchObject({ state: 'draft', waiting: [{ id }] })
    expect((begun.body.document.value as any)[0].answer).toBe('Never.')
    const cancelled = await call(fillPath(siteRoutes.cancelSitePublish.path, { id }), 'POST', {})
    expect(cancelled.status).toBe(200)
    await publish(await draft('Never.'), { dueAt: moment(5) })
    expect((await publish(await draft('Now.'), { waiting: 'end' })).status).toBe(200)
    expect((await open(faq)).waiting).toEqual([])
    app.clock.ms += 600_000
    await app.chore('scheduled publishes')
    expect(await answerNow()).toBe('Now.')
  })

  it('that waits is cancelled over no other draft', async () => {
    const { app, open, save, publish, call } = await desk()
    const { value } = await open(faq)
    await save(faq, { value: edited(value, [0, 'answer'], 'Waits.') }, 0)
    const { id } = (await publish({ [faq]: 1 }, { dueAt: new Date(app.clock.ms + 600_000).toISOString() })).body
    await save(faq, { value: edited(value, [0, 'answer'], 'Typed since.') }, 2)
    const refused = await call(fillPath(siteRoutes.cancelSitePublish.path, { id }), 'POST', {})
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(`${faq} has another draft.`)])
    expect([(await open(faq)).waiting.length, ((await open(faq)).value as any)[0].answer]).toEqual([1, 'Typed since.'])
  })

  it('is restored whole, or not at all where another window saved meanwhile', async () => {
    const { app, open, save, publish, list, call } = await desk({
      wrap: (storage) => ({
        ...storage,
        edits: {
          ...storage.edits,
          // Another window saves between what was read and what is written.
          saveDrafts: async (drafts, now) => {
            await storage.edits.saveDraft(team, yamlFiles[team] ?? '', 2, now)
            return storage.edits.saveDrafts(drafts, now)
          },
        },
      }),
    })
    await save(faq, { value: edited((await open(faq)).value, [0, 'answer'], 'One.') }, 0)
    await save(team, { value: edited((await open(team)).value, [0, 'name'], 'Mala Devi') }, 0)
    await publish({ [faq]: 1, [team]: 1 })
    const [{ id } = { id: '' }] = (await list()).publishes
    const refused = await call(fillPath(siteRoutes.restoreSitePublish.path, { id }), 'POST', { version: 'before' })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `${team} was changed in another window meanwhile. Nothing was restored.`,
    ])
    expect([(await open(faq)).state, (await open(faq)).revision]).toEqual(['edited', 2])
    expect(app).toBeDefined()
  })

  it('is restored as a draft first, over no other draft', async () => {
    const { open, save, publish, published, list, call } = await desk()
    const { value } = await open(faq)
    for (const [n, answer] of ['One.', 'Two.'].entries()) {
      const { revision } = await open(faq)
      await save(faq, { value: edited(value, [0, 'answer'], answer) }, revision)
      expect((await publish({ [faq]: revision + 1 })).body.revision).toBe(n + 1)
    }
    const [second, first] = (await list()).publishes
    const answer = async (): Promise<unknown> => ((await open(faq)).value as any)[0].answer
    expect(
      (await call(fillPath(siteRoutes.restoreSitePublish.path, { id: first?.id ?? '' }), 'POST', { version: 'after' })).body
        .documents,
    ).toEqual([faq])
    expect([await answer(), (await published()).revision]).toEqual(['One.', 2])
    await call(siteRoutes.discardSiteDraft.path, 'POST', { path: faq, revision: (await open(faq)).revision })
    const before = { version: 'before' }
    const taken = await call(fillPath(siteRoutes.restoreSitePublish.path, { id: second?.id ?? '' }), 'POST', before)
    expect([taken.body.documents, await answer()]).toEqual([[faq], 'One.'])
    expect((await call(fillPath(siteRoutes.restoreSitePublish.path, { id: second?.id ?? '' }), 'POST', before)).status).toBe(409)
    await call(siteRoutes.discardSiteDraft.path, 'POST', { path: faq, revision: (await open(faq)).revision })
    expect(await answer()).toBe('Two.')
    await call(fillPath(siteRoutes.restoreSitePublish.path, { id: first?.id ?? '' }), 'POST', { version: 'before' })
    expect((await open(faq)).value).toEqual(value)
    expect((await call(fillPath(siteRoutes.restoreSitePublish.path, { id: 'none' }), 'POST', { version: 'after' })).status).toBe(
      404,
    )
  })

  it('is taken back in one step: all of it, once, or nothing', async () => {
    const { open, save, publish, published, list, call } = await desk()
    const added = 'content/posts/a-new-post.md'
    const { value } = await open(post)
    const fields = { id: 'new', slug: 'a-new-post', title: 'A new post', body: 'Words.\n' }
    await save(added, { value: { ...(value as object), ...fields } }, 0)
    await publish({ [added]: 1 })
    const withBody = (body: string) => ({ value: { ...(value as object), body } })
    for (const [n, body] of ['[Read it](/blog/a-new-post).\n', 'No more.\n'].entries()) {
      await save(post, withBody(body), 2 * n)
      expect((await publish({ [post]: 2 * n + 1 })).status).toBe(200)
    }
    const [latest, linking] = (await list()).publishes
    const takeBack = async (of: typeof latest) => {
      const { status, body } = await call(fillPath(siteRoutes.takeBackSitePublish.path, { id: of?.id ?? '' }), 'POST')
      return [status, body.error, (await published()).revision]
    }
    // It would end the one that was published since.
    expect(await takeBack(linking)).toEqual([409, `${post} was published again meanwhile.`, 3])
    await save(added, { text: '' }, 2)
    expect((await publish({ [added]: 3 })).status).toBe(200)
    // What is typed meanwhile stays.
    await save(post, withBody('Typed since.\n'), 4)
    expect(await takeBack(latest)).toEqual([400, expect.stringContaining('leads to /blog/a-new-post'), 4])
    expect((await list()).documents.filter(({ state }) => state === 'draft').map(({ path }) => path)).toEqual([post])
    const [removal] = (await list()).publishes
    expect([await takeBack(removal), await takeBack(latest)]).toEqual([
      [200, undefined, 5],
      [200, undefined, 6],
    ])
    // Again, because the answer did not arrive.
    expect(await takeBack(latest)).toEqual([200, undefined, 6])
    await publish({ [post]: 5 }, { dueAt: '2026-02-01T00:00:00.000Z' })
    const waits = (await list()).publishes.find(({ revision }) => revision === null)
    expect(await takeBack(waits)).toEqual([409, 'This waits: cancel it.', 6])
    expect((await published()).files[post]).toContain('[Read it](/blog/a-new-post).')
    expect((await list()).documents.filter(({ state }) => state === 'draft')).toEqual([])
  })

  it('moves a post to another address, and adds one', async () => {
    const { open, save, publish, published, list } = await desk()
    const moved = 'content/posts/mvp-guide.md'
    const { value } = await open(post)
    await save(moved, { value: edited(value, ['slug'], 'mvp-guide') }, 0)
    // Two posts of one id.
    expect((await publish({ [moved]: 1 })).body.details[`${moved} id`]).toMatch(
      /^Id is complete-guide-building-mvp, the same as in/,
    )
    await save(post, { text: '' }, 0)
    const links = (await publish({ [moved]: 1, [post]: 1 })).body.details ?? {}
    // Posts that link to the old address are named.
    expect(
      Object.values(links).every((sentence) => String(sentence).includes('leads to /blog/complete-guide-building-mvp')),
    ).toBe(true)
    expect((await published()).revision).toBe(0)
    const added = 'content/posts/a-new-post.md'
    await save(
      added,
      { value: { ...(value as object), id: 'new', slug: 'a-new-post', title: 'A new post', body: 'Words.\n' } },
      0,
    )
    expect((await publish({ [added]: 1 })).status).toBe(200)
    expect((await list()).documents.filter(({ path }) => path === added)).toMatchObject([{ group: 'Posts', name: 'A new post' }])
    for (const path of ['content/posts/Bad Name.md', 'content/posts/../x.md', 'content/mail/other.yaml'])
      expect((await save(path, { text: 'x' }, 0)).status).toBe(404)
  })
})

it('three hundred drafts are the most that one writer leaves behind', async () => {
  const { app, save } = await desk()
  const pathOf = (n: number): string => `content/posts/post-${n}.md`
  const drafts = Array.from({ length: 300 }, (_, n) => ({ path: pathOf(n), text: 'x', revision: 0 }))
  await app.storage.edits.saveDrafts(drafts, new Date(0))
  expect((await save(pathOf(300), { text: 'x' }, 0)).body.error).toBe('There are 300 drafts. Publish or discard some first.')
  expect((await save(pathOf(7), { text: 'y' }, 1)).status).toBe(200)
})

describe('a path or a text that is no document', () => {
  const names = ['__proto__', 'constructor', 'toString', 'content/__proto__.yaml', 'content/constructor.yaml', 'zzz/none', '']

  it('stores nothing and breaks nothing, also where it was stored before', async () => {
    const { app, call, list } = await desk()
    const before = await list()
    for (const path of names) {
      const sent = [
        await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`),
        await call(siteRoutes.siteDocument.path, 'PUT', { path, revision: 0, text: 'x' }),
        await call(siteRoutes.discardSiteDraft.path, 'POST', { path, revision: 0 }),
        await call(siteRoutes.publishSite.path, 'POST', { drafts: JSON.parse(`{${JSON.stringify(path)}: 0}`), note: '' }),
        await call(`${siteRoutes.letterDraft.path}?path=${encodeURIComponent(path)}`),
        await call(`${siteRoutes.checkLetterDraft.path}?path=${encodeURIComponent(path)}`),
        await call(siteRoutes.sendLetterTest.path, 'POST', { path }),
        await call(siteRoutes.makeDraftLink.path, 'POST', { path }),
      ]
      expect([path, ...sent.map(({ status }) => status)]).toEqual([path, 404, 404, 404, 409, 404, 404, 404, 400])
      for (const [route, status] of [
        [siteRoutes.draftLink, 200],
        [{ path: siteRoutes.sitePreview.path }, 404],
      ] as const) {
        const response = await app.fetch(`${route.path}?path=${encodeURIComponent(path)}`)
        expect([path, route.path, response.status]).toEqual([path, route.path, status])
      }
    }
    expect(await app.storage.edits.drafts()).toEqual([])
    for (const path of names)
      await app.runSql(`insert into content_drafts (path, text, revision, saved_at) values ('${path}', 'x', 1, 0)`)
    expect(await list()).toEqual(before)
    expect((await call(siteRoutes.siteChanges.path)).status).toBe(200)
    expect((await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(faq)}`)).status).toBe(200)
    expect((await call(siteRoutes.discardSiteDraft.path, 'POST', { path: '__proto__', revision: 1 })).status).toBe(404)
  })

  it.each([
    ['aliases that multiply', `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`, 'Line 1 has &a'],
    ['an alias without an anchor', '- question: *why\n  answer: Because.\n', 'Line 1 has *why'],
    ['20,000 anchors', Array.from({ length: 20_000 }, (_, n) => `- &a${n} x`).join('\n'), 'Line 1 has &a0'],
    ['20,000 brackets', '['.repeat(20_000), 'Line 1 is nested more than 50 times.'],
    ['entries in entries', `${'- '.repeat(20_000)}x`, 'Line 1 is nested more than 50 times.'],
    ['groups in groups', Array.from({ length: 300 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'), 'is nested more than 50 times.'],
    ['a merge key', '- question: Why?\n  <<: { answer: So. }\n', ''],
  ])('such as %s is a fault of its document, which opens; others are published', async (_, text, words) => {
    const { call, open, save, publish } = await desk()
    const saved = await save(faq, { text }, 0)
    expect([saved.status, saved.body.document.faults[0].message]).toEqual([200, expect.stringContaining(words)])
    expect([(await open(faq)).state, 'value' in (await open(faq))]).toEqual(['draft', words === ''])
    await save(team, { value: edited((await open(team)).value, [0, 'name'], 'Mala Devi') }, 0)
    const changes = await call(siteRoutes.siteChanges.path)
    expect([changes.status, changes.body.changes.map(({ path }: { path: string }) => path)]).toEqual([200, [faq, team]])
    expect(changes.body.faults.map(({ path }: { path: string }) => path)).toContain(faq)
    expect((await publish({ [faq]: 1 })).status).toBe(400)
    expect((await publish({ [team]: 1 })).status).toBe(200)
    expect((await call(siteRoutes.discardSiteDraft.path, 'POST', { path: faq, revision: 1 })).status).toBe(200)
  })
})

it('a value that is nested 20,000 times is refused', async () => {
  const { app, open } = await desk()
  for (const value of [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`]) {
    const response = await app.request(siteRoutes.saveSiteDocument.path, {
      method: 'PUT',
      headers: { cookie: await app.session(), 'content-type': 'application/json' },
      body: `{"path":"${faq}","revision":0,"value":${value}}`,
    })
    expect([response.status, (await open(faq)).state]).toEqual([413, 'built'])
  }
})

describe('a picture', () => {
  const contact = 'content/pages/contact.yaml'
  const photograph = (width = 800) =>
    sharp({ create: { width, height: 600, channels: 3, background: '#804020' } })
      .webp()
      .toBuffer()
  async function pictureDesk() {
    const opened = await desk()
    const cookie = await opened.app.session()
    const send = async (bytes: Uint8Array, folder = 'pictures', headers: Readonly<Record<string, string>> = { cookie }) => {
      const body = new Uint8Array(bytes)
      const response = await opened.app.request(`${siteRoutes.storeSitePicture.path}?folder=${folder}`, {
        method: 'POST',
        headers,
        body,
      })
      return { status: response.status, body: await response.json() }
    }
    const get = (address: string, headers = {}) => opened.app.request(address, { headers })
    return { ...opened, cookie, send, get }
  }

  it('is private while only a draft names it, and public once it is published', async () => {
    const { open, save, publish, send, get, cookie } = await pictureDesk()
    const bytes = await photograph()
    const { body } = await send(bytes)
    expect(body).toEqual({ success: true, name: expect.stringMatching(/^[0-9a-f]{32}-800x600\.webp$/) })
    // The same picture again is the same file.
    expect((await send(bytes)).body).toEqual(body)
    const photo = { file: body.name, alt: 'The hall.' }
    const saved = await save(contact, { value: edited((await open(contact)).value, ['photo'], photo) }, 0)
    expect(saved.body.document.faults).toEqual([])
    const own = await get(fillPath(siteRoutes.sitePicture.path, { name: body.name }), { cookie })
    expect([own.status, own.headers.get('cache-control'), own.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'image/webp',
    ])
    expect(Buffer.from(await own.arrayBuffer())).toEqual(bytes)
    for (const headers of [{}, { cookie }])
      expect((await get(fillPath(paths.storedPicture, { name: body.name }), headers)).status).toBe(404)
    expect((await get(fillPath(siteRoutes.sitePicture.path, { name: body.name }))).status).toBe(401)
    expect((await publish({ [contact]: 1 })).status).toBe(200)
    const published = await get(fillPath(paths.storedPicture, { name: body.name }))
    expect(Buffer.from(await published.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(published.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const tag = published.headers.get('etag') ?? ''
    expect([tag, (await get(fillPath(paths.storedPicture, { name: body.name }), { 'if-none-match': tag })).status]).toEqual([
      ...[`"${body.name}"`, 304],
    ])
    // Nobody reads it once the site no longer names it.
    await save(contact, { value: edited((await open(contact)).value, ['photo'], undefined) }, 2)
    expect((await publish({ [contact]: 3 })).status).toBe(200)
    const removed = await get(fillPath(paths.storedPicture, { name: body.name }))
    expect([removed.status, removed.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  it('is served without reading the texts again, and refused without the database', async () => {
    const calls: string[] = []
    const counted = <T>(name: string, result: T): T => {
      calls.push(name)
      return result
    }
    const { app } = await desk({
      wrap: (storage) => ({
        ...storage,
        edits: {
          ...storage.edits,
          revision: () => counted('revision', storage.edits.revision()),
          published: () => counted('published', storage.edits.published()),
          pictures: { ...storage.edits.pictures, get: (name) => counted('get', storage.edits.pictures.get(name)) },
        },
      }),
    })
    const name = `${'a'.repeat(32)}-800x600.webp`
    await app.storage.edits.pictures.add(name, await photograph(), new Date())
    const texts = { [contact]: `${yamlFiles[contact]}\nphoto: { file: ${name}, alt: The hall }\n` }
    const publish = { id: 'p', by: 'admin', note: '', dueAt: null, files: texts, drafts: {}, over: 0 }
    await app.storage.edits.publish(publish, new Date())
    const callsFor = async (picture: string, times: number) => {
      calls.length = 0
      for (let n = 0; n < times; n += 1) await app.request(fillPath(paths.storedPicture, { name: picture }))
      return Object.fromEntries(
        ['revision', 'published', 'get'].map((each) => [each, calls.filter((call) => call === each).length]),
      )
    }
    expect(await callsFor(name, 5)).toEqual({ revision: 5, published: 1, get: 5 })
    expect(await callsFor(name.replace('a', 'b'), 5)).toEqual({ revision: 5, published: 0, get: 0 })
    expect(await callsFor('hall.webp', 5)).toEqual({ revision: 0, published: 0, get: 0 })
  })

  it('needs a text, and must exist', async () => {
    const { open, save, send } = await pictureDesk()
    const { body } = await send(await photograph())
    const faults = async (photo: object, revision: number) =>
      (await save(contact, { value: edited((await open(contact)).value, ['photo'], photo) }, revision)).body.document.faults
    expect(await faults({ file: body.name, alt: '' }, 0)).toMatchObject([{ field: ['photo', 'alt'] }])
    expect(await faults({ file: body.name.replace(/^./, 'z'), alt: 'The hall.' }, 1)).toMatchObject([
      { field: ['photo', 'file'] },
    ])
    expect(await faults({ file: body.name, alt: 'The hall.', focus: '50% 101%' }, 2)).toMatchObject([
      { field: ['photo', 'focus'], message: expect.stringContaining('two shares such as 50% 30%') },
    ])
    expect(await faults({ file: body.name, alt: 'The hall.', focus: '0% 100%' }, 3)).toEqual([])
  })

  it('is refused with a sentence, and is stored by nobody without a session', async () => {
    const { send, app } = await pictureDesk()
    const bytes = await photograph()
    const location = { exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 57/1' } } }
    for (const [sent, status, message] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, /^This is a drawing \(SVG\)/],
      [Buffer.from('%PDF-1.7'), 400, /^This is not a picture/],
      [bytes.subarray(0, bytes.length - 9), 400, /^The picture is damaged/],
      [await photograph(400), 400, /^The picture has 400 × 600 pixels\. It must be at least 608 wide/],
      [
        await sharp(bytes).withMetadata(location).webp().toBuffer(),
        400,
        /^The file holds more than the picture, such as the place/,
      ],
      [Buffer.alloc(2 * 1024 * 1024 + 1), 413, /too large/],
    ] as const) {
      const refused = await send(sent)
      expect([refused.status, refused.body.error]).toEqual([status, expect.stringMatching(message)])
    }
    expect((await send(bytes, 'mail')).body.details).toEqual({ folder: 'The folder must be portraits, logos or pictures' })
    expect((await send(bytes, 'pictures', {})).status).toBe(401)
    expect(await app.storage.edits.pictures.names()).toEqual([])
  })
})

describe('a letter', () => {
  const approval = 'content/mail/approval.yaml'
  /** Three pending applications, of which one has no name that a letter repeats, and the general letter of approvals with another subject. */
  async function letterDesk() {
    const opened = await desk()
    const { app, open, save } = opened
    const people = [
      { applicantName: 'Nila Raman' },
      { applicantName: 'see http://a.example' },
      { applicantName: 'Kabir Das', formType: 'Contact' },
      { applicantName: 'Asha R', status: 'rejected' },
    ] as const
    const made = people.map((values, n) => submission({ ...values, submittedAt: at(n) }))
    for (const application of made) await app.storage.applications.add(application)
    const ids = made.map(({ change }) => change.application.id)
    const { value } = await open(approval)
    await save(approval, { value: edited(value, ['subject'], 'Yes: {formTitle} ({reference})') }, 0)
    return { ...opened, ids, value }
  }

  const letterAt = (query: Readonly<Record<string, string>>) => `${siteRoutes.letterDraft.path}?${new URLSearchParams(query)}`
  const checkOf = (path: string) => `${siteRoutes.checkLetterDraft.path}?${new URLSearchParams({ path })}`

  it('offers the placeholders that its texts may use', async () => {
    const { schema } = await (await desk()).open(approval)
    expect(schema.placeholders).toEqual(expect.arrayContaining(['applicantName', 'bookingUrl', 'reference']))
    expect(schema.placeholders).not.toContain('added')
    expect(schema.properties?.subject?.placeholders).toEqual(schema.placeholders?.filter((name) => name !== 'applicantName'))
  })

  it('is composed from its draft for an application, or for an invented one', async () => {
    const { call, ids, app } = await letterDesk()
    const invented = await call(letterAt({ path: approval }))
    expect(invented.body.letter.subject).toBe('Yes: accelerator application (AB12CD34)')
    expect(invented.body.applications).toEqual([
      { id: ids[1], label: expect.stringMatching(/^see http/) },
      { id: ids[0], label: expect.stringMatching(/^Nila Raman \([0-9A-F]{8}\)$/) },
    ])
    const { letter } = (await call(letterAt({ path: approval, application: String(ids[0]) }))).body
    expect(letter.subject).toMatch(/^Yes: accelerator application/)
    expect([letter.text, letter.html]).toEqual([
      expect.stringContaining('Dear Nila Raman'),
      expect.stringContaining('Nila Raman'),
    ])
    // A contact has a letter of its own, so the general one never goes to it.
    expect((await call(letterAt({ path: approval, application: String(ids[2]) }))).body.details).toHaveProperty('application')
    const searched = await call(letterAt({ path: approval, application: '', search: 'nila' }))
    expect(searched.body.applications).toMatchObject([{ id: ids[0] }])
    for (const name of [
      'passcode',
      'new_browser',
      'links',
      'morning',
      'opening',
      'opening_link',
      'committee',
      'offer',
      'helper',
      'confirmation',
      'delay',
      'request',
    ])
      expect((await call(letterAt({ path: `content/mail/${name}.yaml` }))).status).toBe(200)
    expect((await call(letterAt({ path: faq }))).status).toBe(404)
    expect((await call(letterAt({ path: approval, application: 'none' }))).status).toBe(404)
    expect((await app.request(letterAt({ path: approval }))).status).toBe(401)
  })

  it('is composed before a publish for all who could get it, and names what is missing', async () => {
    const { call, ids } = await letterDesk()
    const { body } = await call(checkOf(approval))
    expect(body).toEqual({
      ...{ success: true, composed: 2, total: 2 },
      missing: [{ placeholder: 'applicantName', count: 1, applications: [{ id: ids[1], label: expect.any(String) }] }],
    })
    expect((await call(checkOf('content/mail/approval.Contact.yaml'))).body).toMatchObject({ composed: 1 })
    expect((await call(checkOf('content/mail/correction.yaml'))).body).toMatchObject({ composed: 1 })
    expect((await call(checkOf('content/mail/passcode.yaml'))).body).toMatchObject({ composed: 0, total: 0 })
  })

  it('with an unknown placeholder is refused at its field', async () => {
    const { call, save, publish, value } = await letterDesk()
    await save(approval, { value: edited(value, ['subject'], 'For {firstName}') }, 1)
    const refused = await publish({ [approval]: 2 })
    expect(refused.body.details[`${approval} subject`]).toMatch(/^Subject uses \{firstName\}, which this message does not have/)
    for (const path of [letterAt({ path: approval }), checkOf(approval)])
      expect((await call(path)).body.details.text).toContain('{firstName}')
    expect((await call(siteRoutes.sendLetterTest.path, 'POST', { path: approval })).status).toBe(400)
  })

  it('is sent to the admin alone, as a test, a few times an hour', async () => {
    const { app, call, ids } = await letterDesk()
    const before = app.mails.length
    expect(
      (await call(siteRoutes.sendLetterTest.path, 'POST', { path: approval, application: ids[0], to: 'x@people.example' })).body,
    ).toEqual({
      ...{ success: true, to: 'admin@example.com' },
    })
    expect(app.mails.length).toBe(before)
    await app.runOutbox()
    expect(app.mails.slice(before)).toMatchObject([
      {
        to: 'admin@example.com',
        subject: expect.stringMatching(/^\[Test\] Yes: /),
        text: expect.stringContaining('Dear Nila Raman'),
        html: expect.not.stringContaining('/my/'),
      },
    ])
    for (let n = 1; n < 20; n++) await call(siteRoutes.sendLetterTest.path, 'POST', { path: 'content/mail/passcode.yaml' })
    expect((await call(siteRoutes.sendLetterTest.path, 'POST', { path: approval })).status).toBe(429)
    await app.runOutbox()
    expect(app.mails.slice(before).every(({ to, subject }) => to === 'admin@example.com' && subject.startsWith('[Test] '))).toBe(
      true,
    )
  })
})
