import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { committee } from '../../src/features/committee/store.ts'
import { scriptTokens } from '../../src/features/scripts/store.ts'
import { cancelMove, move } from '../../src/programs/copies/move.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { run } from '../support/database.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { admin, at, decision, deletion, gather, removal, submission } from '../support/submissions.ts'

let server: Postgres
let folder: string
let dataDir: string

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kolam-move-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Fills a data folder: decisions, deletions, unusual texts, files, outbox entries in every state, a session. */
async function fill(count: number): Promise<void> {
  const storage = await openStorage({ dataDir })
  const { applications, outbox, sessions, passcodes, passkeys, refusals, responses, settings } = storage
  const sent = Array.from({ length: count }, (_, n) =>
    submission({
      submittedAt: at(n),
      companyName: n % 10 === 0 ? `odd \0 \ud800 ${n}` : `Company ${n}`,
      key: `key ${n}`,
      files:
        n % 3 === 0
          ? [{ field: 'resume', name: `${n}.pdf`, type: 'application/pdf', bytes: crypto.getRandomValues(new Uint8Array(3000)) }]
          : [],
    }),
  )
  await Promise.all(sent.map((added) => applications.add(added)))
  for (const [n, { change }] of sent.slice(0, 40).entries()) {
    if (n % 4 === 0) await applications.save(decision(change.application, n % 8 === 0 ? 'approved' : 'pitch', at(1000)))
    const { id } = change.application
    const hold = at(n === 1 ? 1001 : 5000)
    if (n % 10 === 1) await applications.remove(id, deletion(at(1000)), hold, [removal(id, hold)])
  }
  await applications.purge(at(2000))
  for (const [n, entry] of (await outbox.claim(['mail.letter', 'sheet.row'], 30, at(2000), at(3000))).entries())
    if (n % 3 !== 0)
      await outbox.settle(entry, n % 3 === 1 ? { kind: 'sent' } : { kind: 'refused', fault: 'no' }, at(2001), undefined)
  const { id: userId } = await sessions.user(admin, at(0))
  const session = { credentialHash: 'h', userId, email: admin, createdAt: at(0), expiresAt: at(1), browser: 'd' }
  await sessions.begin({ session, name: 'Firefox on Linux', trustedUntil: at(9), replaces: undefined })
  await passkeys.add(admin, { id: 'k', name: 'Laptop', publicKey: 'pk', counter: 7, createdAt: at(0), usedAt: undefined })
  await scriptTokens(storage.engine).add(admin, { id: 't', name: 'odd \0', hash: 'h', createdAt: at(0) }, 5)
  await refusals.add(at(0), 3)
  const passcode = { id: 'p', email: admin, codeHash: 'c', createdAt: at(0), expiresAt: at(600), browser: 'b', client: 'c' }
  await passcodes.put({ ...passcode, owner: undefined }, { since: at(0), max: 3 })
  await passcodes.beginTry(admin, { browser: 'b', client: 'c', owner: undefined }, at(1), { triesPerCode: 5, caps: [] })
  await responses.put('r', 'response', at(9))
  await settings.put('s', { text: 'odd \0 \ud800' }, 0)
  const chosen = sent.slice(2, 5).map(({ change }) => change.application.id)
  await committee(storage.engine).add(
    {
      ...{
        id: 'round',
        title: 'odd \0',
        withNames: true,
        createdAt: at(0),
        endsAt: at(9),
        endedAt: null,
        applications: chosen,
        readers: 1,
      },
      members: [
        {
          ...{
            id: 'm',
            right: 'committee',
            scope: 'round',
            title: 'odd \0',
            name: 'M',
            email: '',
            generation: 0,
            secretHash: 'h',
          },
          ...{ createdAt: at(0), until: at(9), usedAt: null, seenAt: null, endedAt: null },
        },
      ],
    },
    { drafts: [], at: at(0) },
  )
  await committee(storage.engine).save('m', chosen[0] ?? '', { score: 4, comment: 'odd \0', conflict: false }, 0, at(1))
  for (const n of [0, 1]) await storage.edits.pictures.add(`${n}.webp`, new Uint8Array([n, 0, 255]), at(0))
  await storage.close()
}

