import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStorage } from '../../src/server/storage/open.ts'
import { minute } from '../../src/shared/dates.ts'
import { childProgram } from './child-program.ts'
import { at, submission } from './submissions.ts'

/** A stand-in of a mail provider: where it listens, how many messages have arrived, and a wait for the next one. */
export interface Counterpart {
  readonly url: string
  readonly arrived: () => number
  readonly until: (count: number) => Promise<void>
}

let built: Promise<string> | undefined

/**
 * Starts the outbox worker on a storage, and kills it (`kill -9`) up to 12 ms after a message arrives: before the provider responses, before the entry
 * is marked as sent, or after that. Each round adds a letter. At the end the worker runs until all entries are marked as sent.
 * @param held how many letters are held, and released by one call before the first round
 * @returns the number of letters and of kills
 */
export async function killRounds(
  rounds: number,
  { url, arrived, until }: Counterpart,
  held = 0,
): Promise<{ letters: number; kills: number }> {
  built ??= childProgram('outbox-child')
  const program = await built
  const dataDir = await mkdtemp(join(tmpdir(), 'kolam-kill-'))
  const storage = await openStorage({ dataDir, sharesFolder: true })
  let letters = 0
  let kills = 0
  const queue = async (dueAt?: Date): Promise<void> => {
    const { change, ...rest } = submission({ ip: '127.0.0.1' })
    const drafts = change.outbox.filter(({ topic }) => topic === 'mail.letter')
    const outbox = drafts.map((draft) => ({ ...draft, ...(dueAt !== undefined && { dueAt }) }))
    await storage.applications.add({ ...rest, change: { ...change, outbox } })
    letters += 1
  }
  const env = { ...process.env, NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
  /** Starts a worker that loads its code and then waits for a line of input. The next one loads while this one works. */
  const prepare = (round: number) => {
    const worker = spawn(process.execPath, [program, dataDir, url, String(round * 2 * minute)], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env,
    })
    return { worker, ended: once(worker, 'exit') }
  }
  let next = prepare(1)
  try {
    await queue()
    for (let n = 0; n < held; n += 1) await queue(new Date('9999-12-31'))
    const waiting = await storage.outbox.held(at(0), held + 1)
    await storage.outbox.release(
      waiting.map(({ entry }) => entry.id),
      at(0),
      () => [],
    )
    for (let round = 1; round <= rounds; round += 1) {
      await queue()
      const before = arrived()
      const { worker, ended } = next
      next = prepare(round + 1)
      worker.stdin?.end('go')
      const outcome = await Promise.race([until(before + 1).then(() => 'arrived'), ended.then(() => 'ended')])
      if (outcome === 'ended') throw new Error('the worker ended by itself')
      await pause(Math.random() * 12)
      if (worker.kill('SIGKILL')) kills += 1
      await ended
    }
    const { worker: last, ended } = next
    last.stdin?.end('go')
    for (const end = performance.now() + 60_000; (await storage.outbox.counts()).sent < letters; await pause(20))
      if (performance.now() > end) throw new Error(`not all was sent: ${JSON.stringify(await storage.outbox.counts())}`)
    last.kill('SIGKILL')
    await ended
    return { letters, kills }
  } finally {
    next.worker.kill('SIGKILL')
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
