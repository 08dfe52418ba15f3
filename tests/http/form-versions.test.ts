import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../src/api/paths.ts'
import type { ApplicationResponse, SpecifiedRecord } from '../../src/api/responses.ts'
import { fillPath } from '../../src/api/route.ts'
import { routes } from '../../src/api/routes.ts'
import { Answers, FormsContext } from '../../src/dashboard/applications/Answers.tsx'
import type { Forms, QuestionSnapshot } from '../../src/forms/form.ts'
import { formOfSnapshot, snapshotOf, versionOf } from '../../src/forms/snapshot.ts'
import { importTabs } from '../../src/programs/import/import.ts'
import type { Tab } from '../../src/programs/import/tabs.ts'
import { sha256 } from '../../src/server/crypto/hashes.ts'
import { openFormVersions } from '../../src/server/forms/open-versions.ts'
import { minute } from '../../src/shared/dates.ts'
import { promises } from '../support/adapters.ts'
import { forms } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { cookiesOf } from '../support/server.ts'

/** The accelerator's form with other questions; null leaves one out. */
function changed(
  change: (question: QuestionSnapshot) => QuestionSnapshot | null,
  order: (questions: readonly QuestionSnapshot[]) => readonly QuestionSnapshot[] = (questions) => questions,
): Forms {
  const { sections } = snapshotOf(forms.Accelerator)
  const next = sections.map((section) => ({
    ...section,
    questions: order(section.questions.flatMap((question) => change(question) ?? [])),
  }))
  return { ...forms, Accelerator: formOfSnapshot(forms.Accelerator, { title: 'Programme application', sections: next }) }
}

/** One question renamed, one removed, one with another kind, one without an option, and each section in reverse order. */
const today = changed(
  (question) => {
    const { name, kind: _kind, options = [], ...settings } = question
    if (name === 'monthlyRevenue') return { ...question, label: 'Annual revenue' }
    if (name === 'competition') return null
    if (name === 'businessModel') return { ...settings, name, kind: 'text' }
    if (name === 'commitmentLevel') return { ...question, options: options.filter(({ value }) => value !== 'part-time') }
    return question
  },
  (questions) => questions.toReversed(),
)

const sentAnswers = {
  founderName: 'Nila Raman',
  companyName: 'Palai Foods',
  monthlyRevenue: forms.Accelerator.fields.monthlyRevenue?.options?.[1]?.value,
  competition: 'The dairy cooperative',
  businessModel: forms.Accelerator.fields.businessModel?.options?.[0]?.value,
  commitmentLevel: 'part-time',
}
/** The questions with their answers, as submitted. */
const asSent: readonly (readonly [string, string])[] = [
  ['Monthly revenue', String(forms.Accelerator.fields.monthlyRevenue?.options?.[1]?.label)],
  ['Competition', 'The dairy cooperative'],
  ['Business model', String(forms.Accelerator.fields.businessModel?.options?.[0]?.label)],
  ['Commitment level', 'Part-time for now'],
]
const order = ['Founder name', 'Co-founder name', 'Email', 'Phone', 'Company name', 'Website', 'Industry', 'Business model']
/** Those that the desk shows together after the long answers; how to reach the applicant comes before them. */
const factsInOrder = ['Founder name', 'Co-founder name', 'Company name', 'Industry', 'Business model']

let before: App
let app: App
const sent: { readonly id: string; readonly link: string }[] = []

const responseFor = async (id: string): Promise<ApplicationResponse> =>
  (await app.call(fillPath(routes.application.path, { id }))).body
const exported = async (format: string): Promise<Uint8Array> => (await app.fetch(`${paths.export}?format=${format}`)).bytes()

/** The position of each text, in the order of the list; -1 for a missing one. */
const positions = (text: string, texts: readonly string[]): readonly number[] => texts.map((each) => text.indexOf(each))
const increasing = (numbers: readonly number[]): boolean => numbers.every((n, index) => n > (numbers[index - 1] ?? -1))

