import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type App, openApp } from '../../../tests/support/app.ts'
import type { EditableDocument } from '../../api/site-content.ts'
import type { FormEdits, QuestionEdit } from '../../forms/edits.ts'
import { siteRoutes } from './api.ts'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.remove()
})

const path = 'content/forms/work-for-startups.yaml'

/** The desk's calls for a form's document. */
async function desk() {
  const app = await openApp()
  apps.push(app)
  const { call } = app
  const open = async (file = path): Promise<EditableDocument & { value: FormEdits }> =>
    (await call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(file)}`)).body.document
  /** Saves the form after a change; returns the document. */
  const save = async (change: (value: any) => void, file = path) => {
    const { value, revision } = await open(file)
    const edited = structuredClone(value)
    change(edited)
    return (await call(siteRoutes.siteDocument.path, 'PUT', { path: file, revision, value: edited })).body
      .document as EditableDocument & { value: FormEdits }
  }
  const publish = async (revision: number) =>
    call(siteRoutes.publishSite.path, 'POST', { drafts: { [path]: revision }, note: '' })
  return { app, call, open, save, publish }
}

const questionOf = ({ sections = [] }: FormEdits, name: string): QuestionEdit | undefined =>
  sections.flatMap(({ questions = [] }) => questions).find((question) => question.name === name)

const own = { label: 'Diet', kind: 'select', required: false, name: 'ownDiet', options: [{ label: 'Vegan' }, { label: 'Other' }] }

describe('the document of a form', () => {
  it('is edited whole, and stored as what differs from the definition', async () => {
    const { open, save } = await desk()
    const built = await open()
    expect([built.group, built.name, built.faults]).toEqual(['Forms', 'Internship application', []])
    expect(built.text).toMatch(/^# What differs .*\n\{\}\n$/)
    expect(questionOf(built.value, 'graduationYear')).toEqual({
      label: 'Graduation year',
      required: true,
      options: ['2024', '2025', '2026', '2027', '2028'].map((year) => ({ label: year, value: year })),
      name: 'graduationYear',
    })
    // Nothing can be made optional on which another rule depends.
    expect(questionOf(built.value, 'email')?.required).toBe(undefined)
    const edited = await save((value) => {
      const [, studies, , last] = value.sections
      studies.questions[2].options.splice(0, 1)
      studies.questions[2].options.push({ label: '2029' })
      studies.questions.unshift(studies.questions.pop())
      delete last.questions[0].hint
      last.questions.push(own)
    })
    expect(edited.faults).toEqual([])
    expect(edited.text).toMatch(/^# What differs .*\nsections:\n/)
    const years = ['2025', '2026', '2027', '2028'].map((year) => ({ label: year, value: year }))
    expect(parse(edited.text)).toEqual({
      sections: [
        {},
        {
          questions: [
            // An option that is removed is kept for earlier answers.
            { name: 'graduationYear', options: [...years, { label: '2029' }, { label: '2024', value: '2024', retired: true }] },
            { name: 'university' },
            { name: 'major' },
          ],
        },
        {},
        { questions: [{ hint: '', name: 'skills' }, { name: 'experience' }, { name: 'portfolio' }, { name: 'resume' }, own] },
      ],
    })
    // Choices that no answer has go without a trace.
    const anew = await save(({ sections }) => {
      sections[1].questions[0] = { ...sections[1].questions[0], anew: true, options: [{ label: 'Soon' }] }
    })
    expect([anew.faults, parse(anew.text).sections[1].questions[0]]).toEqual([
      [],
      { name: 'graduationYear', anew: true, options: [{ label: 'Soon' }] },
    ])
    expect((anew.value as any).sections[1].questions[0].options).toEqual([{ label: 'Soon' }])
    const back = await save((value) => Object.assign(value, built.value))
    expect(back.text).toBe(built.text)
  })

  it.each<[string, (value: any) => void, RegExp]>([
    [
      'an empty label',
      ({ sections }) => (sections[1].questions[0].label = ' '),
      /^sections\.1\.questions\.0\.label Question is empty/,
    ],
    [
      'a label that is there twice',
      ({ sections }) => (sections[1].questions[1].label = 'university'),
      /^sections\.1\.questions\.1\.label .*that of another question: university/,
    ],
    [
      'a label with braces',
      ({ sections }) => (sections[1].questions[1].label = '{name}'),
      /\.label Question should be one line of text without braces/,
    ],
    [
      'a long label',
      ({ sections }) => (sections[1].questions[1].label = 'x'.repeat(121)),
      /\.label Question needs at most 120 characters/,
    ],
    ['a part without a heading', ({ sections }) => (sections[1].title = ''), /^sections\.1\.title Title is empty/],
    [
      'two parts with one heading',
      ({ sections }) => (sections[2].title = 'you'),
      /^sections\.2\.title Title is that of another part/,
    ],
    ['a title without its last word', (value) => (value.title = 'Internship'), /^title Title must end with application/],
    [
      'a wrong placeholder',
      (value) => (value.next[0] = 'We write {when}.'),
      /^next\.0 What happens next 1 should be a sentence with no braces but/,
    ],
    ['no next step', (value) => (value.next = []), /^next What happens next needs at least 1/],
    [
      'an option without words',
      ({ sections }) => sections[1].questions[2].options.push({ label: '' }),
      /^sections\.1\.questions\.2\.options\.5\.label Choice is empty/,
    ],
    [
      'a value that is there twice',
      ({ sections }) => sections[1].questions[2].options.push({ label: 'Again', value: '2026' }),
      /^sections\.1\.questions\.2\.options\.5\.value Stored as is there twice: 2026/,
    ],
    [
      'an option that is there twice',
      ({ sections }) => sections[1].questions[2].options.push({ label: '2026', value: 'x' }),
      /\.options\.5\.label Choice is there twice: 2026/,
    ],
    [
      'no option that is offered',
      ({ sections }) => (sections[1].questions[2].options = []),
      /^sections\.1\.questions\.2\.options Choices must have a choice/,
    ],
    [
      'a required address',
      ({ sections }) => (sections[0].questions[2].required = false),
      /^sections\.0\.questions\.2\.required Must be answered cannot be changed/,
    ],
    [
      'options of a text',
      ({ sections }) => (sections[0].questions[0].options = [{ label: 'A' }]),
      /^sections\.0\.questions\.0\.options Choices cannot be changed/,
    ],
    [
      'another kind of a question',
      ({ sections }) => (sections[1].questions[0].kind = 'url'),
      /\.kind Kind of answer can be set for own questions only/,
    ],
    [
      'a question of another part',
      ({ sections }) => sections[1].questions.push(sections[0].questions.pop()),
      /^sections\.1\.questions\.3\.name Name in spreadsheets is a question of another part: phone/,
    ],
    [
      'an own question without a name',
      ({ sections }) => sections[3].questions.push({ ...own, name: 'diet' }),
      /^sections\.3\.questions\.4\.name Name in spreadsheets must be own, a capital/,
    ],
    [
      'a name that is there twice',
      ({ sections }) => sections[3].questions.push(own, { ...own, label: 'B' }),
      /^sections\.3\.questions\.5\.name Name in spreadsheets is there twice: ownDiet/,
    ],
    [
      'a choice without options',
      ({ sections }) => sections[3].questions.push({ ...own, options: [] }),
      /^sections\.3\.questions\.4\.options Choices must have a choice/,
    ],
    [
      'a text with options',
      ({ sections }) => sections[3].questions.push({ ...own, kind: 'text' }),
      /^sections\.3\.questions\.4\.options Choices must be removed/,
    ],
    [
      'a limit of a choice',
      ({ sections }) => sections[3].questions.push({ ...own, limit: 9 }),
      /^sections\.3\.questions\.4\.limit Most characters is for the kinds text and/,
    ],
    [
      'a limit beyond all',
      ({ sections }) => sections[3].questions.push({ ...own, kind: 'text', options: undefined, limit: 20_001 }),
      /\.limit Most characters should be at most 20000/,
    ],
    [
      'a comma in a list',
      ({ sections }) => sections[3].questions.push({ ...own, kind: 'multiselect', options: [{ label: 'A, B' }] }),
      /\.options\.0\.value Stored as must not have a comma/,
    ],
    [
      'two files',
      ({ sections }) => {
        for (const n of [1, 2]) sections[3].questions.push({ ...own, label: `F${n}`, name: `own${n}`, kind: 'file', options: [] })
      },
      /^sections Parts have two own questions for a file/,
    ],
    [
      'a condition of a text',
      ({ sections }) => sections[3].questions.push({ ...own, shown: { field: 'firstName', is: 'A' } }),
      /^sections\.3\.questions\.4\.shown\.field Question must be a question before it/,
    ],
    [
      'a condition of a later question',
      ({ sections }) => sections[0].questions.push({ ...own, shown: { field: 'graduationYear', is: '2026' } }),
      /\.shown\.field Question must be a question before it/,
    ],
    [
      'a condition that nobody can meet',
      ({ sections }) => sections[3].questions.push({ ...own, shown: { field: 'graduationYear', is: '1999' } }),
      /^sections\.3\.questions\.4\.shown\.is Answer must be a choice of Graduation year/,
    ],
    [
      'a condition of a required address',
      ({ sections }) => (sections[0].questions[2].shown = { field: 'firstName', is: 'A' }),
      /\.shown Asked when cannot be set/,
    ],
    [
      'eleven own questions',
      ({ sections }) => {
        for (let n = 1; n <= 11; n++) sections[3].questions.push({ ...own, label: `Q${n}`, name: `own${n}` })
      },
      /^sections Parts have 11 own questions, and 10 are possible/,
    ],
  ])('names %s at its field, and cannot be published', async (_, change, fault) => {
    const { save, publish } = await desk()
    const { faults, revision } = await save(change)
    expect(faults.map(({ field, message }) => `${field.join('.')} ${message}`).join('\n')).toMatch(new RegExp(fault.source, 'm'))
    expect(await publish(revision)).toMatchObject({ status: 400, body: { code: 'FORM_VALIDATION_FAILED' } })
  })

  it('keeps what is published: options as retired, and answers of another kind apart', async () => {
    const { open, save, publish } = await desk()
    const added = await save(({ sections }) => sections[3].questions.push(own))
    expect((await publish(added.revision)).status).toBe(200)
    const { value } = await save(({ sections }) => sections[3].questions[4].options.shift())
    const [other, vegan] = questionOf(value, 'ownDiet')?.options ?? []
    expect([other, vegan]).toEqual([{ label: 'Other' }, { label: 'Vegan', retired: true }])
    await save(({ sections }) => Object.assign(sections[3].questions[4], { kind: 'text', options: [] }))
    const [, , , last] = (await open()).value.sections ?? []
    expect(last?.questions?.[4]).toEqual({ label: 'Diet', kind: 'text', required: false, options: [], name: 'ownDiettext' })
  })

  it('keeps the options on which other questions depend', async () => {
    const { save } = await desk()
    const file = 'content/forms/early-customer.yaml'
    const { faults } = await save(({ sections }) => (sections[0].questions[0].options[1].retired = true), file)
    expect(faults).toEqual([
      {
        ...{ path: file, field: ['sections', 0, 'questions', 0, 'options', 1, 'retired'] },
        message: 'Retired cannot be: other questions are asked only with Enterprise',
      },
    ])
  })

  it('offers only what can be edited, and refuses what is no form', async () => {
    const { open, call } = await desk()
    const { schema } = await open('content/forms/accelerator.yaml')
    const keysOf = (name: string) =>
      schema.properties?.sections?.prefixItems
        ?.flatMap(({ properties }) => properties?.questions?.items?.anyOf ?? [])
        .find(({ properties }) => properties?.name?.const === name)?.properties
    expect(Object.keys(keysOf('email') ?? {})).toEqual(['label', 'hint', 'name'])
    expect(Object.keys(keysOf('competition') ?? {})).toEqual(['label', 'hint', 'required', 'shown', 'name'])
    expect(Object.keys(keysOf('industry') ?? {})).toEqual(['label', 'hint', 'required', 'shown', 'options', 'name'])
    // Its options are the cohorts.
    expect(Object.keys(keysOf('cohortPreference') ?? {})).toEqual(['label', 'hint', 'name'])
    expect(keysOf('industry')?.options?.description).toMatch(/^The choices, in the order/)
    for (const value of [{ sections: 1 }, null, { sections: [null] }])
      expect((await call(siteRoutes.siteDocument.path, 'PUT', { path, revision: 0, value })).status).toBe(400)
    const text = await call(siteRoutes.siteDocument.path, 'PUT', { path, revision: 0, text: 'sections:\n  - questions: 5\n' })
    expect([text.body.document.value, text.body.document.faults.length]).toEqual([undefined, 1])
  })
})
