import { expect, it } from 'vitest'
import { folderName, uniquePath } from './safe-name.ts'

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
])('a file named %j becomes %j', (name, expected) => expect(uniquePath('files', name, new Set())).toBe(`files/${expected}`))

it('cuts a long name between characters and keeps its extension', () => {
  const path = uniquePath('', `${'த'.repeat(200)}.pdf`, new Set())
  expect(path).toBe(`/${'த'.repeat(38)}.pdf`)
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(121)
})

it('adds a number to a used path, in upper or lower case', () => {
  const used = new Set(['a/cv.pdf', 'a/cv (2).pdf'])
  expect(uniquePath('a', 'CV.pdf', used)).toBe('a/CV (3).pdf')
  expect(uniquePath('a', 'cv.pdf', used)).toBe('a/cv (4).pdf')
  expect(uniquePath('b', 'cv.pdf', used)).toBe('b/cv.pdf')
})

it('a folder has the name of the applicant and the id of the application', () => {
  expect(folderName('Meena / Iyer', '0198-7')).toBe('Meena Iyer 0198-7')
  expect(folderName('..', '0198-7')).toBe('0198-7')
})
