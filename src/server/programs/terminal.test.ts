import { expect, it } from 'vitest'
import { progressLine, showProgress } from './terminal.ts'

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
