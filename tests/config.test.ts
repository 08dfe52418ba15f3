import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigFault, captureFault, plainFault, readConfig, settings } from '../src/server/config.ts'
import { runProgram } from './support/program.ts'
import { root, startServer } from './support/server.ts'

type Name = keyof typeof settings
const names = Object.keys(settings) as Name[]

/** A value that each setting cannot take, and how it is shown in the fault. What holds a secret is never shown. */
const hidden = 'a value that is not shown'
const unusable: Partial<Record<Name, readonly (readonly [value: string, shown: string])[]>> = {
  PORT: [
    ['65536', '"65536"'],
    ['80a', '"80a"'],
    ['-1', '"-1"'],
  ],
  PUBLIC_URL: [
    ['kolam.example', '"kolam.example"'],
    ['ftp://kolam.example', '"ftp://kolam.example"'],
    ['https://kolam.example/site/', '"https://kolam.example/site/"'],
    ['https://asha:hush@kolam.example', '"https://asha:hush@kolam.example"'],
  ],
  DATABASE_URL: [
    ['mysql://kolam:hush@db.example/kolam', hidden],
    ['hush', hidden],
  ],
  DATABASE_POOL: [
    ['0', '"0"'],
    ['201', '"201"'],
  ],
  ADMIN_EMAIL: [
    ['admin', '"admin"'],
    ['a@example.com, b@example.com', '"a@example.com, b@example.com"'],
  ],
  SMTP_URL: [
    ['http://kolam:hush@mail.example', hidden],
    ['smtp://', hidden],
    ['smtp://mail.example:465', hidden],
    ['smtps://kolam:hush@mail.example:587', hidden],
  ],
  RESEND_API_KEY: [['hush\nhush', hidden]],
  RESEND_URL: [
    ['api.resend.com', '"api.resend.com"'],
    ['http://api.resend.com', '"http://api.resend.com"'],
  ],
  MAIL_EVENTS_SECRET: [['hush hush', hidden]],
  MAIL_FROM: [
    ['Kolam', '"Kolam"'],
    ['a@example.com\nBcc: b@example.com', '"a@example.com\\nBcc: b@example.com"'],
  ],
  SHEET_URL: [
    ['script.example/hush', hidden],
    ['http://script.example/hush', hidden],
    ['http://127.0.0.1.example/hush', hidden],
  ],
  SHEET_ROLE: [
    ['secondary', '"secondary"'],
    ['primary', '"primary" without SHEET_URL'],
  ],
  DECISION_HOLD_S: [
    ['10s', '"10s"'],
    ['86401', '"86401"'],
  ],
  PITCH_BOOKING_URL: [['javascript:alert(1)', '"javascript:alert(1)"']],
  TRUST_PROXY: [
    ['true', '"true"'],
    ['11', '"11"'],
  ],
  LIMIT_SUBMISSIONS: [
    ['30', '"30"'],
    ['0/1m', '"0/1m"'],
    ['30/1w', '"30/1w"'],
  ],
  LIMIT_PASSCODES: [['ten/1h', '"ten/1h"']],
  SERVER_KEY: [
    ['thirty-one-letters-are-too-few.', hidden],
    ['thirty-two letters with two spaces', hidden],
  ],
  SCAN_COMMAND: [['clamdscan -', '"clamdscan -"']],
  METRICS_TOKEN: [
    ['fifteen-letters', hidden],
    ['with a space between', hidden],
  ],
  CAPTURE_MAIL: [['true', '"true"']],
  LOG_LEVEL: [['verbose', '"verbose"']],
}

/** These take any text. */
const takesAnything: readonly Name[] = ['HOST', 'DATA_DIR']

const fault = (environment: Readonly<Record<string, string>>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigFault) return error.message
    throw error
  }
  return 'no fault'
}

