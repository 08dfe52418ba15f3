import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../browser/chromium.ts'
import { axeFaults } from '../browser/drive.ts'
import { copyProject, type Project } from '../support/project.ts'
import { rows } from '../support/rows.ts'
import { until } from '../support/server.ts'

let project: Project
let port: number
let dev: ChildProcess
let printed = ''

/** Starts the script of `npm run dev` in a new process group. */
function start(): ChildProcess {
  printed = ''
  const child = spawn(process.execPath, [path.join(project.folder, 'scripts/dev-servers.mjs')], {
    cwd: project.folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: path.join(project.folder, 'data'),
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  return child
}

const page = (route: string): Promise<string> =>
  fetch(`http://localhost:${port}${route}`).then(
    (response) => response.text(),
    () => '',
  )
const pageHolding = (route: string, text: string): Promise<true> =>
  until(`${text} at ${route}\n${printed}`, async () => (await page(route)).includes(text) || undefined, 60_000)

const isFree = (candidate: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(candidate, () => probe.close(() => resolve(true)))
  })

/** Finds two free consecutive ports, below the range that the system uses for connections of other tests. */
async function freePair(): Promise<number> {
  for (let candidate = 20_000 + 2 * (process.pid % 5_000); ; candidate += 2)
    if ((await isFree(candidate)) && (await isFree(candidate + 1))) return candidate
}

/** Whether any process of the group is left. */
function leftOf({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** Resolves when the group is empty. A busy system needs a moment to remove ended processes. */
const noneLeftOf = (child: ChildProcess): Promise<true> => until('the group to be empty', () => !leftOf(child) || undefined)

beforeAll(async () => {
  project = copyProject()
  port = await freePair()
  dev = start()
  await pageHolding('/accelerator', 'See the other companies')
  // The response of the API, not that of the site while the server starts.
  await pageHolding('/api/stats', 'UNAUTHORIZED_ACCESS')
})
afterAll(() => {
  if (leftOf(dev)) process.kill(-(dev.pid ?? 0), 'SIGKILL')
  project.remove()
})

it('npm run dev starts its server once it is built, and not before', () => {
  expect(printed).toContain(`Kolam is at http://localhost:${port}`)
  expect(printed).not.toMatch(/ERR_MODULE_NOT_FOUND|Failed running/)
})

it.each([
  [
    'a section of a page',
    'src/site/sections/accelerator/Stories.tsx',
    'See the other companies',
    'See all of them',
    '/accelerator',
  ],
  ['a page', 'src/site/pages/accelerator.astro', 'When it starts', 'When we begin', '/accelerator'],
  ['content', 'content/cohorts.yaml', 'label: Cohort 7', 'label: Cohort 77', '/accelerator'],
  ['the server', 'src/shared/errors.ts', 'Access denied.', 'No access.', '/api/stats'],
])('npm run dev shows a change of %s without a restart', async (_, file, from, to, route) => {
  project.edit(file, from, to)
  await pageHolding(route, to.replace('label: ', ''))
})

it('a new picture is seen without a restart', async () => {
  const file = path.join(project.folder, 'content/pictures/hall.png')
  await sharp({ create: { width: 1300, height: 700, channels: 3, background: '#804020' } })
    .png()
    .toFile(file)
  project.edit('content/pages/about.yaml', '\nmission:', '\nphoto:\n  file: hall.png\n  alt: The hall\nmission:')
  await pageHolding('/about', 'pictures-hall.png.webp')
})

it('the kit has every component in its states, at 320 and 1440 px, without a fault', async () => {
  const browser = await chromium.launch(launchOptions)
  try {
    for (const route of ['/kit', '/refused-kit', '/desk-kit'])
      for (const width of [320, 1440]) {
        const page = await browser.newPage({ viewport: { width, height: 900 } })
        await page.goto(`http://localhost:${port}${route}`)
        expect([route, width, await axeFaults(page)]).toEqual([route, width, []])
        const looks = await page.evaluate(() => ({
          across: document.documentElement.scrollWidth - innerWidth,
          // A button is as high as a finger needs, and no text is cut.
          small: [...document.querySelectorAll('main button')].filter((button) => button.getBoundingClientRect().height < 24)
            .length,
          cut: [...document.querySelectorAll('main :is(button, h1, h2, h3, label, legend)')].filter(
            (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === 'hidden',
          ).length,
        }))
        expect([route, width, looks]).toEqual([route, width, { across: 0, small: 0, cut: 0 }])
        await page.close()
      }
  } finally {
    await browser.close()
  }
})

it('npm run dev refuses a port in use with one line, and leaves nothing running', async () => {
  const first = dev
  const second = start()
  const [code] = await once(second, 'exit')
  expect([code, printed]).toEqual([1, expect.stringContaining(`Port ${port} is already in use`)])
  await noneLeftOf(second)
  expect(leftOf(first)).toBe(true)
})

// One listener serves all three.
it.each(rows(['SIGTERM', 'SIGINT', 'disconnect'], ['SIGTERM', 'disconnect']))(
  'npm run dev ended by %s leaves nothing running and its ports free',
  async (signal) => {
    if (!leftOf(dev)) {
      dev = start()
      await pageHolding('/api/stats', 'UNAUTHORIZED_ACCESS')
    }
    if (signal === 'disconnect') dev.disconnect()
    else dev.kill(signal)
    await once(dev, 'exit')
    expect(dev.exitCode).toBe(0)
    await noneLeftOf(dev)
    for (const freePort of [port, port + 1]) {
      const probe = createServer().listen(freePort)
      await once(probe, 'listening')
      probe.close()
    }
  },
)
