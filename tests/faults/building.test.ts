import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, multipart } from '../support/answers.ts'
import { copyProject, type Project } from '../support/project.ts'
import { type Running, startServer, until } from '../support/server.ts'

let project: Project
let server: Running

beforeAll(async () => {
  project = copyProject()
  server = await startServer({ DATABASE_URL: '', LOG_LEVEL: 'debug' }, path.join(project.folder, 'dist/server/main.js'))
})
afterAll(async () => {
  await server?.remove()
  project.remove()
})

/** Waits until a server has loaded the modules that it needs after a start. Until then its folder must stay. */
function loaded({ output }: Running): Promise<unknown> {
  const count = (text: string): number => output().split(text).length
  return until('all that it loads', () => count('loaded what few requests need') === count('Kolam is at'))
}

/** Kills a build and all its processes. */
const killAll = ({ pid, exitCode, signalCode }: ChildProcess): unknown =>
  pid !== undefined && exitCode === null && signalCode === null && process.kill(-pid, 'SIGKILL')

const builds: ChildProcess[] = []
afterAll(() => builds.forEach(killAll))

function startBuild(): { readonly child: ChildProcess; readonly printed: () => string } {
  const program = `import('${path.join(project.folder, 'scripts/build.mjs')}').then(({ buildAll }) => buildAll())`
  const child = spawn(process.execPath, ['--eval', program], { cwd: project.folder, stdio: 'pipe', detached: true })
  builds.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  return { child, printed: () => printed }
}

/** The statuses of page requests until `work` ends, with pauses, because the build needs the CPU. */
async function servingDuring(work: Promise<unknown>): Promise<{ readonly statuses: readonly number[] }> {
  const statuses: number[] = []
  let over = false
  const done = work.finally(() => (over = true))
  while (!over) {
    const [page, form] = await Promise.all([fetch(server.url), fetch(`${server.url}/accelerator`)])
    statuses.push(page.status, form.status)
    await Promise.all([page.text(), form.text()])
    await pause(100)
  }
  await done
  return { statuses }
}

const files = (): readonly string[] =>
  readdirSync(path.join(project.folder, 'dist'), { recursive: true, encoding: 'utf8' }).sort()
const folders = (): readonly string[] => readdirSync(project.folder).filter((name) => name.startsWith('dist'))

describe('a failed build leaves the served site unchanged', { timeout: 180_000 }, () => {
  it.each([
    [
      'a colon in a letter',
      'content/mail/approval.yaml',
      'preview: We would',
      'preview: News: we would',
      expect.stringMatching(
        /^content\/mail\/approval\.yaml, line \d+: a text that holds a colon and a space goes into quotes as a whole: key: "Words: more words"\n$/,
      ),
    ],
    [
      'a placeholder that no letter has',
      'content/mail/confirmation.yaml',
      '({reference})',
      '({referense})',
      expect.stringMatching(
        /^content\/mail\/confirmation\.yaml, line \d+: `subject` uses \{referense\}, which this message does not have/,
      ),
    ],
    [
      'a word of a cohort',
      'content/cohorts.yaml',
      'status: Closed\n',
      'status: Full\n',
      'content/cohorts.yaml, line 5: `[0].status` should be one of "Closed", "Apply Now", "Coming Soon", received "Full"\n',
    ],
    [
      'a page of the site that does not compile',
      'src/site/pages/team.astro',
      '---',
      '---\nthrow new Error("nowhere")',
      expect.stringContaining('nowhere'),
    ],
  ])('%s: the reason is reported, the site keeps serving, and a restart serves', async (_, file, from, to, reason) => {
    const restore = project.edit(file, from, to)
    try {
      const before = files()
      const build = startBuild()
      const { statuses } = await servingDuring(once(build.child, 'close'))
      expect([build.child.exitCode, build.printed()]).toEqual([1, reason])
      expect([statuses.length > 0, statuses.filter((status) => status !== 200)]).toEqual([true, []])
      expect([files(), folders()]).toEqual([before, ['dist']])
      await server.stop()
      await server.start()
      expect((await fetch(`${server.url}/accelerator`)).status).toBe(200)
    } finally {
      restore()
    }
  })

  it('killed during a build, and between two: the next build restores and cleans up', async () => {
    const before = files()
    const build = startBuild()
    const made = path.join(project.folder, `dist.${build.child.pid}`)
    await until('the server to be built', () => existsSync(path.join(made, 'server/main.js')) || undefined)
    killAll(build.child)
    await once(build.child, 'close')
    expect(files()).toEqual(before)
    await server.stop('SIGKILL')
    await server.start()
    expect((await fetch(server.url)).status).toBe(200)
    await loaded(server)

    expect(folders().toSorted()).toEqual(['dist', path.basename(made)])
    renameSync(path.join(project.folder, 'dist'), path.join(project.folder, 'dist.previous'))
    const restore = project.edit('content/faq.yaml', '- question', '- qestion')
    await once(startBuild().child, 'close')
    restore()
    expect([files(), folders()]).toEqual([before, ['dist']])
  })
})

describe('a build that succeeds', { timeout: 180_000 }, () => {
  it('replaces the served build without an interruption; a restart serves it', async () => {
    const restore = project.edit('content/cohorts.yaml', 'label: Cohort 7', 'label: Cohort 77')
    try {
      const build = startBuild()
      const { statuses } = await servingDuring(once(build.child, 'close'))
      expect([build.child.exitCode, statuses.filter((status) => status !== 200), folders()]).toEqual([0, [], ['dist']])
      expect(await (await fetch(`${server.url}/accelerator`)).text()).not.toContain('Cohort 77')
      await server.stop()
      await server.start()
      expect(await (await fetch(`${server.url}/accelerator`)).text()).toContain('Cohort 77')
    } finally {
      restore()
    }
  })

  it('may be removed while it is served: uploads, mail and pages still work', async () => {
    const early = await startServer({ DATABASE_URL: '', LOG_LEVEL: 'debug' }, path.join(project.folder, 'dist/server/main.js'))
    const away = path.join(project.folder, 'removed')
    await loaded(early)
    renameSync(path.join(project.folder, 'dist'), away)
    try {
      const upload = await fetch(`${early.url}/api/submit-application`, {
        method: 'POST',
        body: multipart('WorkForStartups', answers('WorkForStartups')),
      })
      expect(upload.status).toBe(201)
      expect(await early.signIn()).toContain('=')
      expect((await fetch(`${early.url}/accelerator`)).status).toBe(200)
    } finally {
      renameSync(away, path.join(project.folder, 'dist'))
      await early.remove()
    }
  })
})
