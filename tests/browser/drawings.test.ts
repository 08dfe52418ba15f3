import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { yamlFiles } from '../../src/content/files.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { newId } from '../../src/shared/ids.ts'
import { type Running, startServer, until } from '../support/server.ts'
import { closeProfiles, newProfile } from './chromium.ts'

// `drawings` of site.yaml: the line with its dots, the dots alone, or none, on every page that visitors see and where one signs in.

let server: Running
let storage: Storage
beforeAll(async () => {
  server = await startServer()
  storage = await openStorage({ dataDir: server.dataDir, databaseUrl: server.databaseUrl, sharesFolder: true })
})
afterEach(closeProfiles)
afterAll(async () => {
  await storage.close()
  await server.remove()
})

const site = 'content/site.yaml'

it('are the line with its dots, the dots alone, or none, in either theme', async () => {
  for (const drawings of ['kolam', 'dots', 'none'] as const) {
    const over = await storage.edits.revision()
    const files = { [site]: `${yamlFiles[site] ?? ''}\ndrawings: ${drawings}\n` }
    await storage.edits.publish({ id: newId(new Date()), by: 'a', note: '', dueAt: null, files, drafts: {}, over }, new Date())
    await until('the publish', () => server.output().includes(`"revision":${over + 1}`) || undefined)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await newProfile({ colorScheme })).newPage()
      for (const route of ['/', '/accelerator', '/app', '/nothing']) {
        await page.goto(server.url + route)
        const seen = await page.evaluate(() => {
          const isSeen = (path: Element) => path.checkVisibility() && getComputedStyle(path).display !== 'none'
          // The mark beside the name stays.
          const paths = [...document.querySelectorAll('svg:not(.wordmark-mark) path[class^="kolam-"]')].filter(isSeen)
          return { lines: paths.some((path) => /[ac]/.test(path.getAttribute('d') ?? '')), any: paths.length > 0 }
        })
        expect([drawings, colorScheme, route, seen]).toEqual([
          ...[drawings, colorScheme, route],
          { lines: drawings === 'kolam', any: drawings !== 'none' },
        ])
      }
    }
  }
})
