import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { second } from '../../shared/dates.ts'
import type { PrepareRequest, Rendered, RenderReply, RenderRequest } from '../../shared/rendering.ts'

/** A process that renders pages of one revision of the content, one request after the other. It has 80 MB, so it lives only while it is needed. */
export interface PageRenderer {
  /** @throws Error with the faults of the content; when it takes more than a minute */
  render(request: RenderRequest): Promise<Rendered>
  /** Makes the next render of files like these quicker. */
  prepare(files: PrepareRequest['prepare']): void
  /** Whether it can render: the system may have ended it while it waited. */
  isRunning(): boolean
  /** Ends it. Resolves when its memory is free. */
  end(): Promise<void>
}

/** Longer than the slowest machine takes for all pages. */
const longestMs = 60 * second

/** Starts a renderer. @param entry the built program, `dist/renderer/entry.mjs` */
export function startRenderer(entry: string): PageRenderer {
  const child: ChildProcess = fork(entry, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A request has a date.
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  const waiting = new Map<number, { resolve(rendered: Rendered): void; reject(error: Error): void }>()
  const fail = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  child.on('message', (reply: RenderReply) => {
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('fault' in reply) call?.reject(new Error(reply.fault))
    else call?.resolve(reply)
  })
  child.on('error', (error) => fail(`The renderer cannot run: ${error.message}`))
  child.on('exit', (code, signal) => fail(`The renderer ended (${signal ?? code}).`))
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const end = (): Promise<void> => {
    // Whoever waits for its end may have nothing else to wait for: a start would end with it.
    child.ref()
    child.kill('SIGKILL')
    return ended
  }
  let last = 0
  return {
    async render(request) {
      last += 1
      const id = last
      const timer = setTimeout(end, longestMs)
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          child.send({ id, ...request }, (error) => error !== null && fail(`The renderer cannot be asked: ${error.message}`))
        })
      } finally {
        clearTimeout(timer)
      }
    },
    prepare: (files) => child.send({ prepare: files } satisfies PrepareRequest, () => undefined),
    isRunning: () => child.connected,
    end,
  }
}

/** Writes pages into a folder, as `loadSite` reads them. */
export function writePages(folder: string, pages: Rendered['pages']): void {
  for (const [file, text] of Object.entries(pages)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}
