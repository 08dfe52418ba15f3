import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Session } from '../storage/auth-port.ts'

/** What every request carries with it, for Hono's types. */
export interface Web {
  readonly Variables: {
    /** The client's address, or `Unknown`. */
    client: string
    /** The log, with the request's id. */
    log: Logger
    /** Who is signed in; set behind `adminOnly`. */
    session: Session
    /** Why a submission was refused, where the answer is a page and no failure. */
    refusal?: ErrorCode
  }
}

/**
 * Who may call a route. `public`: anyone, a change from our own origin only. `applicant`: anyone from any origin, because it carries no
 * authority. `holder`: whoever holds a private link; a change from our own origin only. `admin`: a session, from our own origin. `metrics`: a
 * session, or the token.
 */
type Audience = 'public' | 'applicant' | 'holder' | 'admin' | 'metrics'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** The path of a route that takes whatever no other route does. */
export const anyPath = '*'

/** One call that the server answers. */
export interface Route {
  readonly audience: Audience
  readonly method: Method
  readonly path: string
  readonly handler: Handler<Web>
}

/** The routes of one feature for one audience. There is no other way to add a route, so none is without its audience. */
export class Routes implements Iterable<Route> {
  readonly #audience: Audience
  readonly #routes: Route[] = []

  constructor(audience: Audience) {
    this.#audience = audience
  }

  get<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('GET', path, handler)
  }
  post<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('POST', path, handler)
  }
  put<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('PUT', path, handler)
  }
  patch<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('PATCH', path, handler)
  }
  delete<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('DELETE', path, handler)
  }
  options<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('OPTIONS', path, handler)
  }

  [Symbol.iterator](): Iterator<Route> {
    return this.#routes.values()
  }

  #add<Path extends string>(method: Method, path: Path, handler: Handler<Web, Path>): this {
    this.#routes.push({ audience: this.#audience, method, path, handler: handler as Handler<Web> })
    return this
  }
}

/** Names the methods that a path has, and refuses the request. `HEAD` is answered wherever `GET` is. @throws AppError METHOD_NOT_ALLOWED */
export function refuseMethod(context: Context, methods: readonly string[]): never {
  context.header('Allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '))
  throw new AppError('METHOD_NOT_ALLOWED')
}

/**
 * Hangs routes into an app, each behind the guards of its audience; a path of theirs refuses every other method,
 * but for the path that takes everything. Paths without a part that
 * varies come first, so that `/applications/export` is never taken for an application's id.
 * @throws Error for a route without an audience: the server does not start
 */
export function mount(
  app: Hono<Web>,
  guards: Readonly<Record<Audience, readonly MiddlewareHandler<Web>[]>>,
  routes: Iterable<Route>,
): void {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  const fixedFirst = [...byPath].sort(([first], [second]) => Number(first.includes(':')) - Number(second.includes(':')))
  for (const [path, pathRoutes] of fixedFirst) {
    for (const { audience, method, handler } of pathRoutes) {
      if (!Object.hasOwn(guards, audience)) throw new Error(`${method} ${path} declares no audience`)
      app.on(method, [path], ...guards[audience], handler)
    }
    if (path === anyPath) continue
    const methods = pathRoutes.map(({ method }) => method)
    app.all(path, (context) => refuseMethod(context, methods))
  }
}

/** @throws Error when an app answers calls of the API that were not mounted, and so have no audience: the server does not start */
export function refuseUndeclared(app: Hono<Web>, declared: Iterable<Route>): void {
  const pathOf = (path: string): string => (path.startsWith('/') ? path : `/${path}`)
  const mounted = new Set([...declared].flatMap(({ method, path }) => [`${method} ${pathOf(path)}`, `ALL ${pathOf(path)}`]))
  const isMiddleware = (method: string, path: string): boolean => method === 'ALL' && path.endsWith('/*')
  const undeclared = app.routes.find(({ method, path }) => !mounted.has(`${method} ${path}`) && !isMiddleware(method, path))
  if (undeclared !== undefined) throw new Error(`${undeclared.method} ${undeclared.path} declares no audience`)
}
