import { expect, test } from 'vitest'
import { yamlFiles } from './files.ts'
import { loadContent } from './load.ts'

function faults(files: Readonly<Record<string, string>>): readonly string[] {
  const read = loadContent(files)
  return read.ok ? [] : read.fault
}

test('the content of the repository has no fault', () => {
  expect(faults(yamlFiles)).toEqual([])
})

test('a missing file and a file without a schema are named', () => {
  const { 'content/team.yaml': _, ...files } = yamlFiles
  expect(faults(files)).toEqual(['content/team.yaml is missing'])
  expect(faults({ ...yamlFiles, 'content/teams.yaml': 'a: 1' })).toEqual([
    'content/teams.yaml is read by nothing: name it in src/content/load.ts',
  ])
})

test('the faults of all files are reported at once', () => {
  expect(faults({ ...yamlFiles, 'content/faq.yaml': '', 'content/team.yaml': '[]' })).toEqual([
    'content/team.yaml: the file should be a list of at least 1 entry, received a list of 0',
    'content/faq.yaml: the file should be a list, received nothing',
  ])
})
