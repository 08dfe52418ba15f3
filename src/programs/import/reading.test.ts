import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { email } from '../../forms/fields/email.ts'
import { text } from '../../forms/fields/text.ts'
import { readOptions } from './options.ts'
import { readAnswer, readMoment } from './read-cell.ts'
import { readTabs } from './tabs.ts'

describe('a time', () => {
  const iso = (cell: Parameters<typeof readMoment>[0], monthFirst = false) => readMoment(cell, monthFirst)?.toISOString()

  it.each([
    ['2025-11-21T08:33:05.120Z', '2025-11-21T08:33:05.120Z'],
    ['2025-11-21T08:33:05+05:30', '2025-11-21T03:03:05.000Z'],
    ['2025-11-21 14:03', '2025-11-21T08:33:00.000Z'],
    ['2025-11-21', '2025-11-20T18:30:00.000Z'],
    ['21/11/2025 14:03:05', '2025-11-21T08:33:05.000Z'],
    ['21/11/2025, 2:03:05 pm', '2025-11-21T08:33:05.000Z'],
    ['21.11.2025 12:00 AM', '2025-11-20T18:30:00.000Z'],
    ['2025/11/21 2:03:05 PM GMT+5:30', '2025-11-21T08:33:05.000Z'],
    ['2025/11/21 12:03:05 am GMT-8', '2025-11-21T08:03:05.000Z'],
    ['21/11/2025 2:03:05\u202fp.m. IST', '2025-11-21T08:33:05.000Z'],
    ['21/11/2025 08:33 UTC', '2025-11-21T08:33:00.000Z'],
    ['21-Nov-2025 14:03', '2025-11-21T08:33:00.000Z'],
    ['November 21, 2025 2:03 PM', '2025-11-21T08:33:00.000Z'],
    ['6/7/2025', '2025-07-05T18:30:00.000Z'],
    [45_982.5, '2025-11-21T06:30:00.000Z'],
    ['45982.5', '2025-11-21T06:30:00.000Z'],
    [new Date('2025-11-21T14:03:05Z'), '2025-11-21T08:33:05.000Z'],
  ])('%j is %s', (cell, moment) => expect(iso(cell)).toBe(moment))

  it('has its month first with the option monthFirst', () => expect(iso('6/7/2025', true)).toBe('2025-06-06T18:30:00.000Z'))

  it.each([
    '',
    'yesterday',
    '31/02/2025',
    '21/11/2025 25:00',
    '11/21/2025',
    '1/1/25',
    '0:30',
    '13:00 pm',
    '21-Nil-2025',
    '2025-11-21 10:00 PST',
    12,
    '1899-12-30',
    '31/12/1899',
    '1904-01-01',
    '00001',
    '12000',
    new Date('1899-12-30T00:00:00Z'),
    true,
    null,
  ])('%j is not a time', (cell) => expect(iso(cell)).toBe(undefined))
})