describe('.env.example', () => {
  const text = readFileSync(path.join(root, '.env.example'), 'utf8')

  it('lists every setting, in order, with its default, and nothing else', () => {
    expect([...text.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)).toEqual(names)
    expect(parseEnv(text)).toEqual(Object.fromEntries(names.map((name) => [name, settings[name].or ?? ''])))
  })

  it('has one comment for each', () => {
    const paragraphs = text.trim().split('\n\n').slice(1)
    expect(paragraphs.map((paragraph) => paragraph.split('\n').map((line) => /^(# \S|[A-Z_]+=)/.exec(line)?.[1]))).toEqual(
      names.map((name) => [expect.stringMatching(/^# /), `${name}=`]),
    )
  })

  it('changes no setting when it is copied unedited', () => {
    expect(readConfig(parseEnv(text) as Record<string, string>)).toEqual(readConfig({}))
  })
})

describe('a public site', () => {
  const at = (PUBLIC_URL: string, more = {}) => captureFault(readConfig({ PUBLIC_URL, ...more }))

  it('needs a mail provider, or the word of its operator', () => {
    expect(at('https://kolam.in')).toBe(
      'Mail is not sent, although https://kolam.in is public: letters are written to files, and passcodes to the log. ' +
        'Set SMTP_URL or RESEND_API_KEY, or CAPTURE_MAIL=yes for a trial.',
    )
    for (const allowed of [{ SMTP_URL: 'smtp://mail.test' }, { RESEND_API_KEY: 're_1' }, { CAPTURE_MAIL: 'yes' }])
      expect(at('https://kolam.in', allowed)).toBeUndefined()
  })

  it.each([
    'http://kolam.in',
    'https://kolam.example',
    'https://a.test:8443',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
  ])('and %s, which is none, needs nothing', (address) => {
    expect(at(address)).toBeUndefined()
  })

  it.each([
    ['http://kolam.in', true],
    ['http://203.0.113.7:3000', true],
    ['https://kolam.in', false],
    ['http://kolam.example', false],
    ['http://localhost:3000', false],
  ])('is told at %s that anyone can read on the way: %s', (PUBLIC_URL, isTold) => {
    const message = `${PUBLIC_URL} is not https: passcodes, and what visitors send, can be read on the way. Put a proxy with a certificate in front (docs/operations.md), and set PUBLIC_URL to its https:// address.`
    expect(plainFault({ PUBLIC_URL })).toBe(isTold ? message : undefined)
  })

  it('starts without one, as the contract has it, and prints what is wrong', async () => {
    const server = await startServer({ PUBLIC_URL: 'https://kolam.invalid.localhost.in' })
    try {
      expect(server.output()).toContain('Warning: Mail is not sent, although https://kolam.invalid.localhost.in is public')
    } finally {
      await server.remove()
    }
  })
})

describe('docs/operations.md', () => {
  it('has a row for every setting', () => {
    const text = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
    expect(rows).toEqual(names)
  })
})

describe('an unusable value', () => {
  it('is tested for every setting that does not accept any text', () => {
    expect([...Object.keys(unusable), ...takesAnything].sort()).toEqual([...names].sort())
  })

  it.each(Object.entries(unusable).flatMap(([name, values]) => values.map(([value, shown]) => [name, value, shown] as const)))(
    '%s=%j is reported in one line: setting, value, accepted values',
    (name, value, shown) => {
      const { takes } = settings[name as Name]
      const accepted = name === 'SHEET_ROLE' && value === 'primary' ? 'mirror, or primary with SHEET_URL set' : takes
      expect(fault({ [name]: value })).toBe(`${name}: got ${shown}; it takes ${accepted}`)
    },
  )

  const signs = 'Percent-encode these signs in user and password: # is %23, % is %25, / is %2F, ? is %3F, @ is %40, : is %3A'

  it.each([
    ['SMTP_URL', 'smtp://asha:p#ss@mail.example:587'],
    ['SMTP_URL', 'smtp://asha:12/34@mail.example'],
    ['SMTP_URL', 'smtps://asha:12%zz@mail.example'],
    ['SMTP_URL', 'smtp://asha:p'],
    ['DATABASE_URL', 'postgres://k:p@ss#w@db/x'],
    ['DATABASE_URL', 'postgres://k:12?34@db/x'],
    ['DATABASE_URL', 'postgres://k:p/ss@db/x'],
  ] as const)('%s=%j is told to be percent-encoded', (name, value) => {
    expect(fault({ [name]: value })).toBe(`${name}: got ${hidden}; it takes ${settings[name].takes}. ${signs}`)
  })

  it.each([
    'https://docs.google.com/spreadsheets/d/1abc/edit',
    'https://script.google.com/home/projects/1abc/edit',
    'https://script.google.com/macros/s/1abc/dev?key=hush',
  ])('of SHEET_URL is told that %s is for editors', (SHEET_URL) => {
    expect(fault({ SHEET_URL })).toBe(
      `SHEET_URL: got ${hidden}; it takes ${settings.SHEET_URL.takes}. This is the address of the sheet or of the script’s editor. The deployed script has another one, which ends with /exec (integrations/google-sheets)`,
    )
  })

  it.each([
    ['SMTP_URL', 'smtp://asha:p%23s%40s@mail.example:587'],
    ['SMTP_URL', 'smtp://asha:pa ss@mail.example:587'],
    ['DATABASE_URL', 'postgres://k:p@ss@db.example/x?sslmode=require'],
    ['DATABASE_URL', 'postgres:///kolam?host=/run/postgresql'],
    ['SHEET_URL', 'https://script.google.com/macros/s/1abc/exec?key=hush'],
  ] as const)('is none in %s=%j', (name, value) => {
    expect(readConfig({ [name]: value })[name]).toBe(value)
  })

  it('is none in an address that is written otherwise than browsers do', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Kolam.IN:443//' }).PUBLIC_URL).toBe('https://kolam.in')
  })

  it('of DATA_DIR where no folder can be made is told', async () => {
    const { code, errors } = await runProgram('main', [], { DATA_DIR: '/proc/nope' })
    expect([code, errors]).toEqual([
      1,
      'DATA_DIR: got "/proc/nope", which cannot be used (ENOENT); it takes a folder to write to\n',
    ])
  })

  it('is one in .env after a colon, and one with a # without quotes, which is told', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kolam-config-'))
    writeFileSync(
      path.join(folder, '.env'),
      'PORT: 4153\nexport HOST : x\nNOTE: y\nLOG_LEVEL=warn # and no more\nMETRICS_TOKEN=sixteen-letters-#-and-more\nMAIL_FROM="A #1 <a@b.example>"\n',
    )
    const program = path.join(root, 'dist/server/doctor.js')
    const { stdout } = spawnSync(process.execPath, [program], { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(stdout.split('\n').filter((line) => line.includes('.env'))).toEqual([
      expect.stringMatching(/^warning +Settings: The line PORT: … of \.env is ignored\. Write PORT=…$/),
      expect.stringMatching(/^warning +Settings: The line HOST: … of \.env is ignored\. Write HOST=…$/),
      expect.stringMatching(
        /^warning +Settings: The line METRICS_TOKEN=… of \.env is read up to its #\. Put the value in quotes\.$/,
      ),
    ])
  })

  it('is cut when it is long', () => {
    expect(fault({ LOG_LEVEL: 'x'.repeat(5000) })).toBe(
      `LOG_LEVEL: got "${'x'.repeat(100)}…"; it takes ${settings.LOG_LEVEL.takes}`,
    )
  })

  it('of PORT that another program uses stops the start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const folder = mkdtempSync(path.join(tmpdir(), 'kolam-config-'))
    const { code, errors } = await runProgram('main', [], { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder })
    taken.close()
    rmSync(folder, { recursive: true })
    expect([code, errors]).toEqual([1, `PORT: got ${port}, which another program uses; it takes a port that is free\n`])
  })

  it('stops the start with one line per invalid setting and without side effects', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kolam-config-'))
    const { code, output, errors } = await runProgram('main', [], {
      PORT: 'http',
      DATABASE_URL: 'mysql://kolam:hush@db.example/kolam',
      TRUST_PROXY: 'yes',
      DATA_DIR: folder,
    })
    const left = readdirSync(folder)
    rmSync(folder, { recursive: true })
    expect([code, output, errors, left]).toEqual([
      1,
      '',
      [
        'PORT: got "http"; it takes a port number from 0 to 65535',
        'DATABASE_URL: got a value that is not shown; it takes a postgres:// address, or nothing for SQLite',
        'TRUST_PROXY: got "yes"; it takes a number of proxies from 0 to 10',
        '',
      ].join('\n'),
      [],
    ])
  })
})
