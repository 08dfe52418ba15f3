import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStorage } from '../../src/server/storage/open.ts'
import { answers, submission as post } from '../support/answers.ts'
import { run } from '../support/database.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { freePort, startServer } from '../support/server.ts'
import { at, submission } from '../support/submissions.ts'

let postgres: Postgres
let folder: string

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-programs-'))
})
afterAll(async () => {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** The modes of a folder (`.`) and of everything in it, by name. A folder without 700, or a file with it, is named as such. */
function modes(root: string): Readonly<Record<string, string>> {
  const names = ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]
  return Object.fromEntries(
    names.map((name) => {
      const status = statSync(path.join(root, name))
      const mode = (status.mode & 0o777).toString(8)
      return [
        name === '.' ? root : name,
        status.isDirectory() === (mode === '700') ? mode : `${mode}, a ${status.isDirectory() ? 'folder' : 'file'}`,
      ]
    }),
  )
}

describe('the data is readable by its owner only', () => {
  it('every file and folder of a run belongs to the account alone, with any umask', async () => {
    const [dataDir, copies] = [path.join(folder, 'own/data'), path.join(folder, 'copies/kolam')]
    const copy = path.join(copies, 'copy.sqlite')
    const before = process.umask(0)
    try {
      const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir })
      try {
        await server.signIn()
        await fetch(`${server.url}/api/submit-application`, post('WorkForStartups', answers('WorkForStartups')))
        for (const [program, args] of [
          ['backup', [copy]],
          ['rehearse', [copy]],
        ] as const) {
          const { code, errors } = await runProgram(program, args, { DATA_DIR: dataDir })
          expect([program, code, errors]).toEqual([program, 0, ''])
        }
        expect(modes(dataDir)).toMatchObject({ 'kolam.sqlite-wal': '600' })
      } finally {
        await server.stop()
      }
      expect((await runProgram('restore', [copy, '--yes'], { DATA_DIR: dataDir })).code).toBe(0)
      const all = { ...modes(dataDir), ...modes(copies) }
      expect(Object.keys(all)).toEqual(
        expect.arrayContaining(['kolam.sqlite', 'mail', 'server-key', 'backups.json', 'copy.sqlite', 'copy.sqlite.sha256']),
      )
      expect(Object.keys(all).filter((name) => name.startsWith('before-')).length).toBeGreaterThan(0)
      expect(Object.entries(all).filter(([, mode]) => !['600', '700'].includes(mode))).toEqual([])
    } finally {
      process.umask(before)
    }
  })

  it('a folder that is not writable for backups is reported in one line', async () => {
    const env = { DATA_DIR: path.join(folder, 'unwritable') }
    await runProgram('seed', ['1'], env)
    const { code, errors } = await runProgram('backup', ['/dev/null/kolam/copy.sqlite'], env)
    expect([code, errors]).toEqual([
      1,
      '/dev/null/kolam is not writable (ENOTDIR). Create it, and make the account that makes backups its owner.\n',
    ])
  })
})

describe('a second server', () => {
  it('on the same data is refused in one line; the first keeps serving', async () => {
    const first = await startServer({ DATABASE_URL: '' })
    try {
      const env = { DATA_DIR: first.dataDir, PORT: String(await freePort()) }
      const { code, errors } = await runProgram('main', [], env)
      expect([code, errors]).toEqual([
        1,
        `Another server is already running on the data in ${first.dataDir}. Stop it first, give this one a DATA_DIR of its own, ` +
          'or use PostgreSQL (DATABASE_URL) to run several.\n',
      ])
      expect((await fetch(`${first.url}/api/submit-application`, post('Contact', answers('Contact')))).status).toBe(201)
      await first.stop('SIGKILL')
      await first.start()
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    } finally {
      await first.remove()
    }
  })

  it('without its database reports the reason without the password', async () => {
    const { code, errors } = await runProgram('main', [], {
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://kolam:hush@127.0.0.1:1/kolam',
      PORT: '0',
    })
    expect([code, errors]).toEqual([1, 'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1\n'])
  })
})

/** Fills a data folder with `count` applications and their outbox entries; every third has a file. */
async function fill(dataDir: string, count: number): Promise<void> {
  const storage = await openStorage({ dataDir })
  for (let n = 0; n < count; n += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, count - n) }, (_, k) =>
        storage.applications.add(
          submission({
            submittedAt: at(n + k),
            companyName: `Company ${n + k}`,
            key: `key ${n + k}`,
            files:
              (n + k) % 3 === 0
                ? [
                    {
                      field: 'resume',
                      name: `${k}.pdf`,
                      type: 'application/pdf',
                      bytes: crypto.getRandomValues(new Uint8Array(4000)),
                    },
                  ]
                : [],
          }),
        ),
      ),
    )
  await storage.close()
}

/** The line with which programs refuse a moved folder. */
const movedLine = (dataDir: string, to: string) =>
  expect.toSatisfy(
    (line: string) =>
      line.replace(/ on \d{4}-\d\d-\d\d \d\d:\d\d UTC\. /, ' ') ===
      `The data in ${dataDir} was moved to ${to} Set DATABASE_URL to that database. To use the data in this folder again, which is older, run npm run move -- --cancel.\n`,
  )

