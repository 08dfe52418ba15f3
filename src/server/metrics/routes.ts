import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { paths } from '../../api/paths.ts'
import { AppError } from '../../shared/errors.ts'
import { Routes, type Web } from '../http/routes.ts'
import type { Counting } from './measures.ts'
import type { Measures } from './store.ts'
import { type Measured, metricsText } from './text.ts'

export interface Metrics extends Pick<Counting, 'tally' | 'count'> {
  readonly build: Measured['build']
  /** METRICS_TOKEN */
  readonly token: string | undefined
  measures(): Promise<Measures>
  health(): Measured['health']
  lastBackup(): Measured['lastBackup']
  process(): Measured['process']
}

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Requires the token, or else what `admin` requires. @throws AppError UNAUTHORIZED_ACCESS */
export const metricsGuard =
  (token: string | undefined, admin: MiddlewareHandler<Web>): MiddlewareHandler<Web> =>
  async (context, next) => {
    const bearer = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (bearer === undefined) return admin(context, next)
    if (token === undefined || !timingSafeEqual(hashed(bearer), hashed(token))) throw new AppError('UNAUTHORIZED_ACCESS')
    context.header('Cache-Control', 'no-store')
    await next()
  }

export const metricsRoutes = (parts: Metrics, now: () => Date): Routes =>
  new Routes('metrics').get(paths.metrics, async (context) => {
    const text = metricsText({
      now: now(),
      build: parts.build,
      // The other metrics must be readable while the database is unreachable.
      store: await parts.measures().catch(() => undefined),
      health: parts.health(),
      lastBackup: parts.lastBackup(),
      tally: parts.tally,
      process: parts.process(),
    })
    return context.text(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