/** Imports a table into an installation with the current forms. */
async function importInto({ storage }: App, tab: Pick<Tab, 'name' | 'lines'>) {
  const versions = await openFormVersions(storage.formSnapshots, today, new Date(app.clock.ms))
  return importTabs({
    tabs: [{ ...tab, how: '', hiddenRows: [] }],
    forms: today,
    promises,
    versions: versions.all,
    form: undefined,
    monthFirst: false,
    mirror: false,
    to: storage.applications,
    batchSize: 64,
    yieldToServer: async () => {},
    onProgress: () => {},
  })
}

beforeAll(async () => {
  before = await openApp()
  for (const n of [1, 2, 3]) {
    sent.push(await before.apply('Accelerator', { ...sentAnswers, email: `nila${n}@example.in` }))
    before.clock.ms += minute
  }
  app = await openApp({ wrap: () => before.storage, forms: today })
  app.clock.ms = before.clock.ms + minute
})
afterAll(async () => {
  await app.remove()
  await before.remove()
})

describe('after questions were renamed, removed, reordered, or got another kind', () => {
  it.each([0, 1, 2])('the desk shows application %i as submitted', async (n) => {
    const { application, form } = await responseFor(sent[n]?.id ?? '')
    expect(application.earlier_form).toBe(true)
    const element = createElement(Answers, { record: application, snapshot: form })
    const html = renderToStaticMarkup(createElement(FormsContext, { value: today }, element))
    for (const [label, text] of asSent) expect(html).toMatch(new RegExp(`<dt>${label}</dt><dd>${text}</dd>`))
    expect(
      increasing(
        positions(
          html,
          factsInOrder.map((label) => `<dt>${label}</dt>`),
        ),
      ),
    ).toBe(true)
    expect(html).toContain('The form has changed since then.')
    expect(html).not.toContain('Annual revenue')
  })

  it('a letter has the earlier name of the form', async () => {
    const path = fillPath(routes.letter.path, { id: sent[0]?.id ?? '', letter: 'rejection' })
    const { letter } = (await app.call(path, 'POST', {})).body
    expect(letter.text).toContain('Thank you for your accelerator application of')
    expect(`${letter.subject} ${letter.html}`).not.toContain('programme application')
  })

  it('the applicant’s own page shows the answers as submitted', async () => {
    const opened = cookiesOf(await app.request(sent[1]?.link ?? ''))
    const html = await (await app.request('/my', { headers: { cookie: opened } })).text()
    expect(html).toContain('Accelerator application')
    for (const [label, text] of asSent) expect(html.replace(/<[^>]+>/g, '|')).toMatch(new RegExp(`${label}\\|+${text}`))
    expect(increasing(positions(html, order))).toBe(true)
    expect(html).not.toContain('Annual revenue')
  })

  const expectRow = (row: Readonly<Record<string, unknown>>): void =>
    expect(row).toMatchObject({
      'Annual revenue': asSent[0]?.[1],
      'Business model': asSent[2]?.[1],
      'Commitment level': asSent[3]?.[1],
      'Competition (no longer asked)': asSent[1]?.[1],
      'Asked as': 'Annual revenue: “Monthly revenue”',
      form_version: versionOf(forms.Accelerator, sha256),
    })

  it('CSV and XLSX have the answers; their column titles show the changes', async () => {
    const csv = parse<Record<string, string>>(Buffer.from(await exported('csv')), { bom: true, columns: true })
    expect(csv).toHaveLength(3)
    for (const row of csv) expectRow(row)
    expect(Object.keys(csv[0] ?? {}).slice(0, 11)).toEqual(
      'id,form_type,applicant_name,applicant_email,company_name,status,submitted_at,reviewed_at,reviewed_by,notes,meeting_scheduled_at'.split(
        ',',
      ),
    )
    const [names = [], ...rows] = await readSheet(Buffer.from(await exported('xlsx')), { trim: false })
    for (const row of rows) expectRow(Object.fromEntries(names.map((name, column) => [name, row[column]])))
  })

  it('ZIP and JSON have the answers, and the earlier labels', async () => {
    const files = unzipSync(await exported('zip'))
    for (const row of parse<Record<string, string>>(Buffer.from(files['applications.csv'] ?? ''), { bom: true, columns: true }))
      expectRow(row)
    const json = JSON.parse(strFromU8(files['applications.json'] ?? new Uint8Array())) as SpecifiedRecord[]
    expect(json).toHaveLength(3)
    for (const record of json) {
      expect(record).toMatchObject({ asked_as: { monthlyRevenue: 'Monthly revenue', competition: 'Competition' } })
      expect(record.form_data).toMatchObject({ competition: sentAnswers.competition, commitmentLevel: 'part-time' })
    }
  })

  it('the import reads a table with earlier labels as the earlier form version', async () => {
    const head = ['Founder name', 'Email', 'Company name', 'Monthly revenue', 'Competition', 'Commitment level', 'timestamp']
    const row = ['Kabir Das', 'kabir@example.in', 'Salt', asSent[0]?.[1] ?? '', 'None', 'Part-time for now', '2025-11-21']
    const imported = await importInto(app, { name: 'Accelerator', lines: [head, row] })
    expect([imported.added, imported.unknown]).toEqual([1, []])
    const { applications } = await app.storage.applications.list({ search: 'kabir@example.in', limit: 1 })
    expect(applications[0]).toMatchObject({
      formVersion: versionOf(forms.Accelerator, sha256),
      answers: { monthlyRevenue: sentAnswers.monthlyRevenue, competition: 'None', commitmentLevel: 'part-time' },
    })
  })

  it('the import restores an export with the form versions of its rows', async () => {
    const csv = parse(Buffer.from(await exported('csv')), { bom: true }) as string[][]
    const lines = csv.filter((line, index) => index === 0 || line.includes(sent[2]?.id ?? ''))
    const stored = await app.storage.applications.byId(sent[2]?.id ?? '')
    // Another installation, because this one imports no permanently deleted application.
    const other = await openApp()
    const imported = await importInto(other, { name: '', lines })
    expect([imported.added, imported.remarks]).toEqual([1, []])
    expect(await other.storage.applications.byId(sent[2]?.id ?? '')).toMatchObject({
      answers: stored?.answers,
      formVersion: stored?.formVersion,
    })
    await other.remove()
  })
})

