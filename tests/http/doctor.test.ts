import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { freePort, type Running, startServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { unprivileged } from '../support/unprivileged.ts'

let database: TestDatabase
let server: Running
let smtp: Awaited<ReturnType<typeof startSmtp>>
/** A stand-in of HTTP services: it answers `/200/…` with the status 200. */
let web: Server
let base: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-doctor-'))
  database = await testDatabase()
  ;[smtp, server] = await Promise.all([startSmtp(), startServer({ DATABASE_URL: database.url ?? '', LOG_LEVEL: 'error' })])
  web = createServer((request, response) => {
    const status = Number(request.url?.split('/')[1]) || 404
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      status === 401 && request.url?.includes('sending')
        ? '{"name":"restricted_api_key"}'
        : '{"applications":[],"version":"1","ids":[]}',
    )
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  base = `http://127.0.0.1:${(web.address() as { port: number }).port}`
})
afterAll(async () => {
  await server.remove()
  await database.remove()
  await smtp.close()
  web.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the doctor. Returns its exit code and its lines by subject, without the deadlines of cohorts, which depend on today's date. */
async function doctor(env: Record<string, string>) {
  const { code, output, errors } = await runProgram('doctor', [], env)
  expect(errors).toBe('')
  const lines = output.split('\n').filter((line) => line !== '' && !/^\w+ +Cohorts: /.test(line))
  const found = lines.slice(0, -1).map((line) => /^(\w+) +(\w[\w ]*): (.*)$/.exec(line)?.slice(1) ?? [line])
  return {
    code,
    closing: lines.at(-1),
    findings: Object.fromEntries(found.map(([state, name = '', text]) => [name, `${state}: ${text}`])),
  }
}

describe('npm run doctor', () => {
  const onPostgres = (): boolean => database.url !== undefined

  it('finds no fault in a complete installation, and changes nothing', async () => {
    await fetch(`${server.url}/api/submit-application`, submission('Contact', answers('Contact')))
    const { dataDir, url } = server
    const ago = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const rehearsal = { at: ago, isEqual: true, result: '1 application is equal.' }
    writeFileSync(path.join(dataDir, 'backups.json'), JSON.stringify({ backup: { at: ago, file: '/x' }, rehearsal }))
    const before = readdirSync(dataDir)
    const { code, findings } = await doctor({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url ?? '',
      PUBLIC_URL: url,
      SMTP_URL: smtp.url,
      SHEET_URL: `${base}/200/exec`,
    })
    expect(findings).toEqual({
      Settings: 'ok: All settings are valid.',
      Applications: 'ok: None is missing.',
      'Data folder': expect.stringMatching(/^(ok|warning): \/\S+ has [\d,]+ MB of free space\./),
      Database: `ok: ${onPostgres() ? 'PostgreSQL' : 'SQLite'} responds, is up to date, and has 1 application.`,
      Messages: expect.stringMatching(/^ok: (None are waiting|1 waiting, none for long)\.$/),
      Mail: `ok: SMTP to 127.0.0.1:${smtp.port} responds.`,
      Spreadsheet: 'ok: The script responds.',
      PUBLIC_URL: `warning: ${url} responds, but only on this machine. Set it to the address that visitors use.`,
      Clock: expect.stringMatching(/^ok: It shows \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
      Backup: 'ok: The last one was made 3 hours ago.',
      Rehearsal: 'ok: 3 hours ago: 1 application is equal.',
    })
    expect([code, smtp.delivered]).toEqual([0, []])
    expect(readdirSync(dataDir)).toEqual(before)
  })

  it('names the remedy for each failing part, and exits with 1', async () => {
    const port = await freePort()
    const { code, closing, findings } = await doctor({
      DATA_DIR: '/dev/null',
      DATABASE_URL: `postgres://kolam:hush@127.0.0.1:${port}/kolam`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://kolam:hush@127.0.0.1:${port}`,
      SHEET_URL: `${base}/500/exec`,
    })
    expect(findings).toMatchObject({
      'Data folder': 'broken: /dev/null is not writable (EACCES). Make the account that runs the server its owner.',
      Database: `broken: The database cannot be opened: connect ECONNREFUSED 127.0.0.1:${port}`,
      Mail: `broken: SMTP to 127.0.0.1:${port}: The mail server could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
      Spreadsheet: 'broken: The spreadsheet answered 500. Check SHEET_URL and how the script is deployed.',
      PUBLIC_URL: `warning: At http://127.0.0.1:${port}, nothing responds (ECONNREFUSED). Check that the server runs, and where DNS and the proxy lead.`,
    })
    expect([code, closing]).toEqual([1, expect.stringMatching(/^\d ok, \d warnings?, 4 broken$/)])
    expect(JSON.stringify(findings)).not.toContain('hush')
  })

  it.each([
    [
      'an address of visitors, though placeholders stand for the admin, the sender and the booking page',
      { PUBLIC_URL: 'https://127.0.0.1:1' },
      [
        'warning Settings: ADMIN_EMAIL is still the placeholder admin@example.com: passcodes reach nobody, so nobody can sign in. Set it.',
        'warning Settings: MAIL_FROM is still the placeholder Kolam <hello@kolam.example>: mail has a sender that is not yours, and is refused or treated as spam. Set it.',
        'warning Settings: PITCH_BOOKING_URL is still the placeholder https://kolam.example/book: the link in letters that invite to a conversation leads nowhere. Set it.',
      ],
    ],
    [
      'own values in the place of all of them',
      {
        PUBLIC_URL: 'https://127.0.0.1:1',
        ADMIN_EMAIL: 'asha@kolam.in',
        MAIL_FROM: 'hello@kolam.in',
        PITCH_BOOKING_URL: 'https://kolam.in/book',
      },
      [],
    ],
    ['no visitors', { PUBLIC_URL: 'http://127.0.0.1:1' }, []],
    [
      'misspelt names, and names of others',
      {
        PUBLIC_URL: 'http://127.0.0.1:1',
        SMPT_URL: 'smtp://127.0.0.1',
        METRIC_TOKEN: 'hush',
        HOSTS: 'x',
        DATABASE: 'x',
        NODE_ENV: 'x',
      },
      [
        'warning Settings: SMPT_URL is not a setting; did you mean SMTP_URL? Its value is ignored.',
        'warning Settings: METRIC_TOKEN is not a setting; did you mean METRICS_TOKEN? Its value is ignored.',
      ],
    ],
  ])('reports why passcodes and letters would be lost: %s', async (_, env, lines) => {
    const { output } = await runProgram('doctor', [], { DATA_DIR: folder, ...env })
    expect(output.split('\n').filter((line) => /^warning +Settings/.test(line))).toEqual(lines)
  })

  it('reports placeholders that visitors would see on the site', async () => {
    const { output } = await runProgram('doctor', [], { DATA_DIR: folder, PUBLIC_URL: 'https://127.0.0.1:1' })
    expect(output.split('\n').filter((line) => /^warning +Content/.test(line))).toEqual([
      expect.stringMatching(
        /^warning +Content: content\/site\.yaml still has the placeholder \S+@\S+ \(email\)\. Replace it with yours at https:\S+\/app\/site#content\/site\.yaml\.$/,
      ),
      expect.stringMatching(
        /^warning +Content: content\/site\.yaml still has the placeholder [+\d ]+ \(phone\)\. Replace it with yours at https:\S+\/app\/site#content\/site\.yaml\.$/,
      ),
      expect.stringMatching(
        /^warning +Content: content\/pages\/privacy\.yaml still names the placeholder Asha Example\. Name the person /,
      ),
      ...['team', 'mentors', 'portfolio'].map((name) =>
        expect.stringMatching(new RegExp(`^warning +Content: content/${name}\\.yaml still has the invented .* Replace them`)),
      ),
      expect.stringMatching(
        /^warning +Content: content\/facts\.yaml is not confirmed: the deal and the figures are placeholders\./,
      ),
    ])
  })

  it('names every setting that cannot be used', async () => {
    const { code, findings, closing } = await doctor({ PORT: 'http' })
    expect([code, findings, closing]).toEqual([
      1,
      { Settings: 'broken: PORT: got "http"; it takes a port number from 0 to 65535.' },
      '0 ok, 0 warnings, 1 broken',
    ])
  })

  it('lists the remaining steps of a new installation', async () => {
    const none = path.join(folder, 'none')
    const { code, findings } = await doctor({ DATA_DIR: none, PUBLIC_URL: base })
    expect(findings).toMatchObject({
      'Data folder': `warning: ${none} does not exist yet; the first start creates it.`,
      Database: 'warning: It does not exist yet; the first start creates it.',
      Mail: 'warning: Nothing is sent: messages are written to DATA_DIR/mail. Set SMTP_URL or RESEND_API_KEY.',
      Spreadsheet: 'ok: SHEET_URL is not set.',
      PUBLIC_URL: `warning: At ${base}, another program responds (status 404). Check that the server runs, and where DNS and the proxy lead.`,
      Backup: 'warning: This machine has no record of a backup. Run npm run backup -- FOLDER/ every hour (docs/operations.md).',
    })
    expect([code, existsSync(none)]).toEqual([0, false])
  })

  it.each([
    ['200', 'ok: Resend at HOST accepts the key.'],
    ['401/sending', 'ok: Resend at HOST accepts the key.'],
    ['401', 'broken: Resend at HOST does not accept the key (status 401). Check RESEND_API_KEY.'],
    ['503', 'broken: Resend at HOST answered 503.'],
  ])('checks Resend, which answers %s', async (answer, finding) => {
    const env = { DATA_DIR: folder, RESEND_API_KEY: 're_hush', RESEND_URL: `${base}/${answer}` }
    expect((await doctor(env)).findings.Mail).toBe(finding.replace('HOST', new URL(base).host))
  })
})

it('npm run doctor reports a bad certificate and a port without TLS for mail', async () => {
  // It offers STARTTLS with the certificate of the library, which is expired and not trusted.
  const withTls = new SMTPServer({ authOptional: true }).on('error', () => {})
  const listening = withTls.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  const mailOf = async (url: string) => (await doctor({ DATA_DIR: folder, SMTP_URL: url })).findings.Mail
  expect(await mailOf(`smtp://127.0.0.1:${port}`)).toMatch(
    /: The mail server's certificate is not (valid|trusted) \(.+\): (renew it|set NODE_EXTRA_CA_CERTS)/,
  )
  expect(await mailOf(`smtps://127.0.0.1:${port}`)).toMatch(
    /: The mail server does not start with TLS on this port: use smtp:\/\/ for it, or smtps:\/\/ on port 465$/,
  )
  await new Promise<void>((resolve) => withTls.close(() => resolve()))
})

describe('npm run doctor, for a data folder', () => {
  it('reports a torn page of the database', async () => {
    const dataDir = mkdtempSync(path.join(folder, 'torn-'))
    await runProgram('seed', ['30'], { DATA_DIR: dataDir })
    const file = path.join(dataDir, 'kolam.sqlite')
    const bytes = readFileSync(file)
    // The last pages contain rows and indexes, but not the schema.
    writeFileSync(file, bytes.fill(0xff, bytes.length - 16_384))
    expect((await doctor({ DATA_DIR: dataDir })).findings.Database).toMatch(/^broken: /)
  })

  it.runIf(process.getuid?.() === 0)('run by root, reports a file that the owner of the folder cannot write', async () => {
    const dataDir = mkdtempSync(path.join(folder, 'owned-'))
    writeFileSync(path.join(dataDir, 'kolam.sqlite-wal'), '')
    const { uid = 0, gid = 0 } = unprivileged()
    chownSync(dataDir, uid, gid)
    expect((await doctor({ DATA_DIR: dataDir })).findings['Data folder']).toBe(
      `broken: ${dataDir}/kolam.sqlite-wal is not writable for the account that owns ${dataDir}. Change its owner (chown).`,
    )
  })
})
