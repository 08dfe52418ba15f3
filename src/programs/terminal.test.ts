import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { failureText, progressLine, showProgress } from './terminal.ts'

it('draws a progress bar', () => {
  expect(progressLine({ step: 'copying', done: 0, total: 2000 })).toBe('Copying   [------------------------------] 0 of 2,000')
  expect(progressLine({ step: 'comparing', done: 1000, total: 2000 })).toBe(
    'Comparing [###############---------------] 1,000 of 2,000',
  )
  expect(progressLine({ step: 'copying', done: 0, total: 0 })).toBe('Copying   [##############################] 0 of 0')
})

it('redraws the bar on a terminal, and writes a line for each tenth elsewhere', () => {
  const terminal: string[] = []
  const file: string[] = []
  const redraw = showProgress((text) => terminal.push(text), true)
  const append = showProgress((text) => file.push(text), false)
  for (const done of [100, 150, 190, 200]) for (const show of [redraw, append]) show({ step: 'copying', done, total: 200 })
  expect(terminal.map((text) => [text[0], text.at(-1) === '\n'])).toEqual([
    ['\r', false],
    ['\r', false],
    ['\r', false],
    ['\r', true],
  ])
  expect(file.map((line) => line.match(/\d+ of 200\n$/)?.[0])).toEqual([
    '100 of 200\n',
    '150 of 200\n',
    '190 of 200\n',
    '200 of 200\n',
  ])
})

it('prints errors of files and of SQLite as a line, and others with their stack', () => {
  const errorOf = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return failureText(error)
    }
  }
  expect(errorOf(() => readFileSync('/no/file'))).toBe("ENOENT: no such file or directory, open '/no/file'")
  expect(errorOf(() => new DatabaseSync('/no/file'))).toBe('unable to open database file')
  expect(errorOf(() => (undefined as unknown as string).length)).toBeInstanceOf(TypeError)
})
