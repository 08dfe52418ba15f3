import { expect, it } from 'vitest'
import { fileName, folderName } from './safe-name.ts'

const free = (): boolean => true

it.each([
  ['Priya R – CV.pdf', 'Priya R – CV.pdf'],
  ['சுயவிவரம் 🙂.docx', 'சுயவிவரம் 🙂.docx'],
  ['../../etc/passwd', 'etc passwd'],
  ['..\\..\\a.pdf', 'a.pdf'],
  ['/a/b.pdf', 'a b.pdf'],
  ['a\0b\r\n.pdf', 'a b.pdf'],
  ['cv\u202efdp.exe', 'cv fdp.exe'],
  ['CON.pdf', '_CON.pdf'],
  ['.htaccess', 'htaccess'],
  ['a. . .', 'a'],
  ['', 'file'],
  ['???', 'file'],
])('a file named %j becomes %j', (name, expected) => expect(fileName(name, free)).toBe(expected))

it('cuts a long name between characters and keeps its extension', () => {
  const name = fileName(`${'த'.repeat(200)}.pdf`, free)
  expect(name).toBe(`${'த'.repeat(38)}.pdf`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120)
})

it('adds a number to a used name', () => {
  const taken = new Set(['cv.pdf', 'cv (2).pdf'])
  expect(fileName('cv.pdf', (name) => !taken.has(name))).toBe('cv (3).pdf')
})

it('a folder has the name of the applicant and the id of the application', () => {
  expect(folderName('Meena / Iyer', '0198-7')).toBe('Meena Iyer 0198-7')
  expect(folderName('..', '0198-7')).toBe('0198-7')
})