/** Everything that a storage returns. */
async function answers(storage: Storage): Promise<unknown> {
  const { applications, edits, outbox, sessions, passkeys, refusals, responses, settings } = storage
  const all = await gather(applications.all({ limit: 50 }))
  return {
    all,
    stats: await applications.stats(),
    history: await Promise.all(all.map(({ id }) => applications.history(id))),
    files: await Promise.all(all.map(({ id }) => applications.file(id, 'resume'))),
    messages: await Promise.all(all.map(({ id }) => outbox.forApplication(id))),
    counts: await outbox.counts(),
    found: (await applications.list({ limit: 200, search: 'odd' })).applications,
    session: await sessions.byCredential('h'),
    browsers: await sessions.browsers(admin, at(1)),
    passkeys: await passkeys.list(admin),
    tokens: await scriptTokens(storage.engine).list(admin),
    refusals: await refusals.since(at(0)),
    user: await sessions.user(admin, at(99)),
    response: await responses.get('r', at(1)),
    committee: [await committee(storage.engine).rounds(), await committee(storage.engine).reviews({ round: 'round' })],
    setting: await settings.get('s'),
    pictures: await Promise.all((await edits.pictures.names()).map((name) => edits.pictures.get(name))),
  }
}

it('copies everything: the other database returns the same and works', async () => {
  await fill(250)
  const databaseUrl = await server.database()
  const steps: string[] = []
  const onProgress = (step: string, done: number, total: number) => steps.push(`${step} ${done}/${total}`)
  const { counts } = await move({ dataDir, databaseUrl, onProgress })
  expect(counts).toMatchObject({
    applications: 249,
    // The purge of an application removed its key.
    idempotency: 249,
    users: 1,
    sessions: 1,
    devices: 1,
    passkeys: 1,
    script_tokens: 1,
    refusals: 1,
    passcodes: 1,
    wrong_tries: 1,
    replies: 1,
    settings: 1,
    pictures: 2,
    committee_rounds: 1,
    committee_applications: 3,
    committee_reviews: 1,
    committee_readers: 3,
    helper_links: 1,
    deletions: 1,
  })
  expect(steps).toEqual(['copying', 'comparing'].flatMap((step) => ['100', '200', '249'].map((done) => `${step} ${done}/249`)))

  await cancelMove(dataDir)
  // Opened as a tool, because a server would release the claims of the server before.
  const [here, there] = [await openStorage({ dataDir, sharesFolder: true }), await openStorage({ dataDir: '', databaseUrl })]
  expect(await answers(there)).toEqual(await answers(here))
  expect((await there.applications.add(submission({ key: 'key 7' }))).kind).toBe('already_added')
  expect((await there.applications.add(submission({ submittedAt: at(9999) }))).kind).toBe('added')
  // The row of the application that was purged before the move still has to be removed.
  expect(await there.outbox.claim(['sheet.removal'], 9, at(2000), at(3000))).toMatchObject([{ dueAt: at(1001) }])
  expect(await there.applications.purge(at(5000))).toBe(3)
  await here.close()
  await there.close()
})

it('refuses a folder in use, and a database that is not empty', async () => {
  await fill(5)
  const databaseUrl = await server.database()
  const running = await openStorage({ dataDir })
  await expect(move({ dataDir, databaseUrl })).rejects.toThrow(/Another server is already running/)
  await running.close()
  const used = await openStorage({ dataDir: '', databaseUrl })
  await used.applications.add(submission())
  await expect(move({ dataDir, databaseUrl })).rejects.toThrow(/A server is running on this database/)
  await used.close()
  await expect(move({ dataDir, databaseUrl })).rejects.toThrow(/is in use/)
  const after = await openStorage({ dataDir: '', databaseUrl })
  expect((await after.applications.stats()).total).toBe(1)
  await after.close()
})