const refuses = async (dataDir: string, to: string): Promise<void> =>
  expect(await runProgram('main', [], { DATA_DIR: dataDir, PORT: '0' }, (_, kill) => kill())).toEqual({
    code: 1,
    output: '',
    errors: movedLine(dataDir, to),
  })

async function serves(dataDir: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir })
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
}

describe('npm run move', () => {
  it('moves many applications to an equal copy through three kills', async () => {
    const dataDir = path.join(folder, 'move')
    const count = Number(process.env.KOLAM_MOVE_APPLICATIONS ?? 1000)
    const formatCount = (n: number): string => n.toLocaleString('en')
    await fill(dataDir, count)
    const databaseUrl = await postgres.database()
    const env = { DATA_DIR: dataDir }
    for (const until of ['Copying   [####', 'Copying   [#####################-', 'Comparing [###############-']) {
      const killed = await runProgram('move', ['--to', databaseUrl], env, (output, kill) => output.includes(until) && kill())
      expect([until, killed.code]).toEqual([until, null])
    }
    const { code, output, errors } = await runProgram('move', ['--to', databaseUrl], env)
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain(`Copying   [${'#'.repeat(30)}] ${formatCount(count)} of ${formatCount(count)}\n`)
    expect(output).toContain(
      `Equal by count and hash: applications ${formatCount(count)}, files ${formatCount(Math.ceil(count / 3))}, history ${formatCount(count)}, outbox `,
    )
    const again = await runProgram('move', [], { ...env, DATABASE_URL: databaseUrl })
    expect([again.code, again.errors]).toEqual([1, movedLine(dataDir, databaseUrl)])
    const moved = await startServer({ DATABASE_URL: databaseUrl })
    try {
      const cookie = await moved.signIn()
      const { stats } = await (await fetch(`${moved.url}/api/stats`, { headers: { cookie } })).json()
      expect(stats.total).toBe(count)
    } finally {
      await moved.remove()
    }
  }, 300_000)

  it('reports what is missing: a target, a source database, a reachable server', async () => {
    const empty = mkdtempSync(path.join(folder, 'empty-'))
    const usage =
      'Usage: npm run move -- --to postgres://user:password@host/database (or DATABASE_URL), or npm run move -- --cancel\n'
    const there = path.join(folder, 'unreachable')
    await fill(there, 1)
    const to = ['--to', 'postgres://kolam:hush@127.0.0.1:1/kolam']
    expect(await runProgram('move', [], { DATA_DIR: empty })).toEqual({ code: 1, output: '', errors: usage })
    expect(await runProgram('move', ['--into', 'x'], { DATA_DIR: empty })).toEqual({ code: 1, output: '', errors: usage })
    expect((await runProgram('move', ['--to', 'mysql://kolam:hush@db/kolam'], { DATA_DIR: empty })).errors).toBe(
      'DATABASE_URL: got a value that is not shown; it takes a postgres:// address, or nothing for SQLite\n',
    )
    expect((await runProgram('move', to, { DATA_DIR: empty })).errors).toBe(
      `No database was found in ${empty}. Set DATA_DIR to the folder to move from.\n`,
    )
    expect(readdirSync(empty)).toEqual([])
    expect(await runProgram('move', to, { DATA_DIR: there })).toEqual({
      code: 1,
      output: '',
      errors: 'Service temporarily unavailable. Please try again later. (connect ECONNREFUSED 127.0.0.1:1)\n',
    })
    await serves(there)
  })

  it('does not mark the folder as moved while the copy differs', async () => {
    const dataDir = path.join(folder, 'differs')
    await fill(dataDir, 2)
    const databaseUrl = await postgres.database()
    await (await openStorage({ dataDir: '', databaseUrl })).close()
    await run(
      databaseUrl,
      `create function alter_name() returns trigger language plpgsql as $$ begin new.company_name := 'Other'; return new; end $$;
       create trigger altered before insert on applications for each row execute function alter_name()`,
    )
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const { code, errors } = await runProgram('move', [], env)
    expect([code, errors]).toEqual([1, 'The copy differs: a row of applications is not the same. Run it again.\n'])
    await serves(dataDir)
    await run(databaseUrl, 'drop trigger altered on applications')
    expect((await runProgram('move', [], env)).errors).toBe('')
    await refuses(dataDir, databaseUrl)
  })

  it('marks the folder as moved: nothing is added to it, and it can be read', async () => {
    const dataDir = path.join(folder, 'marked')
    await fill(dataDir, 2)
    await serves(dataDir)
    const databaseUrl = await postgres.database()
    const address = `${databaseUrl.replace('kolam@', 'kolam:hush@')}?password=hush`
    const moved = await runProgram('move', ['--to', address], { DATA_DIR: dataDir })
    expect([moved.code, moved.errors]).toEqual([0, ''])
    expect(moved.output).toMatch(
      /\nSet DATABASE_URL to this database, .* The data in DATA_DIR was left as it is, and is marked as moved: no server starts on it\.\n$/,
    )
    await refuses(dataDir, databaseUrl)
    const copied = path.join(folder, 'marked copy')
    cpSync(dataDir, copied, { recursive: true })
    await refuses(copied, databaseUrl)

    const line = movedLine(dataDir, databaseUrl)
    const env = { DATA_DIR: dataDir }
    const rows = path.join(folder, 'rows.csv')
    writeFileSync(rows, 'form_type,name,email\nContact,Nila,nila@people.example\n')
    for (const [name, args] of [
      ['seed', ['1']],
      ['import', [rows]],
      ['move', ['--to', await postgres.database()]],
    ] as const)
      expect([name, await runProgram(name, args, env)]).toEqual([name, { code: 1, output: '', errors: line }])
    const report = await runProgram('doctor', [], env)
    expect([report.code, /^broken {2}Database: (.*\n)/m.exec(report.output)?.[1]]).toEqual([1, line])
    const there = await runProgram('doctor', [], { ...env, DATABASE_URL: databaseUrl })
    expect(there.output).toContain('ok      Database: PostgreSQL responds, is up to date, and has 2 applications.\n')

    const backup = path.join(folder, 'of-moved.sqlite')
    const made = await runProgram('backup', [backup], env)
    expect([made.code, made.errors, made.output.split('\n')[1]]).toEqual([0, '', expect.stringMatching(/^Warning: The data in /)])
    expect(`${made.output.split('\n')[1]}\n`.slice('Warning: '.length)).toEqual(line)
    const restored = await runProgram('restore', [backup, '--yes'], env)
    expect(restored).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^The data in \S+ was moved to .* Nothing was changed\.\n$/),
    })
    const other = { DATA_DIR: path.join(folder, 'restored') }
    const elsewhere = await runProgram('restore', [backup, '--yes'], other)
    expect([elsewhere.code, elsewhere.errors, elsewhere.output.split('\n')[0]]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^The backup is of data that was moved to postgres:\S+ on [\d-]{10} \d\d:\d\d UTC\. It lacks everything that changed there\.$/,
      ),
    ])
    await serves(other.DATA_DIR)
  })

  it('starts a server on the folder again after the move is cancelled', async () => {
    const dataDir = path.join(folder, 'cancelled')
    await fill(dataDir, 1)
    const databaseUrl = await postgres.database()
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const notMoved = { code: 1, output: '', errors: `The data in ${dataDir} was not moved. Nothing was changed.\n` }
    expect(await runProgram('move', ['--cancel'], env)).toEqual(notMoved)
    expect((await runProgram('move', [], env)).errors).toBe('')
    const cancelled = await runProgram('move', ['--cancel'], env)
    expect([cancelled.code, cancelled.errors]).toEqual([0, ''])
    expect(cancelled.output).toMatch(
      `The move to ${databaseUrl} was cancelled: without DATABASE_URL, a server starts on the data in ${dataDir}. It lacks everything`,
    )
    await serves(dataDir)
    expect(await runProgram('move', ['--cancel'], env)).toEqual(notMoved)
    expect(await runProgram('move', [], env)).toEqual({
      code: 1,
      output: '',
      errors: 'Everything was moved to this PostgreSQL database before, and may have changed there. Nothing was changed.\n',
    })
    await serves(dataDir)
    expect((await runProgram('move', ['--to', await postgres.database()], { DATA_DIR: dataDir })).code).toBe(0)
  })

  it('marks the folder in a second run if the first was killed after the comparison', async () => {
    const dataDir = path.join(folder, 'half marked')
    await fill(dataDir, 1)
    const databaseUrl = await postgres.database()
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    expect((await runProgram('move', [], env)).code).toBe(0)
    const db = new DatabaseSync(path.join(dataDir, 'kolam.sqlite'))
    db.exec('update moved_to set moved_at = null')
    db.close()
    await run(databaseUrl, "update applications set company_name = 'Changed there'")
    const { code, output, errors } = await runProgram('move', [], env)
    expect([code, errors, output.split('\n')[0]]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^An earlier run has copied and compared everything, on [\d-]{10} \d\d:\d\d UTC; changes here after that were not copied\.$/,
      ),
    ])
    await refuses(dataDir, databaseUrl)
    const there = await openStorage({ dataDir: '', databaseUrl })
    expect((await there.applications.list({ limit: 2 })).applications.map(({ companyName }) => companyName)).toEqual([
      'Changed there',
    ])
    await there.close()
  })
})

describe('npm run backup', () => {
  it('refuses without a name, and without a database', async () => {
    const target = path.join(folder, 'none.sqlite')
    expect(await runProgram('backup', [], { DATA_DIR: folder })).toEqual({
      code: 1,
      output: '',
      errors: 'Usage: npm run backup -- FILE or FOLDER/ [--keep 90d]\n',
    })
    expect((await runProgram('backup', [target], { DATA_DIR: folder })).errors).toBe(`No database was found in ${folder}\n`)
    expect((await runProgram('backup', [target], { DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/b' })).errors).toBe(
      'Service temporarily unavailable. Please try again later. (connect ECONNREFUSED 127.0.0.1:1)\n',
    )
    expect(existsSync(target)).toBe(false)
  })
})
