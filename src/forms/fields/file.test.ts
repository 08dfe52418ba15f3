import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { file, plainName } from './file.ts'

const field = file('Resume', { accept: ['.pdf', '.doc', '.docx'], maxMB: 5 })
const pdf = { name: 'kavya.pdf', size: 1_000, type: 'application/pdf' }

describe('file', () => {
  it('accepts its kinds in any letter case, by name and size only', () => {
    for (const name of ['kavya.pdf', 'KAVYA.PDF', 'a.b.doc', 'வரலாறு 🌱.docx', 'Nila R. Resume'])
      expect(field.parse({ ...pdf, name, lastModified: 5 })).toEqual({ ok: true, value: { ...pdf, name } })
    expect(field.parse(new File(['%PDF-1.7'], 'cv.pdf', { type: 'application/pdf' }))).toEqual({
      ok: true,
      value: { name: 'cv.pdf', size: 8, type: 'application/pdf' },
    })
  })

  it('treats no file as a blank answer, in the way that browsers send it too', () => {
    for (const nothing of [undefined, null, '', { name: '', size: 0, type: 'application/octet-stream' }])
      expect(field.parse(nothing)).toEqual({ ok: true, value: null })
    expect([field.isBlank(null), field.isBlank(pdf)]).toEqual([true, false])
    expect([field.format(null), field.format(pdf), field.wire(pdf)]).toEqual(['', 'kavya.pdf', 'kavya.pdf'])
  })

  it('accepts 5 MB and refuses one byte more', () => {
    expect(field.parse({ ...pdf, size: 5 * 1024 * 1024 }).ok).toBe(true)
    expect(field.parse({ ...pdf, size: 5 * 1024 * 1024 + 1 })).toEqual({ ok: false, fault: 'Resume can be 5 MB at most' })
  })

  it('refuses an empty file and other kinds', () => {
    expect(field.parse({ ...pdf, size: 0 })).toEqual({ ok: false, fault: 'Resume is an empty file' })
    for (const name of ['kavya.exe', 'kavya.pdf.exe', 'kavya.pd', 'kavya.pdf/'])
      expect(field.parse({ ...pdf, name })).toEqual({ ok: false, fault: 'Resume must be one of PDF, DOC, DOCX' })
  })

  it('refuses a value that is not a file', () => {
    for (const raw of [
      'kavya.pdf',
      5,
      true,
      {},
      [pdf],
      { ...pdf, size: '5' },
      { ...pdf, size: -1 },
      { ...pdf, size: Number.NaN },
    ])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Resume must be a file' })
  })
})

describe('plainName', () => {
  it('removes only folders, line breaks and bidirectional characters', () => {
    expect(plainName('C:\\fakepath\\my cv.pdf')).toBe('my cv.pdf')
    expect(plainName('../../etc/passwd.pdf')).toBe('passwd.pdf')
    expect(plainName('a\r\nContent-Type: x.pdf')).toBe('a  Content-Type: x.pdf')
    expect(plainName('a\0\ud83d.pdf')).toBe('a \ufffd.pdf')
    expect(plainName('cv\u202efdp.doc')).toBe('cv fdp.doc')
    expect(plainName('Résumé (final) – “2” 👩‍🌾.pdf')).toBe('Résumé (final) – “2” 👩‍🌾.pdf')
  })

  it('keeps the extension of a name that is too long', () => {
    const name = plainName(`${'க'.repeat(300)}.docx`)
    expect([...name].length).toBe(120)
    expect(name.endsWith('.docx')).toBe(true)
  })

  it('returns the same name the second time', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect(plainName(plainName(name))).toBe(plainName(name))
      }),
    )
  })
})
