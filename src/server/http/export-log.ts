import type { Context } from 'hono'
import { actorOf } from './guards.ts'
import type { Web } from './routes.ts'

/** Logs that stored data leaves the desk as a file: who asked for it, and how much of what it is. The words of a search may be personal, and are left out. */
export function logExport(
  context: Context<Web>,
  what: {
    readonly format: string
    readonly rows: number
    readonly form?: string | undefined
    readonly state?: string | undefined
  },
): void {
  const script = context.get('script')
  context.get('log').info({ by: script === undefined ? actorOf(context) : `script ${script}`, ...what }, 'exported')
}
