import { expect, it } from 'vitest'
import { yamlFiles } from '../content/files.ts'
import { aboutForm, languagesOf } from '../content/languages.ts'
import { loadContent } from '../content/load.ts'
import { formTypes } from '../shared/form-types.ts'
import { speechOf } from '../shared/language.ts'
import { partsOf, servedForms } from './gaps.ts'
import { lacking } from './lacking.ts'

const invented = 'content/languages/xx/'

function read(files: typeof yamlFiles) {
  const content = loadContent(files)
  if (!content.ok) throw new Error(content.fault.join('\n'))
  return { languages: languagesOf(content.value), parts: partsOf(files, content.value) }
}

const { languages, parts } = read(yamlFiles)

it('says every text of every form and page in the languages that ship', () => {
  for (const language of languages) {
    expect([language.code, lacking(language, parts.shared)]).toEqual([language.code, []])
    for (const texts of [...Object.values(parts.forms), ...Object.values(parts.pages)])
      expect([language.code, lacking(language, texts)]).toEqual([language.code, []])
    expect(servedForms(language, parts)).toEqual(language.forms)
  }
  expect(languages.map(({ code, forms }) => [code, forms.length])).toEqual([['ta', formTypes.length]])
})

it('has another language by a folder alone, form by form', () => {
  const every = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, `«${text}»`]))
  const files = {
    ...yamlFiles,
    [`${invented}language.yaml`]: JSON.stringify({ name: 'Xx', direction: 'rtl', readBy: '', forms: ['Contact', 'Investor'] }),
    [`${invented}all.yaml`]: JSON.stringify(every([...parts.shared, ...parts.forms.Contact])),
  }
  const added = read(files)
  const language = added.languages.find(({ code }) => code === 'xx')
  expect(language && [language.direction, servedForms(language, added.parts)]).toEqual(['rtl', ['Contact']])
  expect(language && lacking(language, added.parts.forms.Investor)).toContain('Investor name')
})

it('takes a form out of a language whose English has changed', () => {
  const files = { ...yamlFiles, 'content/forms/contact.yaml': '{ submit: Send it now }\n' }
  const { languages: after, parts: changed } = read(files)
  const [tamil] = after
  expect(tamil && lacking(tamil, changed.forms.Contact)).toEqual(['Send it now'])
  expect(tamil && servedForms(tamil, changed)).toEqual(tamil?.forms.filter((type) => type !== 'Contact'))
})

it('refuses a sentence whose values differ, with its place', () => {
  const file = `${invented}words.yaml`
  const content = loadContent({
    ...yamlFiles,
    [`${invented}language.yaml`]: JSON.stringify({ name: 'Xx', direction: 'ltr', readBy: '', forms: [] }),
    [file]: JSON.stringify({ 'By {day}': 'until {days}' }),
  })
  expect(content.ok ? [] : content.fault).toEqual([
    `${file}: "By {day}" has {day}, and what is said in its place does not`,
    `${file}: "By {day}" has no {days}, and what is said in its place does`,
  ])
})

it('says something else of one form, beside what it says of the others', () => {
  const file = `${invented}words.yaml`
  const filesWith = (texts: Readonly<Record<string, string>>) => ({
    ...yamlFiles,
    [`${invented}language.yaml`]: JSON.stringify({ name: 'Xx', direction: 'ltr', readBy: '', forms: [] }),
    [file]: JSON.stringify({ 'Your application': texts }),
  })
  const [language] = read(filesWith({ other: 'all', Contact: 'message' })).languages.filter(({ code }) => code === 'xx')
  const texts = formTypes.map((type) => language && speechOf(aboutForm(language, type)).translate(['Your application'], []))
  expect(texts).toEqual(formTypes.map((type) => (type === 'Contact' ? 'message' : 'all')))
  expect(language && speechOf(language).translate(['Your application'], [])).toBe('all')
  const content = loadContent(filesWith({ Contact: 'message' }))
  expect(content.ok ? [] : content.fault).toEqual([expect.stringContaining(file)])
})
