import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DevServer, endDev, freePair, leftOf, pageHolding, startDev } from '../support/dev-server.ts'
import { copyProject, type Project } from '../support/project.ts'
import { rows } from '../support/rows.ts'
import { until } from '../support/server.ts'

let project: Project
let port: number
let dev: DevServer

const shows = (route: string, text: string): Promise<true> => pageHolding(port, dev, route, text)

/** Resolves when the group is empty. A busy system needs a moment to remove ended processes. */
const noneLeftOf = (server: DevServer): Promise<true> => until('the group to be empty', () => !leftOf(server) || undefined)

beforeAll(async () => {
  project = copyProject()
  port = await freePair()
  dev = startDev(project, port)
  await shows('/accelerator', 'See the other companies')
  // The response of the API, not that of the site while the server starts.
  await shows('/api/stats', 'UNAUTHORIZED_ACCESS')
})
afterAll(() => {
  endDev(dev)
  project.remove()
})

it('npm run dev starts its server once it is built, and not before', () => {
  expect(dev.printed()).toContain(`Kolam is at http://localhost:${port}`)
  expect(dev.printed()).not.toMatch(/ERR_MODULE_NOT_FOUND|Failed running/)
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
  await shows(route, to.replace('label: ', ''))
})

it('a new picture is seen without a restart', async () => {
  const file = path.join(project.folder, 'content/pictures/hall.png')
  mkdirSync(path.dirname(file), { recursive: true })
  await sharp({ create: { width: 1300, height: 700, channels: 3, background: '#804020' } })
    .png()
    .toFile(file)
  project.edit('content/pages/about.yaml', '\nmission:', '\nphoto:\n  file: hall.png\n  alt: The hall\nmission:')
  await shows('/about', 'pictures-hall.png.webp')
})

it('npm run dev refuses a port in use with one line, and leaves nothing running', async () => {
  const second = startDev(project, port)
  const [code] = await once(second.child, 'exit')
  expect([code, second.printed()]).toEqual([1, expect.stringContaining(`Port ${port} is already in use`)])
  await noneLeftOf(second)
  expect(leftOf(dev)).toBe(true)
})

// One listener serves all three.
it.each(rows(['SIGTERM', 'SIGINT', 'disconnect'], ['SIGTERM', 'disconnect']))(
  'npm run dev ended by %s leaves nothing running and its ports free',
  async (signal) => {
    if (!leftOf(dev)) {
      dev = startDev(project, port)
      await shows('/api/stats', 'UNAUTHORIZED_ACCESS')
    }
    if (signal === 'disconnect') dev.child.disconnect()
    else dev.child.kill(signal)
    await once(dev.child, 'exit')
    expect(dev.child.exitCode).toBe(0)
    await noneLeftOf(dev)
    for (const freePort of [port, port + 1]) {
      const probe = createServer().listen(freePort)
      await once(probe, 'listening')
      probe.close()
    }
  },
)
