import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { hostileInputs, sendHostile } from '../support/hostile.ts'
import { root, startServer, until } from '../support/server.ts'

// How long it takes is measured by `npm run bench -- hostile`: a test that fails on a busy machine would be useless.

/** What the process does beside a request, as blocks that run: chores, the outbox. */
const noise = 100_000

it('twice the input is at most 2.5 times the work, for every parser', async () => {
  const counting = pathToFileURL(path.join(root, 'tests/support/count-work.mjs')).href
  const server = await startServer({
    NODE_OPTIONS: `--import ${counting}`,
    KOLAM_COUNT: 'work',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
  })
  const cookie = await server.signIn()
  /** The work since the last call. */
  const workDone = async (): Promise<number> => {
    const printed = server.output().length
    process.kill(server.pid(), 'SIGUSR2')
    return until('the work', () => {
      const work = /work: (\d+)/.exec(server.output().slice(printed))?.[1]
      return work === undefined ? undefined : Number(work)
    })
  }
  const faults: string[] = []
  for (const hostile of hostileInputs) {
    const works: number[] = []
    for (const size of [hostile.largest / 2, hostile.largest]) {
      await workDone()
      const status = await sendHostile(server.url, hostile, size, cookie)
      if (status >= 500) faults.push(`${hostile.parser}: ${status}`)
      works.push(await workDone())
    }
    const [half = 0, full = 0] = works
    if (full > 2.5 * half + noise) faults.push(`${hostile.parser}: ${half}, then ${full}`)
  }
  await server.remove()
  expect(faults).toEqual([])
})
