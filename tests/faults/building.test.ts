import { once } from 'node:events'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject, killBuild, type Project, servingDuring } from '../support/project.ts'
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
  return until('all that it loads', () => count('loaded modules that few requests need') === count('Kolam is at'))
}

const files = (): readonly string[] =>
  readdirSync(path.join(project.folder, 'dist'), { recursive: true, encoding: 'utf8' }).sort()
const folders = (): readonly string[] => readdirSync(project.folder).filter((name) => name.startsWith('dist'))

describe('a failed build leaves the served site unchanged', { timeout: 240_000 }, () => {
  /** Builds while the site is served, and starts the server again afterwards. Returns the output of the build. */
  async function failedBuild(): Promise<string> {
    const build = project.build()
    const statuses = await servingDuring(server, once(build.child, 'close'))
    expect([statuses.length > 0, statuses.filter((status) => status !== 200)]).toEqual([true, []])
    expect(build.child.exitCode).toBe(1)
    await server.stop()
    await server.start()
    expect((await fetch(`${server.url}/accelerator`)).status).toBe(200)
    return build.printed()
  }

  it('a page that does not compile: the reason is reported, and a restart serves', async () => {
    const before = files()
    // Astro reports it before it draws the pages, which takes most of a build's time.
    const restore = project.edit('src/site/pages/team.astro', '---', '---\nimport "./nowhere"')
    try {
      expect(await failedBuild()).toContain('nowhere')
      expect([files(), folders()]).toEqual([before, ['dist']])
    } finally {
      restore()
    }
  })

  it('killed during a build, and between two: the next one restores and reports faults', async () => {
    await loaded(server)
    const before = files()
    const build = project.build()
    const made = path.join(project.folder, `dist.${build.child.pid}`)
    await until('the server to be built', () => existsSync(path.join(made, 'server/main.js')) || undefined, 120_000)
    killBuild(build.child)
    await once(build.child, 'close')
    expect(files()).toEqual(before)
    await server.stop('SIGKILL')
    await server.start()
    expect((await fetch(server.url)).status).toBe(200)
    await loaded(server)

    expect(folders().toSorted()).toEqual(['dist', path.basename(made)])
    renameSync(path.join(project.folder, 'dist'), path.join(project.folder, 'dist.previous'))
    const restored = [
      project.edit('content/mail/approval.yaml', 'preview: We would', 'preview: News: we would'),
      project.edit('content/mail/confirmation.yaml', '({reference})', '({referense})'),
      project.edit('content/cohorts.yaml', 'status: Closed\n', 'status: Full\n'),
    ]
    const printed = await failedBuild()
    for (const restore of restored) restore()
    expect(printed.split('\n')).toEqual([
      '  pages and scripts, the server, the check of content/',
      expect.stringMatching(
        /^content\/cohorts\.yaml, line \d+: `\[0\]\.status` should be one of "Closed", "Apply Now", "Coming Soon", received "Full"$/,
      ),
      expect.stringMatching(
        /^content\/mail\/approval\.yaml, line \d+: a text that holds a colon and a space must be in quotes as a whole: key: "Words: more words"$/,
      ),
      expect.stringMatching(
        /^content\/mail\/confirmation\.yaml, line \d+: `subject` uses \{referense\}, which this message does not have/,
      ),
      '',
    ])
    expect([files(), folders()]).toEqual([before, ['dist']])
  })
})

it('a build may be removed while it is served: uploads, mail and pages still work', async () => {
  const early = await startServer({ DATABASE_URL: '', LOG_LEVEL: 'debug' }, path.join(project.folder, 'dist/server/main.js'))
  const [dist, away] = ['dist', 'removed'].map((name) => path.join(project.folder, name)) as [string, string]
  try {
    await loaded(early)
    renameSync(dist, away)
    await early.apply('WorkForStartups')
    expect(await early.signIn()).toContain('=')
    expect((await fetch(`${early.url}/accelerator`)).status).toBe(200)
  } finally {
    if (existsSync(away)) renameSync(away, dist)
    await early.remove()
  }
})
