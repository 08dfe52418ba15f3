import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { root } from '../support/server.ts'
import { startCluster } from './cluster.ts'
import { startLoad } from './load.ts'

/** How often the commands of the guide run; `KOLAM_RESTART_ROUNDS=10` is the full drill. */
const rounds = Number(process.env.KOLAM_RESTART_ROUNDS ?? 1)

/** The shell commands of docs/operations-reference.md for an update without an interruption, for nodes on these ports. */
function guideCommands(ports: readonly string[]): string {
  const guide = readFileSync(path.join(root, 'docs/operations-reference.md'), 'utf8')
  const [, commands] = /^To update without an interruption[\s\S]*?^```\n([\s\S]*?)^```/m.exec(guide) ?? []
  if (commands === undefined || !commands.includes('3001 3002 3003')) throw new Error('the guide has no such commands')
  return commands.replace('3001 3002 3003', ports.join(' '))
}

/** Writes a `systemctl` whose `restart kolam@PORT` calls `restart` for that node. Returns its folder. */
async function stubSystemctl(restart: (port: string) => Promise<void>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-systemctl-'))
  const server = createServer(async (request, response) => {
    await restart(request.url?.slice(1) ?? '')
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const file = path.join(folder, 'systemctl')
  writeFileSync(file, `#!/bin/sh\n[ "$1" = restart ] && exec curl -fsS "http://127.0.0.1:${port}/\${2#kolam@}"\n`)
  chmodSync(file, 0o755)
  return {
    folder,
    remove: () => {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

it(`two nodes restarted under load, ${rounds} times: every request succeeds`, async () => {
  const cluster = await startCluster({}, 'smtp', 2)
  const portOf = (url: string): string => new URL(url).port
  const restarted: string[] = []
  const systemctl = await stubSystemctl(async (port) => {
    const node = cluster.nodes.find(({ url }) => portOf(url) === port)
    await node?.stop()
    await node?.start()
    restarted.push(port)
  })
  const load = startLoad(cluster.url, 3)
  const pages: number[] = []
  let running = true
  const visitor = async (): Promise<void> => {
    while (running) {
      const page = await fetch(`${cluster.url}/accelerator`)
      pages.push(page.status)
      await page.text()
      // Otherwise two visitors take the CPU of the restarts.
      await pause(10)
    }
  }
  const visitors = Promise.all([visitor(), visitor()])
  try {
    await load.more(10)
    const ports = cluster.nodes.map(({ url }) => portOf(url))
    for (let round = 0; round < rounds; round += 1) {
      const shell = spawn('bash', ['-euc', guideCommands(ports)], {
        env: { ...process.env, PATH: `${systemctl.folder}:${process.env.PATH}` },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      expect(await once(shell, 'exit')).toEqual([0, null])
    }
    await load.more(10)
    expect(restarted).toEqual(Array.from({ length: rounds }, () => ports).flat())
    running = false
    await visitors
    await load.stop()
    expect([load.unacknowledged, pages.filter((status) => status !== 200)], cluster.nginx.errors()).toEqual([[], []])
  } finally {
    running = false
    await load.stop()
    systemctl.remove()
    await cluster.remove()
  }
  console.log(`${restarted.length} restarts: ${load.acknowledged.length} submissions and ${pages.length} pages, all successful`)
}, 600_000)
