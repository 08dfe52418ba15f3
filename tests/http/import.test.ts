import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '../../src/shared/csv.ts'
import { answers, submission } from '../support/answers.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import type { Json } from '../support/desk.ts'
import { runProgram } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { type Running, startServer } from '../support/server.ts'
import { book } from '../support/workbook.ts'

/** A running server, and programs that use its database. */
interface Installation {
  readonly server: Running
  readonly env: Readonly<Record<string, string>>
}

const databases: TestDatabase[] = []
const installations: Installation[] = []
let folder: string
/** The source of the applications, and the target for the tables of people. */
let from: Installation
let to: Installation

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-import-'))
  ;[from, to] = await Promise.all([startInstallation(), startInstallation()])
})
afterAll(async () => {
  for (const { server } of installations) await server.remove()
  for (const database of databases) await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function startInstallation(): Promise<Installation> {
  const database = await testDatabase()
  databases.push(database)
  const server = await startServer({ DATABASE_URL: database.url ?? '', LOG_LEVEL: 'error' })
  // The letters of a sign-in are there from the beginning.
  await server.session()
  const made = { server, env: { DATA_DIR: server.dataDir, DATABASE_URL: database.url ?? '' } }
  installations.push(made)
  return made
}

/** All applications in the list of the desk, or those that match `words`, oldest first. */
const all = async (of: Installation, words = ''): Promise<Json[]> => (await of.server.listed(`q=${words}`)).toReversed()
const stats = async (of: Installation): Promise<Json> => (await of.server.call('/api/stats')).body.stats

/** A record without the size and type of files, which a spreadsheet does not contain. */
/** A moment to the second, as in an XLSX cell. */
const toSecond = (at: unknown): unknown =>
  typeof at === 'string' ? new Date(Math.round(Date.parse(at) / 1000) * 1000).toISOString() : at

/** The part of a record that a spreadsheet contains: no revision, no due moment, and in XLSX moments to the second. */
const inSheet = ({ form_data, revision, due_at, ...record }: Json, format: string): Json => ({
  ...record,
  ...(format === 'xlsx' && { submitted_at: toSecond(record.submitted_at), reviewed_at: toSecond(record.reviewed_at) }),
  form_data: { ...form_data, ...(form_data.resume && { resume: form_data.resume.name }) },
})

const file = (name: string, content: string | Uint8Array): string => {
  const filePath = path.join(folder, name)
  writeFileSync(filePath, content)
  return filePath
}
const csv = (name: string, lines: readonly (readonly string[])[]): string => file(name, lines.map(csvLine).join(''))

/** Answers that a file between two programs can lose or change. */
const hard = [
  '=1+1',
  '+91 98400 12345',
  '-2',
  '@x',
  "'=1",
  "''-2",
  '\tafter a tab',
  ' space around ',
  'one\ntwo\r\nthree\rfour',
  'a "quote", a; semicolon, a comma',
  'வணக்கம் 🙏🏽 <b>&amp;</b>',
  '_x000D_ 007 1e5',
  'x'.repeat(20_000),
]

const lastLine = (output: string): string | undefined => output.trimEnd().split('\n').at(-1)

it('restores an export from CSV and XLSX once, and sends no letter', async () => {
  await runProgram('seed', ['40'], from.env)
  for (const message of hard) await from.server.apply('Contact', { subject: message.slice(0, 100), message, language: 'ta' })
  const records = await all(from)
  expect(records).toHaveLength(40 + hard.length)
  for (const format of ['csv', 'xlsx']) {
    const filePath = file(`own.${format}`, await (await from.server.fetch(`/api/applications/export?format=${format}`)).bytes())
    const into = await startInstallation()
    const mails = (await into.server.mails()).length
    const first = await runProgram('import', [filePath], into.env)
    expect([first.code, first.errors, lastLine(first.output)]).toEqual([
      0,
      '',
      '53 rows: 53 imported, 0 already there, 0 refused.',
    ])
    const inFormat = (record: Json): Json => inSheet(record, format)
    expect((await all(into)).map(inFormat)).toEqual(records.map(inFormat))
    expect(await stats(into)).toEqual(await stats(from))
    const imported = (await into.server.call(`/api/applications/${records[0]?.id}`)).body
    expect([imported.messages, imported.history]).toEqual([
      [],
      [{ at: inSheet(records[0] ?? {}, format).submitted_at, by: 'import', event: { what: 'submitted' } }],
    ])
    const inTamil = (await into.server.call(`/api/applications/${records.at(-1)?.id}`)).body
    expect([imported.application.language, inTamil.application.language]).toEqual([undefined, 'ta'])
    expect((await all(into, encodeURIComponent('வணக்கம்'))).length).toBeGreaterThan(0)
    const second = await runProgram('import', [filePath], into.env)
    expect([second.code, lastLine(second.output)]).toEqual([0, '53 rows: 0 imported, 53 already there, 0 refused.'])
    expect(await stats(into)).toEqual(await stats(from))
    expect(await into.server.mails()).toHaveLength(mails)
  }
}, 180_000)

describe('a spreadsheet', () => {
  const head = ['Timestamp', 'Founder name', 'EMAIL', 'phone', 'Favourite colour', 'Industry', 'status', 'Notes', 'expectations']
  const row = (at: string, name: string, email: string, rest: readonly string[] = []) => [
    at,
    name,
    email,
    '98400',
    'red',
    ...rest,
  ]

  it('is read by labels or names in any order, with times; bad rows are reported', async () => {
    const filePath = csv('founders.csv', [
      head,
      row('21/11/2025 14:03:05', 'Nila Raman', 'nila@founders.example', [
        'fintech',
        'Approved',
        'Called her',
        'A second plant\nSubmitted from IP: 203.0.113.7',
      ]),
      row('2025-11-22T09:00:00.250+05:30', 'Ravi Kumar', ' ravi@founders.example ', [
        'Basket weaving',
        '',
        '',
        'x'.repeat(40_000),
      ]),
      row('45982.5', 'Selvi M', 'selvi@founders.example'),
      row('45982.5', 'Selvi M', 'selvi@founders.example'),
      [],
      row('31/02/2025', 'Arul', 'arul@founders.example'),
      row('', ' ', 'not an address', ['', 'maybe']),
      row('21/11/2099', 'Kavin', 'kavin@founders.example'),
    ])
    const report = path.join(folder, 'report.csv')
    const { code, output, errors } = await runProgram('import', [filePath, '--form', 'accelerator', '--report', report], to.env)
    expect([code, errors]).toEqual([1, ''])
    expect(output.split('\n').slice(1)).toEqual([
      'Found: separated by commas; the names of the columns are in row 1; Timestamp was read with the day first (row 2 (21/11/2025 14:03:05) fits only with the day first).',
      'Columns that no form has were left out: Favourite colour.',
      'Row 7, submitted_at: This is not a date and time since 1990.',
      'Row 8, founderName: Founder name is required.',
      'Row 8, email: Please enter a valid email address.',
      'Row 8, status: The status must be pending, approved, rejected or pitch.',
      'Row 8, submitted_at: The date is missing.',
      'Row 9, submitted_at: This is in the future.',
      '3 rows were imported with remarks; --report FILE.csv lists them.',
      '7 rows: 3 imported, 1 already there, 3 refused.',
      `The report is in ${report}.`,
      '',
    ])
    const lines = readFileSync(report, 'utf8').split('\r\n')
    expect(lines[0]).toBe('\ufefftable,row,outcome,field,remark')
    expect(lines).toContain(',3,imported,industry,Industry must be one of the options offered. It was imported as it is.')
    expect(lines).toContain(
      ',3,imported,expectations,"Expectations can have 20,000 characters at most; this has 40,000. It was imported as it is."',
    )
    expect(lines).toContain(',2,imported,companyName,Company name is required.')
    expect(lines).toContain(',8,refused,status,"The status must be pending, approved, rejected or pitch."')

    const [selvi, nila, ravi, ...more] = await all(to, 'founders')
    expect(more).toEqual([])
    expect([selvi?.applicant_name, selvi?.submitted_at]).toEqual(['Selvi M', '2025-11-21T06:30:00.000Z'])
    expect(nila).toMatchObject({
      form_type: 'Accelerator',
      applicant_email: 'nila@founders.example',
      status: 'approved',
      notes: 'Called her',
      submitted_at: '2025-11-21T08:33:05.000Z',
    })
    expect(nila?.form_data).toMatchObject({ industry: 'FinTech', expectations: 'A second plant', website: '' })
    expect([ravi?.submitted_at, ravi?.form_data.industry, ravi?.form_data.expectations]).toEqual([
      '2025-11-22T03:30:00.250Z',
      'Basket weaving',
      'x'.repeat(40_000),
    ])
    const again = await runProgram('import', [filePath, '--form', 'Accelerator'], to.env)
    expect(lastLine(again.output)).toBe('7 rows: 0 imported, 4 already there, 3 refused.')
  })

  it('with several tables: each is found by name; the id of another record is refused', async () => {
    const { id: taken } = await to.server.apply('Contact')
    const filePath = file(
      'sheets.xlsx',
      book({
        Investors: [
          ['timestamp', 'id', 'investorName', 'name', 'email'],
          [new Date('2025-06-07T18:30:00Z'), 'inv/1', 'Meena S', 'Meena S', 'meena@tables.example'],
        ],
        Contact: [
          ['id', 'timestamp', 'name', 'email', 'message'],
          [taken, 45982.5, 'Kavin', 'kavin@people.example', 'Hello'],
          ['c-2', '6/7/2025', 'Kavin', 'kavin@tables.example', 919840012345],
        ],
        Notes: [['name'], ['Kavin']],
      }),
    )
    const { code, output } = await runProgram('import', [filePath, '--month-first'], to.env)
    expect([code, output.slice(output.indexOf('Investors:')).split('\n').slice(0, -1)]).toEqual([
      1,
      [
        'Investors: the names of the columns are in row 1.',
        'Contact: the names of the columns are in row 1; timestamp was read with the month first (no row shows which; leave out --month-first).',
        'Notes: the names of the columns are in row 1.',
        'Investors: Columns that no form has were left out: name (perhaps Organization name).',
        'Contact, row 2, id: Another application has this id.',
        'Notes, row 2, form_type: It is not clear which form this is. Set --form, or add a column form_type.',
        '2 rows were imported with remarks; --report FILE.csv lists them.',
        '4 rows: 2 imported, 0 already there, 2 refused.',
      ],
    ])
    const records = await all(to, 'tables')
    expect(records.map(({ id, form_type, submitted_at }) => [id, form_type, submitted_at])).toEqual([
      ['c-2', 'Contact', '2025-06-06T18:30:00.000Z'],
      ['inv/1', 'Investor', '2025-06-07T13:00:00.000Z'],
    ])
    expect(records[0]?.form_data.message).toBe('919840012345')
    expect((await to.server.call(`/api/applications/${encodeURIComponent('inv/1')}`)).status).toBe(200)
  })
})

it('a dry run prints the same and writes nothing', async () => {
  const filePath = csv('dry.csv', [
    ['form_type', 'timestamp', 'name', 'email', 'subject', 'message'],
    ['Contact', '2025-11-21 10:00', 'Kavin', 'kavin@dry.example', 'Hello', 'Hello'],
    ['Contact', '2025-11-21 10:00', 'Kavin', 'kavin@dry.example', 'Hello', 'Hello'],
    ['Contacts', '2025-11-21 10:00', 'Kavin', 'kavin@dry.example', 'Hello', 'Hello'],
  ])
  const { code, output } = await runProgram('import', [filePath, '--dry-run'], to.env)
  expect([code, output.split('\n').slice(1)]).toEqual([
    1,
    [
      'Found: separated by commas; the names of the columns are in row 1.',
      'Row 4, form_type: Unknown form "Contacts".',
      '3 rows: 1 would be imported, 1 already there, 1 refused. Nothing was written.',
      '',
    ],
  ])
  expect(await all(to, 'dry')).toEqual([])
  const none = path.join(folder, 'none')
  const empty = await runProgram('import', [filePath, '--dry-run'], { ...to.env, DATA_DIR: none })
  expect([empty.output, existsSync(none)]).toEqual([output, false])
})

describe('a file as people have it', () => {
  const fixtures = path.join(import.meta.dirname, '../fixtures/import')
  const report = (): string => path.join(folder, 'case.csv')
  const head = 'Found: separated by commas; the names of the columns are in row 1'
  const hello = (tag: string, names: readonly (readonly [name: string, local: string, message: string, at?: string])[]) =>
    names.map(([name, local, message, at = '2025-11-21T04:30:00.000Z']) => [name, `${local}.${tag}@example.in`, message, at])
  const serial = '2025-11-21T08:25:12.000Z'

  /** Runs the import of a fixture; a report of an earlier run is there. */
  async function run(name: string, args: readonly string[] = []) {
    writeFileSync(report(), 'of an earlier run')
    const file = path.resolve(fixtures, name)
    const { code, output, errors } = await runProgram(
      'import',
      [file, '--form', 'Contact', '--report', report(), ...args],
      to.env,
    )
    const lines = output.split('\n').slice(1, -2)
    return { code, lines: errors === '' ? lines : [errors.trim().replace(file, 'FILE')] }
  }
  const stored = async (tag: string): Promise<readonly unknown[]> =>
    (await all(to, tag)).map(({ applicant_name, applicant_email, form_data, submitted_at }) => {
      expect(form_data.email).toBe(applicant_email)
      return [applicant_name, applicant_email, form_data.message, submitted_at]
    })

  const files = [
    [
      'google-forms-timestamp.csv',
      [`${head}.`, '2 rows: 2 imported, 0 already there, 0 refused.'],
      hello('gf', [
        ['Nila Raman', 'nila', 'First', '2025-11-21T08:33:05.000Z'],
        ['Kabir Sen', 'kabir', 'Second', '2025-11-21T18:10:00.000Z'],
      ]),
    ],
    [
      'excel-sep-line.csv',
      [`${head.replace('commas', 'semicolons')}.`, '1 row: 1 imported, 0 already there, 0 refused.'],
      hello('sep', [['Nila Raman', 'nila', 'First']]),
    ],
    [
      'title-rows.csv',
      [`${head.replace('row 1', 'row 3')}.`, '1 row: 1 imported, 0 already there, 0 refused.'],
      hello('tr', [['Nila Raman', 'nila', 'A']]),
    ],
    [
      'header-variants.csv',
      [
        `${head}.`,
        'Columns that no form has were left out: Phone number (perhaps Phone).',
        '1 row: 1 imported, 0 already there, 0 refused.',
      ],
      hello('hv', [['Nila Raman', 'nila', 'A']]),
    ],
    [
      'month-first-mixed.csv',
      [
        `${head}; submitted_at was read with the month first (row 2 (11/25/2025 10:00) fits only with the month first).`,
        '3 rows: 3 imported, 0 already there, 0 refused.',
      ],
      hello('mf', [
        ['Kabir Sen', 'kabir', 'B', '2025-11-05T04:30:00.000Z'],
        ['Nila Raman', 'nila', 'A', '2025-11-25T04:30:00.000Z'],
        ['Omar Ali', 'omar', 'C', '2025-12-04T04:30:00.000Z'],
      ]),
    ],
    [
      'hidden-sheet-and-row.xlsx',
      [
        'Hidden sheets were left out: Contact (old), Contact .',
        'Contact: the names of the columns are in row 1; hidden rows were left out: 3.',
        '1 row: 1 imported, 0 already there, 0 refused.',
      ],
      hello('hs', [['Nila Raman', 'nila', 'Visible', serial]]),
    ],
    [
      'email-invisible.csv',
      [`${head}.`, '5 rows: 5 imported, 0 already there, 0 refused.'],
      hello('inv', [
        ['Nila Raman', 'nila', 'A'],
        ['Kabir', 'kabir', 'B', '2025-11-21T04:31:00.000Z'],
        ['Omar', 'omar', 'C', '2025-11-21T04:32:00.000Z'],
        ['Asha', 'asha', 'D', '2025-11-21T04:33:00.000Z'],
        ['Meena', 'meena', 'E', '2025-11-21T04:34:00.000Z'],
      ]),
    ],
    [
      'bom-semicolon-crlf.csv',
      [
        `${head.replace('commas', 'semicolons')}; submitted_at was read with the day first (row 2 (21/11/2025 14:03) fits only with the day first).`,
        '1 row: 1 imported, 0 already there, 0 refused.',
      ],
      hello('bsc', [['Nila; Raman', 'nila', 'line 1\r\nline 2;\r\n\r\nline 4', '2025-11-21T08:33:00.000Z']]),
    ],
    [
      'x000d.xlsx',
      ['Contact: the names of the columns are in row 1.', '1 row: 1 imported, 0 already there, 0 refused.'],
      hello('x0d', [['Nila Raman', 'nila', 'line one\r\nline two and literal _x0041_ stays', serial]]),
    ],
    [
      'rich-text-indian-format.xlsx',
      ['Contact: the names of the columns are in row 1.', '1 row: 1 imported, 0 already there, 0 refused.'],
      hello('rt', [['Nila Raman', 'nila', '2500000', serial]]),
    ],
  ] as const
  // Each run of the program takes a second: the others differ in one step of the reading (src/programs/import).
  it.each(
    rows(
      files,
      files.filter(([name]) => ['month-first-mixed.csv', 'hidden-sheet-and-row.xlsx', 'bom-semicolon-crlf.csv'].includes(name)),
    ),
  )('%s is imported', async (name, lines, records) => {
    expect(await run(name)).toEqual({ code: 0, lines })
    expect(await stored(records[0]?.[1]?.replace(/^[^.]*\.|@.*/g, '') ?? '')).toEqual(records)
  })

  it('with a number that a spreadsheet shortened lacks it, with a remark', async () => {
    const { code, lines } = await run('phone-scientific.csv')
    expect([code, lines.at(-1)]).toEqual([0, '1 row: 1 imported, 0 already there, 0 refused.'])
    expect(readFileSync(report(), 'utf8')).toContain(
      ',2,imported,phone,The spreadsheet shortened this number to 9.19841E+11. It was left out.\r\n',
    )
    expect((await all(to, 'nila.sci'))[0]?.form_data.phone).toBe('')
  })

  it('with formulas without results and with errors: each cell is named', async () => {
    const noResult =
      'The file has a formula without its result here: open it in a spreadsheet program, and save it again. It was left out.'
    expect(await run('formula-no-cache.xlsx')).toEqual({
      code: 1,
      lines: [
        'Contact: the names of the columns are in row 1.',
        `Contact, row 2, name: ${noResult}`,
        `Contact, row 2, message: ${noResult}`,
        'Contact, row 2, name: Name is required.',
        '1 row was imported with remarks; --report FILE.csv lists them.',
        '3 rows: 2 imported, 0 already there, 1 refused.',
      ],
    })
    const text = readFileSync(report(), 'utf8')
    expect(text).toContain('Contact,3,imported,phone,The spreadsheet has the error #N/A here. It was left out.\r\n')
    expect(text).toContain('Contact,3,imported,message,The spreadsheet has the error #REF! here. It was left out.\r\n')
    expect(await stored('fnc')).toEqual(
      hello('fnc', [
        ['Kabir Sen', 'kabir', '', serial],
        ['Omar Ali', 'omar', 'true', serial],
      ]),
    )
  })

  it('with two columns for one question: a row that has both texts is refused', async () => {
    expect(await run('duplicate-header.csv')).toEqual({
      code: 1,
      lines: [
        `${head}.`,
        'Columns that are for the same: E (Message) and F (Message). Of each row the one with a text was read.',
        'Row 4, message: The columns E (Message) and F (Message) are for the same, and have different texts here.',
        '3 rows: 2 imported, 0 already there, 1 refused.',
      ],
    })
    expect((await stored('dup')).map((record) => (record as string[])[2])).toEqual([
      'First version',
      'Asked after the question was made again',
    ])
    const spelled = csv('spelled.csv', [
      ['Timestamp', 'submitted_at', 'Name *', 'e-mail', 'Email', 'subject', 'message'],
      ['2026-01-02T10:00:00Z', '', 'Nila', '', 'nila@spelled.example', 'A', 'M'],
      ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', 'Kabir', 'kabir@spelled.example', 'kabir@spelled.example ', 'A', 'M'],
      ['2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z', 'Omar', 'omar@spelled.example', 'omar@other.example', 'A', 'M'],
    ])
    expect((await run(spelled)).lines.slice(1)).toEqual([
      'Columns that are for the same: A (Timestamp) and B (submitted_at); D (e-mail) and E (Email). Of each row the one with a text was read.',
      'Row 4, submitted_at: The columns A (Timestamp) and B (submitted_at) are for the same, and have different texts here.',
      'Row 4, email: The columns D (e-mail) and E (Email) are for the same, and have different texts here.',
      '3 rows: 2 imported, 0 already there, 1 refused.',
    ])
  })

  it('with tails of addresses: that of a link is cut, the others are refused', async () => {
    expect((await run('address-tails.csv')).lines.slice(1)).toEqual([
      'Row 3, email: Please enter a valid email address.',
      'Row 4, email: Please enter a valid email address.',
      '3 rows: 1 imported, 0 already there, 2 refused.',
    ])
    expect((await all(to, 'tail')).map((record) => record.applicant_email)).toEqual(['nila.tail@applicants.example.org'])
  })

  it('with the zero of a spreadsheet for a date: the row is refused', async () => {
    const message = 'submitted_at: This is not a date and time since 1990.'
    expect((await run('date-1899.csv')).lines.slice(1)).toEqual([
      `Row 2, ${message}`,
      `Row 3, ${message}`,
      '3 rows: 1 imported, 0 already there, 2 refused.',
    ])
  })

  it('with text that was encoded twice, or cannot be stored: a remark says so', async () => {
    expect((await run('mojibake.csv')).lines.slice(1)).toEqual([
      '1 row was imported with remarks; --report FILE.csv lists them.',
      '1 row: 1 imported, 0 already there, 0 refused.',
    ])
    const text = readFileSync(report(), 'utf8')
    expect(text).toContain(
      ',2,imported,name,"“JosÃ© NÃºÃ±ez” was encoded twice, perhaps for “José Núñez”. It was imported as it is."',
    )
    expect(text).toContain(',2,imported,subject,"“CafÃ©” was encoded twice, perhaps for “Café”. It was imported as it is."')
    const nul = csv('nul.csv', [
      ['submitted_at', 'name', 'email', 'subject', 'message'],
      ['2026-01-02T10:00:00Z', 'Ni\0la', 'nila@nul.example', 'A', 'M'],
    ])
    expect((await run(nul)).lines.at(-1)).toBe('1 row: 1 imported, 0 already there, 0 refused.')
    expect(readFileSync(report(), 'utf8')).toContain(',2,imported,name,A character that cannot be stored was removed.\r\n')
    expect((await all(to, 'nul.example')).map((record) => [record.applicant_name, record.form_data.name])).toEqual([
      ['Nila', 'Nila'],
    ])
  })

  it('that is refused stores nothing, and leaves no report of an earlier run', async () => {
    const before = await stats(to)
    const stopped = async (name: string, args: readonly string[] = []) => {
      const { code, lines } = await run(name, args)
      expect([code, existsSync(report())]).toEqual([1, false])
      return lines.join('\n')
    }
    expect(await stopped('windows-1252.csv')).toBe(
      'FILE cannot be read: it is not UTF-8. Save it again as “CSV UTF-8” (line 2 is “José Peña,jose.w@example.in,,Hello,A,202” in windows-1252).',
    )
    expect(await stopped('bare-quote.csv')).toMatch(/^FILE cannot be read: Invalid Opening Quote: .* at line 2, /)
    expect(await stopped('bom-semicolon-crlf.csv', ['--month-first'])).toBe(
      'FILE cannot be read: in the column submitted_at, row 2 (21/11/2025 14:03) fits only with the day first. Leave out --month-first.',
    )
    const both = csv('both.csv', [
      ['name', 'email', 'submitted_at'],
      ['Nila', 'nila@both.example', '11/25/2025'],
      ['Kabir', 'kabir@both.example', '25/11/2025'],
    ])
    expect(await stopped(both)).toBe(
      'FILE cannot be read: in the column submitted_at, row 2 (11/25/2025) fits only with the month first, and row 3 (25/11/2025) fits only with the day first. Write the whole column in one order.',
    )
    const none = csv('none.csv', [
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await stopped(none)).toMatch(/^FILE cannot be read: none of its first ten rows names a column of the form/)
    expect(await stats(to)).toEqual(before)
  })

  it('read again in the other order of day and month imports nobody twice', async () => {
    const file = csv('order.csv', [
      ['name', 'email', 'subject', 'message', 'submitted_at'],
      ['Nila', 'nila@order.example', 'Hello', 'Hello', '11/05/2025'],
    ])
    expect((await run(file)).lines.at(-1)).toBe('1 row: 1 imported, 0 already there, 0 refused.')
    expect((await run(file, ['--month-first'])).lines).toContain(
      'Row 2, submitted_at: It is stored already with the day and month of its date the other way round.',
    )
    expect(await all(to, 'order')).toHaveLength(1)
  })

  it('with one moment for all rows: each is listed once', async () => {
    expect((await run('ties.csv')).lines.at(-1)).toBe('130 rows: 130 imported, 0 already there, 0 refused.')
    const ids = (await to.server.listed('q=tie', 50)).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([130, 130])
  })
})

it('killed and run again during submissions, it imports every row once', async () => {
  const count = 900
  const before = await stats(to)
  const filePath = csv('many.csv', [
    ['form_type', 'timestamp', 'name', 'email', 'subject', 'message', 'status'],
    ...Array.from({ length: count }, (_, n) => [
      'Contact',
      new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
      'Kavin',
      `kavin${n}@many.example`,
      'Hello',
      `Message ${n}`,
      n % 3 === 0 ? 'approved' : '',
    ]),
  ])
  const killed = await runProgram('import', [filePath], to.env, (output, kill) => {
    if (output.includes('Importing [########')) kill()
  })
  expect(killed.code).toBe(null)
  const part = (await stats(to)).total - before.total
  expect(part > 0 && part < count).toBe(true)

  const state = { done: false }
  const sending = (async () => {
    const codes = new Set<number>()
    let sent = 0
    for (; !state.done; sent += 1)
      codes.add((await fetch(`${to.server.url}/api/submit-application`, submission('Contact', answers('Contact')))).status)
    return { codes: [...codes], sent }
  })()
  const again = await runProgram('import', [filePath], to.env)
  state.done = true
  const { codes, sent } = await sending
  expect([codes, sent > 0]).toEqual([[201], true])
  const counts = /^900 rows: ([\d,]+) imported, ([\d,]+) already there, 0 refused\.$/.exec(lastLine(again.output) ?? '')
  const [imported = 0, there = 0] = (counts ?? []).slice(1).map((n) => Number(n.replace(',', '')))
  expect([again.code, imported + there, there >= part], again.output).toEqual([0, count, true])
  const messages = (await all(to, 'many')).map(({ form_data }) => form_data.message)
  expect([messages.length, new Set(messages).size]).toEqual([count, count])
  expect(await stats(to)).toMatchObject({
    total: before.total + count + sent,
    approved: before.approved + count / 3,
    pending: before.pending + (2 * count) / 3 + sent,
  })
}, 180_000)

it('reports errors, and exits with 1', async () => {
  const at = mkdtempSync(path.join(folder, 'empty-'))
  const bare = csv('bare.csv', [['name', 'email']])
  const outcomeOf = async (...args: string[]) => {
    const { code, errors } = await runProgram('import', args, { DATA_DIR: at })
    return [code, errors]
  }
  expect(await outcomeOf(`${at}/no.csv`)).toEqual([1, `No file was found at ${at}/no.csv\n`])
  expect(await outcomeOf(bare)).toEqual([1, `${bare} has no rows\n`])
  const single = csv('single.csv', [
    ['name', 'email', 'message', 'timestamp'],
    ['Nila', 'nila@example.in', 'Hello', '2025-11-21'],
  ])
  expect(await outcomeOf(single, '--form', 'contact', '--report', `${at}/no/report.csv`)).toEqual([
    1,
    `--report: ${at}/no/report.csv cannot be written (ENOENT). Nothing was imported.\n`,
  ])
  expect(await outcomeOf(bare, '--mirror')).toEqual([1, '--mirror needs SHEET_URL, the script to send rows to\n'])
  expect(readdirSync(at)).toEqual([])
  // An import can come before the first start of the server.
  chmodSync(at, 0o755)
  expect(await outcomeOf(single, '--form', 'contact')).toEqual([0, ''])
  expect((statSync(`${at}/kolam.sqlite`).mode & 0o777).toString(8)).toBe('600')
})
