import { expect, test } from 'vitest'
import { yamlFiles } from './files.ts'
import { loadContent } from './load.ts'

function faults(files: Readonly<Record<string, string>>): readonly string[] {
  const read = loadContent(files)
  return read.ok ? [] : read.fault
}

test('the content of the repository has no faults', () => {
  expect(faults(yamlFiles)).toEqual([])
})

test('a missing file and a file without a schema are reported', () => {
  const { 'content/team.yaml': _, ...files } = yamlFiles
  expect(faults(files)).toEqual(['content/team.yaml is missing'])
  expect(faults({ ...yamlFiles, 'content/teams.yaml': 'a: 1' })).toEqual([
    'content/teams.yaml is not used: add it to src/content/load.ts',
  ])
})

test('the faults of all files are reported at once', () => {
  expect(faults({ ...yamlFiles, 'content/faq.yaml': '', 'content/team.yaml': '{}' })).toEqual([
    'content/team.yaml: the file should be a list, received a group of keys ()',
    'content/faq.yaml: the file should be a list, received nothing',
  ])
})

test('a rubric names criteria that exist, each once', () => {
  const rubrics = yamlFiles['content/rubrics.yaml'] ?? ''
  const line = rubrics.split('\n').findIndex((text) => text.startsWith('  Contact:')) + 1
  const changed = rubrics.replace('Contact: []', 'Contact: [team, team, teem]').replace('weight: 3', 'weight: 11')
  expect(faults({ ...yamlFiles, 'content/rubrics.yaml': changed })).toEqual([
    'content/rubrics.yaml, line 7: `criteria.team.weight` should be at most 10, received 11',
  ])
  expect(faults({ ...yamlFiles, 'content/rubrics.yaml': changed.replace('weight: 11', 'weight: 3') })).toEqual([
    `content/rubrics.yaml, line ${line}: \`forms.Contact[1]\` should be a criterion that the list does not have yet, received "team"`,
    `content/rubrics.yaml, line ${line}: \`forms.Contact[2]\` should be a key of \`criteria\`, received "teem"`,
  ])
})

test('a promise is a number of time units, and holidays are days', () => {
  const promises = yamlFiles['content/promises.yaml'] ?? ''
  const line = promises.split('\n').findIndex((text) => text.startsWith('  Contact:')) + 1
  const changed = promises.replace('Contact: 24 hours', 'Contact: soon').replace('2026-01-26: Republic', '2026-02-30: Republic')
  expect(faults({ ...yamlFiles, 'content/promises.yaml': changed })).toEqual([
    `content/promises.yaml, line ${line}: \`answers.Contact\` should be a time such as 24 hours, 1 week or 2-3 business days, received "soon"`,
    expect.stringMatching(/^content\/promises\.yaml, line \d+: .*a day such as 2026-01-15/),
  ])
})

test('a text has the promise of the form that it names; an unknown form is a fault', () => {
  const home = yamlFiles['content/pages/home.yaml'] ?? ''
  const promises = yamlFiles['content/promises.yaml']?.replace('Contact: 24 hours', 'Contact: 12 hours') ?? ''
  const read = loadContent({ ...yamlFiles, 'content/promises.yaml': promises })
  expect(read.ok && JSON.stringify(read.value)).toContain('We answer within 12 hours.')
  expect(read.ok && JSON.stringify(read.value)).not.toMatch(/24 hours|\{promises/)
  const line = home.split('\n').findIndex((text) => text.includes('{promises.Contact}')) + 1
  expect(faults({ ...yamlFiles, 'content/pages/home.yaml': home.replace('{promises.Contact}', '{promises.contct}') })).toEqual([
    expect.stringContaining(`content/pages/home.yaml, line ${line}: {promises.contct} is not a form; the forms are Accelerator,`),
  ])
})
