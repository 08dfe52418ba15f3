import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, submission as post } from '../support/answers.ts'
import { runProgram } from '../support/program.ts'
import { freePort, root, startServer } from '../support/server.ts'
import { startScript } from '../support/sheet-script.ts'
import { startSmtp } from '../support/smtp.ts'

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-programs-'))
})
afterAll(async () => {
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

it('invented applications stay away from a public site, unless it is asked for', async () => {
  const env = { DATA_DIR: path.join(folder, 'public'), PUBLIC_URL: 'https://kolam.example' }
  const { code, errors } = await runProgram('seed', ['3'], env)
  expect([code, errors]).toEqual([1, expect.stringContaining('Nothing was added. --yes adds them all the same.')])
  expect(await runProgram('seed', ['3', '--yes'], env)).toMatchObject({
    code: 0,
    output: '3 applications were added. None of them is real.\n',
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

describe('a data folder in use whose database', () => {
  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file)],
  ])('is %s does not begin anew', async (state, lose) => {
    const server = await startServer({ DATABASE_URL: '' })
    try {
      await server.stop()
      lose(path.join(server.dataDir, 'kolam.sqlite'))
      for (const ending of ['-wal', '-shm']) rmSync(path.join(server.dataDir, `kolam.sqlite${ending}`), { force: true })
      const { code, errors } = await runProgram('main', [], { DATA_DIR: server.dataDir, PORT: '0' })
      expect([code, errors]).toEqual([
        1,
        `DATA_DIR: got "${server.dataDir}", which was in use, but its database kolam.sqlite is ${state}; put it back, restore a backup (npm run restore -- FILE), ` +
          'set DATABASE_URL if the data is in PostgreSQL, or choose an empty folder to begin anew\n',
      ])
    } finally {
      await server.remove()
    }
  })
})

describe('a server with few descriptors', () => {
  it('answers a new visitor while another keeps more connections open than it has', async () => {
    const port = await freePort()
    const child = spawn('prlimit', ['--nofile=120:120', process.execPath, path.join(root, 'dist/server/main.js')], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'few'), PORT: String(port), HOST: '127.0.0.1' },
      stdio: 'ignore',
    })
    const sockets: Socket[] = []
    try {
      // Over a new connection each time: one that is kept open has its place.
      const answers = (): Promise<boolean> =>
        new Promise((resolve) =>
          get(`http://127.0.0.1:${port}/healthz`, { agent: false, timeout: 1000 }, (response) =>
            resolve(response.statusCode === 200),
          )
            .on('timeout', () => resolve(false))
            .on('error', () => resolve(false)),
        )
      await expect.poll(answers).toBe(true)
      for (let n = 0; n < 200; n += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))))
      // Each refused connection makes room.
      await expect.poll(answers, { timeout: 5000 }).toBe(true)
    } finally {
      for (const socket of sockets) socket.destroy()
      child.kill()
      await once(child, 'exit')
    }
  })
})

describe('a stop', () => {
  it('ends within seconds while mail server, spreadsheet and a client hang', async () => {
    const [smtp, script] = [await startSmtp(), await startScript(() => 'hang')]
    smtp.behave('hang')
    const server = await startServer({
      DATABASE_URL: '',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'hello@kolam.example',
      SHEET_URL: script.url,
    })
    const client = connect(Number(new URL(server.url).port), '127.0.0.1')
    try {
      client.write(
        'POST /api/submit-application HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{',
      )
      const sent = await fetch(`${server.url}/api/submit-application`, post('StartupStudio', answers('StartupStudio')))
      expect(sent.status).toBe(201)
      await expect.poll(() => smtp.tried.length).toBeGreaterThan(0)
      await expect.poll(() => script.calls.length).toBeGreaterThan(0)
      const from = performance.now()
      await server.stop()
      // Nine seconds, and more for a busy machine. It took up to 30.
      expect(performance.now() - from).toBeLessThan(12_000)
    } finally {
      client.destroy()
      await server.remove()
      await Promise.all([smtp.close(), script.close()])
    }
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
