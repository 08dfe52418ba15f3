import { afterEach, expect, it } from 'vitest'
import { openApp } from '../../../tests/support/app.ts'
import { fillPath } from '../../api/route.ts'
import { yamlFiles } from '../../content/files.ts'
import type { LanguageRecord } from './api.ts'
import { languageRoutes } from './api.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.remove())

const [contact, pages, forms, head] = [
  'content/pages/contact.yaml',
  'content/languages/ta/pages.yaml',
  'content/languages/ta/forms.yaml',
  'content/languages/ta/language.yaml',
]

/** A desk in which somebody is signed in. */
async function desk() {
  app = await openApp()
  const { call } = app
  const report = async (): Promise<LanguageRecord> => {
    const [tamil] = (await call(languageRoutes.languages.path)).body.languages
    return tamil
  }
  const open = async (path: string) => (await call(`/api/site/document?path=${encodeURIComponent(path)}`)).body.document
  const save = async (path: string, text: string) =>
    (await call('/api/site/document', 'PUT', { path, text, revision: (await open(path)).revision })).body.document
  const publish = (drafts: Readonly<Record<string, number>>) =>
    call('/api/site/publish', 'POST', { drafts, note: '', dueAt: null })
  const read = (name: string) => call(fillPath(languageRoutes.markRead.path, { code: 'ta' }), 'POST', { name })
  const changes = async (...paths: readonly string[]) => (await call(`/api/site/changes?paths=${paths.join()}`)).body
  return { call, report, open, save, publish, read, changes }
}

const partOf = ({ parts }: LanguageRecord, name: string) => {
  const found = parts.find(({ part }) => part === name)
  return found && [found.translated - found.all, found.live]
}

const [, intro = ''] = /^form:\n {2}title: .*\n {2}text: (.*)$/m.exec(yamlFiles[contact] ?? '') ?? []
const changedIntro = (yamlFiles[contact] ?? '').replace(intro, `${intro} Tea at four.`)

it('counts what a language says of each form and page, and what of it is live', async () => {
  const { report } = await desk()
  const tamil = await report()
  expect([tamil.code, tamil.name, tamil.read_by, tamil.read_on, tamil.gaps]).toEqual(['ta', 'தமிழ்', '', null, []])
  expect(tamil.parts).toHaveLength(13)
  for (const { part, translated, all, live } of tamil.parts)
    expect([part, translated, all > 10, live]).toEqual([part, all, true, true])
  expect(tamil.documents.map(({ name, sentences }) => [name, sentences === null])).toContainEqual(['Tamil · Language', true])
})

it('marks the Tamil of a sentence that is edited, and leads to both fields', async () => {
  const { report, save, open } = await desk()
  await save(contact, changedIntro)
  const tamil = await report()
  const english = `${intro} Tea at four.`
  expect(tamil.gaps).toEqual([
    {
      ...{ english, path: forms, was: intro, differs: '', parts: ['Contact'] },
      source: { path: contact, name: 'Contact', field: ['form', 'text'] },
    },
  ])
  // It is a draft: what is published is whole.
  expect(partOf(tamil, 'Contact')).toEqual([-1, true])
  const { schema, faults, value } = await open(forms)
  const ofForms = schema.properties['Application Submitted Successfully!'].properties
  expect(Object.keys(ofForms)).toEqual(['other', 'Contact', 'AccelerationAsService'])
  expect(Object.keys(schema.properties)[0]).toBe(english)
  expect(schema.properties[english]).toEqual({
    ...{ type: 'string', format: 'sentence', title: english },
    description: `Before: “${intro}” ${value[intro]}`,
  })
  expect(faults).toEqual([{ path: forms, field: [english], message: `“${english}” is not said in தமிழ் yet.` }])
})

it('refuses a gap at its field, publishes English alone, and both in one step', async () => {
  const { report, save, publish, changes } = await desk()
  await save(contact, changedIntro)
  await save(forms, `${yamlFiles[forms]}"Not asked": "கேட்கப்படவில்லை"\n`)
  const english = `${intro} Tea at four.`
  const fault = { path: forms, field: [english], message: `“${english}” is not said in தமிழ் yet.` }
  expect(await changes(contact, forms)).toMatchObject({ faults: [fault], languages: [] })
  const refused = await publish({ [contact]: 1, [forms]: 1 })
  expect([refused.status, refused.body.details]).toEqual([400, { [`${forms} ${english}`]: fault.message }])
  // English alone: it is told, and the form leaves.
  expect(await changes(contact)).toMatchObject({ faults: [], languages: [{ code: 'ta', forms: ['Contact'], count: 1 }] })
  expect((await publish({ [contact]: 1 })).status).toBe(200)
  expect(partOf(await report(), 'Contact')).toEqual([-1, false])
  expect((await publish({ [forms]: 1 })).status).toBe(400)
  await save(forms, `${yamlFiles[forms]}${JSON.stringify(english)}: "நான்கு மணிக்குத் தேநீர்."\n`)
  await save(contact, changedIntro.replace('Tea at four', 'Tea at five'))
  await save(forms, `${yamlFiles[forms]}${JSON.stringify(english.replace('four', 'five'))}: "ஐந்து மணிக்குத் தேநீர்."\n`)
  expect((await publish({ [contact]: 3, [forms]: 3 })).status).toBe(200)
  expect(partOf(await report(), 'Contact')).toEqual([0, true])
})

it('names a sentence whose placeholders differ, at its field', async () => {
  const { report, save, open } = await desk()
  const english = 'Apply to a startup programme in {site.address.city}'
  await save(pages, (yamlFiles[pages] ?? '').replace(/– \{site\.address\.city\}"/, '– {city}"'))
  const differs = 'The English has no {city}, and this does.'
  expect((await report()).gaps.map((gap) => [gap.english, gap.differs])).toEqual([[english, differs]])
  expect((await open(pages)).faults).toEqual([{ path: pages, field: [english], message: differs }])
})

it('records who has read a language, once nothing is missing', async () => {
  const { call, report, save, publish, read } = await desk()
  expect((await read(' ')).status).toBe(400)
  expect((await read('Nila Anbarasan')).status).toBe(200)
  const { read_by, read_on, changed_at } = await report()
  expect([read_by, read_on, changed_at]).toEqual(['Nila Anbarasan', '2026-01-05', null])
  const [{ note, documents }] = (await call('/api/site')).body.publishes
  expect([note, documents]).toEqual(['Read by Nila Anbarasan', [head]])
  await save(contact, changedIntro)
  expect((await publish({ [contact]: 1 })).status).toBe(200)
  const refused = await read('Kavin')
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('is not said in தமிழ் yet')])
  expect((await report()).read_by).toBe('Nila Anbarasan')
  expect((await call('/api/languages/xx/read', 'POST', { name: 'Kavin' })).status).toBe(404)
})

it('a reading that a publish came before can be recorded again, and leaves no draft', async () => {
  const { report, save, publish, read, open } = await desk()
  const faq = 'content/faq.yaml'
  await save(faq, (await open(faq)).text.replace('?', ' today?'))
  const [published, first] = await Promise.all([publish({ [faq]: 1 }), read('Nila Anbarasan')])
  expect([published.status, first.status]).toEqual([200, 409])
  expect((await open(head)).state).toBe('built')
  expect((await read('Nila Anbarasan')).status).toBe(200)
  expect((await report()).read_by).toBe('Nila Anbarasan')
})