describe('an answer', () => {
  it.each([
    ['JosÃ© NÃºÃ±ez', 'José Núñez'],
    ['itâ€™s', 'it’s'],
    ['à®µà®£à®•à¯\u008dà®•à®®à¯\u008d', 'வணக்கம்'],
    ['ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'Привет'],
    ['ðŸ™‚', '🙂'],
  ])('that was encoded twice has a remark: %s', (typed, meant) =>
    expect(readAnswer(text('Name'), typed)).toEqual({
      value: typed,
      remark: `“${typed}” was encoded twice, perhaps for “${meant}”. It was imported as it is.`,
    }),
  )

  it.each(['José Núñez', 'IRMÃ', 'CORAÇÃO', 'Â', 'à la carte', '“É”', 'வணக்கம் 🙂', 'Ångström', 'Øre', 'naïve café'])(
    'that was encoded once has none: %s',
    (typed) => expect(readAnswer(text('Name'), typed)).toEqual({ value: typed }),
  )

  it('without its bad signs says so, with its other fault', () =>
    expect(readAnswer(email(), 'a\0b')).toEqual({
      value: 'ab',
      remark: 'A character that cannot be stored was removed. Please enter a valid email address. It was imported as it is.',
    }))
})

describe('a file', () => {
  const csv = (text: string | Uint8Array) => readTabs('a.CSV', typeof text === 'string' ? new TextEncoder().encode(text) : text)

  it.each([',', ';', '\t'])('of CSV may have %j between its cells', async (sign) => {
    expect(await csv(`\ufeffname${sign}"a ""b"",;\t"\r\n'=1+1${sign}"one\r\ntwo"\r\n`)).toMatchObject({
      tabs: [
        {
          lines: [
            ['name', 'a "b",;\t'],
            ['=1+1', 'one\r\ntwo'],
          ],
        },
      ],
    })
  })

  it('has its delimiter in most lines, not in a title or in texts', async () => {
    const { tabs } = await csv('Applications 2025\nname;message\nNila;one, two, three\n')
    expect([tabs[0]?.lines[2], tabs[0]?.how]).toEqual([['Nila', 'one, two, three'], 'separated by semicolons'])
    const utf16 = await csv(Uint8Array.from([0xff, 0xfe, ...Buffer.from('name\tமொழி\nNila\tx', 'utf16le')]))
    expect(utf16.tabs[0]?.lines[0]).toEqual(['name', 'மொழி'])
  })

  it('with other content than its extension says is refused with the reason', async () => {
    await expect(csv(Uint8Array.from([0x6e, 0x0a, 0xe9]))).rejects.toThrow('it is not UTF-8. Save it again as “CSV UTF-8”')
    await expect(csv('name\n"never closed\n')).rejects.toThrow('Quote Not Closed')
    await expect(readTabs('a.xlsx', new TextEncoder().encode('no workbook'))).rejects.toThrow()
    const locked = readFileSync('tests/fixtures/resumes/password.docx')
    await expect(readTabs('a.xlsx', locked)).rejects.toThrow('it has a password. Open it, remove the password, and save it again')
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    await expect(readTabs('a.xls', old)).rejects.toThrow(
      'it is of an old program (.xls). Open it, and save it as .xlsx or “CSV UTF-8”',
    )
  })

  it('that unpacks to more than 128 MB, or to many files, is refused before that', async () => {
    const large = 'it is too large to be read as a workbook. Save the sheet as “CSV UTF-8”'
    const sheet = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(128 * 1024 * 1024 + 1) })
    await expect(readTabs('a.xlsx', sheet)).rejects.toThrow(large)
    // It only says so.
    const small = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(9) }))
    small.writeUInt32LE(0x0fffffff, small.indexOf('PK\x01\x02') + 24)
    await expect(readTabs('a.xlsx', small)).rejects.toThrow(large)
    const entries = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}`, new Uint8Array()]))
    await expect(readTabs('a.xlsx', zipSync(entries, { level: 0 }))).rejects.toThrow(large)
  })
})

describe('the command line', () => {
  const usage =
    'Usage: npm run import -- FILE.csv|FILE.xlsx [--form Accelerator] [--dry-run] [--report FILE.csv] [--month-first] [--mirror]'

  it('is read', () =>
    expect(readOptions(['a.XLSX', '--form', 'early-customer', '--dry-run', '--report', 'r.csv'])).toEqual({
      file: 'a.XLSX',
      form: 'EarlyCustomer',
      dryRun: true,
      report: 'r.csv',
      mirror: false,
      monthFirst: false,
    }))

  it.each([
    [[], usage],
    [['a.ods'], usage],
    [['a.csv', 'b.csv'], usage],
    [['--all', 'a.csv'], `Unknown option '--all'.\n${usage}`],
    [['a.csv', '--form', 'Grants'], '--form: got "Grants"; it takes the name of a form, such as Accelerator'],
  ])('%j is refused', (args, message) => expect(() => readOptions(args)).toThrow(message))
})
