import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { Web } from '../http/web.ts'
import type { Measures } from '../storage/port.ts'
import type { createTally } from './tally.ts'
import { type Measured, metricsText } from './text.ts'

export interface Metrics extends ReturnType<typeof createTally> {
  readonly build: Measured['build']
  /** METRICS_TOKEN */
  readonly token: string | undefined
  measures(): Promise<Measures>
  health(): Measured['health']
  process(): Measured['process']
}

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `GET /metrics`, for a session of the admin's, or for who brings the token. @throws AppError UNAUTHORIZED_ACCESS for anyone else */
export function metricsRoutes(parts: Metrics, admin: MiddlewareHandler<Web>, now: () => Date): Hono<Web> {
  const mayRead: MiddlewareHandler<Web> = async (context, next) => {
    const brought = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (brought === undefined) return admin(context, next)
    if (parts.token === undefined || !timingSafeEqual(hashed(brought), hashed(parts.token)))
      throw new AppError('UNAUTHORIZED_ACCESS')
    context.header('Cache-Control', 'no-store')
    await next()
  }
  return new Hono<Web>().get('/metrics', mayRead, async (context) => {
    const text = metricsText({
      now: now(),
      build: parts.build,
      // what is measured is wanted most when the store is away
      store: await parts.measures().catch(() => undefined),
      health: parts.health(),
      tally: parts.tally,
      process: parts.process(),
    })
    return context.text(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