describe('the version of a submission', () => {
  it('is the current one, or an earlier one when the page was loaded before a change', async () => {
    const earlier = versionOf(forms.Accelerator, sha256)
    const fields = { ...sentAnswers, commitmentLevel: 'full-time', competition: undefined }
    const now = await app.apply('Accelerator', { ...fields, email: 'now@example.in' })
    const queued = await app.apply('Accelerator', { ...fields, email: 'queued@example.in', formVersion: earlier })
    const foreign = await app.apply('Accelerator', {
      ...fields,
      email: 'foreign@example.in',
      formVersion: versionOf(forms.Contact, sha256),
    })
    expect((await responseFor(now.id)).form).toBe(undefined)
    expect((await responseFor(queued.id)).form).toEqual(JSON.parse(JSON.stringify(snapshotOf(forms.Accelerator))))
    expect((await responseFor(foreign.id)).application.earlier_form).toBe(undefined)
  })

  it('needs no statement; each form is stored once, however often the server starts', async () => {
    const count = async (): Promise<number> => (await app.storage.formSnapshots.all()).length
    expect(await count()).toBe(10)
    await openFormVersions(app.storage.formSnapshots, today, new Date(app.clock.ms))
    await openFormVersions(app.storage.formSnapshots, forms, new Date(app.clock.ms))
    expect(await count()).toBe(10)
  })

  it('of a newer server is read from the database when it is needed', async () => {
    const newer = changed((question) => (question.name === 'phone' ? { ...question, label: 'Mobile number' } : question))
    const other = await openApp({ wrap: () => before.storage, forms: newer })
    const { id } = await other.apply('Accelerator', { ...sentAnswers, email: 'newer@example.in' })
    await other.remove()
    const labels = (await responseFor(id)).form?.sections.flatMap(({ questions }) => questions.map(({ label }) => label))
    expect(labels).toContain('Mobile number')
  })
})