/** Fills a data folder with `count` applications; every third has a file. */
async function fillMany(dataDir: string, count: number): Promise<void> {
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
  it('moves many applications to an equal copy, after a kill in each step', async () => {
    const count = Number(process.env.KOLAM_MOVE_APPLICATIONS ?? 300)
    const formatCount = (n: number): string => n.toLocaleString('en')
    await fillMany(dataDir, count)
    const databaseUrl = await server.database()
    const env = { DATA_DIR: dataDir }
    for (const until of ['Copying   [####', 'Comparing [####']) {
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
      expect((await moved.call('/api/stats')).body.stats.total).toBe(count)
    } finally {
      await moved.remove()
    }
  }, 300_000)

  it('reports what is missing: a target, a source database, a reachable server', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    const usage =
      'Usage: npm run move -- --to postgres://user:password@host/database (or DATABASE_URL), or npm run move -- --cancel\n'
    const there = join(folder, 'unreachable')
    await fillMany(there, 1)
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
    await fillMany(dataDir, 2)
    const databaseUrl = await server.database()
    // Alters what is copied into any schema.
    await run(
      databaseUrl,
      `create function alter_name() returns trigger language plpgsql as $$ begin new.company_name := 'Other'; return new; end $$;
       create function alter_rows() returns event_trigger language plpgsql as $$ begin
         if to_regclass('applications') is not null then
           create or replace trigger altered before insert on applications for each row execute function public.alter_name();
         end if; end $$;
       create event trigger altering on ddl_command_end when tag in ('CREATE TABLE') execute function alter_rows()`,
    )
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const { code, errors } = await runProgram('move', [], env)
    expect([code, errors]).toEqual([1, 'The copy differs: a row of applications is not the same. Run it again.\n'])
    await serves(dataDir)
    await run(databaseUrl, 'drop event trigger altering')
    expect((await runProgram('move', [], env)).errors).toBe('')
    await refuses(dataDir, databaseUrl)
  })

  it('marks the folder as moved: nothing is added to it, and it can be read', async () => {
    await fillMany(dataDir, 2)
    await serves(dataDir)
    const databaseUrl = await server.database()
    const address = `${databaseUrl.replace('kolam@', 'kolam:hush@')}?password=hush`
    const moved = await runProgram('move', ['--to', address], { DATA_DIR: dataDir })
    expect([moved.code, moved.errors]).toEqual([0, ''])
    expect(moved.output).toMatch(
      /\nSet DATABASE_URL to this database, .* The data in DATA_DIR was left as it is, and is marked as moved: no server starts on it\.\n$/,
    )
    await refuses(dataDir, databaseUrl)
    const copied = join(folder, 'marked copy')
    cpSync(dataDir, copied, { recursive: true })
    await refuses(copied, databaseUrl)

    const line = movedLine(dataDir, databaseUrl)
    const env = { DATA_DIR: dataDir }
    const rows = join(folder, 'rows.csv')
    writeFileSync(rows, 'form_type,name,email\nContact,Nila,nila@people.example\n')
    for (const [name, args] of [
      ['seed', ['1']],
      ['import', [rows]],
      ['move', ['--to', await server.database()]],
    ] as const)
      expect([name, await runProgram(name, args, env)]).toEqual([name, { code: 1, output: '', errors: line }])
    const report = await runProgram('doctor', [], env)
    expect([report.code, /^broken {2}Database: (.*\n)/m.exec(report.output)?.[1]]).toEqual([1, line])
    const there = await runProgram('doctor', [], { ...env, DATABASE_URL: databaseUrl })
    expect(there.output).toContain('ok      Database: PostgreSQL responds, is up to date, and has 2 applications.\n')

    const backup = join(folder, 'of-moved.sqlite')
    const made = await runProgram('backup', [backup], env)
    expect([made.code, made.errors, made.output.split('\n')[1]]).toEqual([0, '', expect.stringMatching(/^Warning: The data in /)])
    expect(`${made.output.split('\n')[1]}\n`.slice('Warning: '.length)).toEqual(line)
    const restored = await runProgram('restore', [backup, '--yes'], env)
    expect(restored).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^The data in \S+ was moved to .* Nothing was changed\.\n$/),
    })
    const other = { DATA_DIR: join(folder, 'restored') }
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
    await fillMany(dataDir, 1)
    const databaseUrl = await server.database()
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
      errors: 'This PostgreSQL database is in use. Choose an empty one; nothing was changed.\n',
    })
    await serves(dataDir)
    expect((await runProgram('move', ['--to', await server.database()], { DATA_DIR: dataDir })).code).toBe(0)
  })

  it('marks the folder in a second run if the first was killed before it did', async () => {
    await fillMany(dataDir, 1)
    const databaseUrl = await server.database()
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    expect((await runProgram('move', [], env)).code).toBe(0)
    const db = new DatabaseSync(join(dataDir, 'kolam.sqlite'))
    db.exec('update moved_to set moved_at = null')
    db.close()
    await run(databaseUrl, "update applications set company_name = 'Changed there'")
    const { code, output, errors } = await runProgram('move', [], env)
    expect([code, errors, output.split('\n')[0]]).toEqual([
      0,
      '',
      'An earlier run has copied and compared everything; changes here after that were not copied.',
    ])
    await refuses(dataDir, databaseUrl)
    const there = await openStorage({ dataDir: '', databaseUrl })
    expect((await there.applications.list({ limit: 2 })).applications.map(({ companyName }) => companyName)).toEqual([
      'Changed there',
    ])
    await there.close()
  })
})
