import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerFile, paths } from '../../src/api/paths.ts'
import { fillPath } from '../../src/api/route.ts'
import { routes } from '../../src/api/routes.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { editedForm, type FormEdits } from '../../src/forms/edits.ts'
import type { Forms } from '../../src/forms/form.ts'
import { versionOf } from '../../src/forms/snapshot.ts'
import { importTabs } from '../../src/programs/import/import.ts'
import { sha256 } from '../../src/server/crypto/hashes.ts'
import { openFormVersions } from '../../src/server/forms/open-versions.ts'
import { rowOf } from '../../src/server/sheets/script.ts'
import { minute } from '../../src/shared/dates.ts'
import { promises } from '../support/adapters.ts'
import { answers, forms, multipart, pdf, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { type Applicant, applicantOf } from '../support/applicant.ts'

// Answers to a form that was edited, and to the form before it, everywhere where answers are read.

const stages = ['pre-seed', 'seed', 'series-a', 'series-b'].map((value) => ({ value, label: `Stage ${value}` }))
const own: FormEdits = {
  sections: [
    {},
    {},
    {},
    {
      questions: [
        {
          name: 'fundingStage',
          label: 'Stage of the round',
          options: [
            { label: 'Stage later', value: 'later' },
            ...stages.slice(1),
            { ...stages[0], label: 'Stage pre-seed', retired: true },
          ],
        },
        {
          name: 'ownDiet',
          kind: 'select',
          label: 'Diet',
          required: false,
          options: [{ label: 'Plants only', value: 'vegan' }, { label: 'Anything' }],
        },
        { name: 'ownLater', kind: 'text', label: 'Not yet', required: true, hidden: true },
        { name: 'ownSong', kind: 'text', label: 'A song', required: false, limit: 40 },
        {
          name: 'ownDays',
          kind: 'multiselect',
          label: 'Days',
          required: false,
          options: [
            { label: 'Monday', value: 'mon' },
            { label: 'Friday', value: 'fri' },
          ],
        },
      ],
    },
  ],
}
const withEdits = (edits: FormEdits): Forms => ({ ...forms, FundRaise: editedForm(forms.FundRaise, edits) })
const edited = withEdits(own)
const earlier = versionOf(forms.FundRaise, sha256)
const ownAnswers = { fundingStage: 'later', ownDiet: 'vegan', ownSong: 'Xylophone of Palai', ownDays: ['fri'] }

let before: App
let app: App
let old: Applicant
let now: Applicant
beforeAll(async () => {
  before = await openApp()
  old = await applicantOf(before, 'old@example.in', 'FundRaise', { fundingStage: 'pre-seed' })
  app = await openApp({ wrap: () => before.storage, forms: edited })
  app.clock.ms = before.clock.ms + minute
  now = await applicantOf(app, 'now@example.in', 'FundRaise', ownAnswers)
})
afterAll(async () => {
  await app.remove()
  await before.remove()
})

const post = async (values: Readonly<Record<string, unknown>>, to: App = app) => {
  const response = await to.request(paths.submit, submission('FundRaise', answers('FundRaise', values)))
  return { status: response.status, body: (await response.json()) as any }
}

describe('answers to an edited form', () => {
  it('are stored, found and shown to the applicant with their questions', async () => {
    expect((await now.stored()).answers).toMatchObject(ownAnswers)
    expect((await now.get(`/my/change?of=${now.id}`)).html).not.toContain('ownLater')
    const found = async (query: string) =>
      (await app.call(`${routes.applications.path}?q=${encodeURIComponent(query)}`)).body.applications.map(
        ({ id }: { id: string }) => id,
      )
    for (const query of ['xylophone', 'has:ownDiet']) expect(await found(query), query).toEqual([now.id])
    const { html } = await now.get()
    for (const text of ['Stage of the round', 'Stage later', 'Diet', 'Plants only', 'Xylophone of Palai', 'Friday'])
      expect(html).toContain(text)
    const data = await app.request(`/my/data?of=${now.id}`, { headers: { cookie: now.cookie } })
    expect([data.status, data.headers.get('content-type')]).toEqual([200, 'application/zip'])
  })

  it('are new columns of the spreadsheet after all others, and columns of an export', async () => {
    const { id: _id, ...columns } = rowOf(await now.stored(), edited.FundRaise, 'http://localhost')
    const names = Object.keys(columns)
    const built = Object.keys(rowOf(await old.stored(), forms.FundRaise, 'http://localhost'))
    const fields = Object.keys(forms.FundRaise.fields)
    expect(names.slice(0, fields.length)).toEqual(built.slice(0, fields.length))
    expect(columns).toMatchObject({ ownDiet: 'vegan', ownSong: 'Xylophone of Palai', ownDays: 'fri' })
    const csv = await app.fetch(`${paths.export}?format=csv&form_type=FundRaise`)
    const [head = [], ...lines] = parse(Buffer.from(await csv.bytes()), { bom: true }) as string[][]
    const cell = (id: string, name: string) => lines.find((line) => line.includes(id))?.[head.indexOf(name)]
    expect([cell(now.id, 'Diet'), cell(now.id, 'A song'), cell(now.id, 'Days')]).toEqual([
      'Plants only',
      'Xylophone of Palai',
      'Friday',
    ])
    expect([cell(old.id, 'Stage of the round'), cell(old.id, 'Diet')]).toEqual([
      forms.FundRaise.fields.fundingStage?.options?.[0]?.label,
      '',
    ])
    const json = await (await app.fetch(`${paths.export}?format=json&form_type=FundRaise`)).text()
    expect(json).toContain('"ownSong":"Xylophone of Palai"')

    const other = await openApp({ forms: edited })
    const versions = await openFormVersions(other.storage.formSnapshots, edited, new Date(app.clock.ms))
    const imported = await importTabs({
      ...{
        tabs: [{ name: '', lines: [head, ...lines], how: '', hiddenRows: [] }],
        forms: edited,
        promises,
        versions: versions.all,
      },
      ...{ form: undefined, monthFirst: false, mirror: false, to: other.storage.applications, batchSize: 64 },
      ...{ yieldToServer: async () => {}, onProgress: () => {} },
    })
    expect([imported.added, imported.remarks.filter(({ field }) => field.startsWith('own'))]).toEqual([2, []])
    expect((await other.storage.applications.byId(now.id))?.answers).toMatchObject(ownAnswers)
    await other.remove()
  })

  it('can be changed by the applicant, who keeps an option that was retired since', async () => {
    const change = async ({ cookie, changed }: Applicant, changes: Record<string, string>) =>
      app.request('/my/change', { method: 'POST', headers: { cookie }, body: await changed(changes) })
    const html = await (await app.request(`/my/change?of=${old.id}`, { headers: { cookie: old.cookie } })).text()
    expect(html).toMatch(/<option(?=[^>]*hidden)(?=[^>]*selected)(?![^>]*disabled)[^>]*>Stage pre-seed/)
    // Whoever did not choose it cannot: a browser that shows hidden options does not let it be chosen.
    const other = await (await app.request(`/my/change?of=${now.id}`, { headers: { cookie: now.cookie } })).text()
    expect(other).toMatch(/<option(?=[^>]*hidden)(?=[^>]*disabled)[^>]*>Stage pre-seed/)
    expect(html).toContain('name="ownSong"')
    const saved = await change(old, { ownSong: 'Later' })
    expect([saved.status, (await old.stored()).answers]).toMatchObject([303, { fundingStage: 'pre-seed', ownSong: 'Later' }])
    const refused = await change(now, { fundingStage: 'pre-seed' })
    expect([refused.status, await refused.text()]).toMatchObject([422, expect.stringContaining('is no longer offered')])
  })

  it('are shown at the desk as they were asked', async () => {
    const sent = await applicantOf(before, 'asked@example.in', 'FundRaise', { fundingStage: 'pre-seed' })
    const { body } = await app.call(fillPath(routes.application.path, { id: sent.id }))
    expect(body.application.earlier_form).toBe(true)
    const questions = body.form.sections.flatMap((section: { questions: object[] }) => section.questions)
    expect(questions.find(({ name }: { name: string }) => name === 'fundingStage')).toMatchObject({ label: 'Funding stage' })
    expect((await app.call(fillPath(routes.application.path, { id: now.id }))).body.form).toBe(undefined)
  })
})

describe('a submission', () => {
  it('with a retired option is refused at its field, unless its page offered it', async () => {
    expect(await post({ fundingStage: 'pre-seed' })).toMatchObject({
      status: 400,
      body: { details: { fundingStage: 'Stage of the round: “Stage pre-seed” is no longer offered. Choose another answer.' } },
    })
    const { status, body } = await post({ fundingStage: 'pre-seed', formVersion: earlier })
    expect([status, (await app.storage.applications.byId(body.applicationId))?.formVersion]).toEqual([201, earlier])
  })

  it('of a page with a question that is not asked now keeps its answer', async () => {
    const version = versionOf(edited.FundRaise, sha256)
    const built = await openApp({ wrap: () => before.storage })
    const values = { ...ownAnswers, email: 'open@example.in', formVersion: version }
    const { status, body } = await post(values, built)
    expect(status).toBe(201)
    expect(await app.storage.applications.byId(body.applicationId)).toMatchObject({ answers: ownAnswers, formVersion: version })
    expect(await post({ ...values, ownSong: 'x'.repeat(20_001) }, built)).toMatchObject({ status: 400 })
    expect(await post({ ...values, formVersion: 'none' }, built)).toMatchObject({ status: 400 })
    await built.remove()
  })

  it('of a page before a new required question is told to reload', async () => {
    const required = await openApp({
      wrap: () => before.storage,
      forms: withEdits({ sections: [{ questions: [{ name: 'ownWhy', kind: 'textarea', label: 'Why now', required: true }] }] }),
    })
    const refused = await post({ formVersion: earlier }, required)
    expect(refused).toMatchObject({ status: 400, body: { details: { ownWhy: 'Why now is required' } } })
    expect(refused.body.error).toMatch(/has a new question.*reload the page/)
    expect((await post({ formVersion: earlier, ownWhy: 'Because' }, required)).status).toBe(201)
    await required.remove()
  })

  it('can have a file for an own question, which desk and spreadsheet link', async () => {
    const forFile = { name: 'ownDeck', kind: 'file', label: 'Deck', required: true } as const
    const live = await openApp({ forms: withEdits({ sections: [{ questions: [forFile] }] }) })
    const send = async (file?: File) => {
      const body = multipart('FundRaise', answers('FundRaise'))
      if (file !== undefined) body.append('ownDeck', file)
      const response = await live.request(paths.submit, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as any }
    }
    expect(await send()).toMatchObject({ status: 400, body: { details: { ownDeck: 'Deck is required' } } })
    const wrong = await send(new File(['a'], 'deck.exe'))
    expect(wrong).toMatchObject({ status: 422, body: { details: { ownDeck: 'Deck must be one of PDF, DOC, DOCX' } } })
    const { status, body } = await send(new File([pdf], 'Deck.pdf', { type: 'application/pdf' }))
    expect(status).toBe(201)
    const file = await live.fetch(answerFile(body.applicationId, 'ownDeck'))
    expect([file.headers.get('content-disposition'), await file.bytes()]).toEqual([expect.stringContaining('Deck.pdf'), pdf])
    const stored = await live.storage.applications.byId(body.applicationId)
    if (stored === undefined) throw new Error('not stored')
    const row = rowOf(stored, withEdits({ sections: [{ questions: [forFile] }] }).FundRaise, 'http://localhost')
    expect(row.ownDeck).toBe(`Deck.pdf\nhttp://localhost/api/applications/${stored.id}/resume?field=ownDeck`)
    await live.remove()
  })

  it('can be as long as its form allows after a publish adds questions', async () => {
    const long = Array.from(
      { length: 10 },
      (_, n) => ({ name: `own${n}`, kind: 'textarea', label: `Q${n}`, required: false }) as const,
    )
    const content: Forms = { ...forms }
    const live = await openApp({ forms: content })
    const values = Object.fromEntries(long.map(({ name }) => [name, '🙂'.repeat(20_000)]))
    const all = {
      ...Object.fromEntries(Object.keys(forms.FundRaise.fields).map((name) => [name, 'x'.repeat(19_000)])),
      ...values,
    }
    const send = async () =>
      (
        await live.request(paths.submit, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ formType: 'FundRaise', ...all }).replace(
            /[^\0-\x7f]/g,
            (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
          ),
        })
      ).status
    expect(await send()).toBe(413)
    Object.assign(content, { FundRaise: editedForm(forms.FundRaise, { sections: [{ questions: long }] }) })
    expect(await send()).toBe(400)
    await live.remove()
  })
})

it('the definitions have no name that an own question can have', () => {
  const names = Object.values(allForms({ cohorts: [] })).flatMap(({ fields }) => Object.keys(fields))
  expect(names.filter((name) => /^own[^a-z]/.test(name))).toEqual([])
})
