import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Right } from '../../api/rights.ts'
import type { ApiRoute, BlindRule, Done, Method } from '../../api/route.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Session } from '../records/access/port.ts'

/** The variables of every request, for Hono's types. */
export interface Web {
  readonly Variables: {
    /** The client's address, or `Unknown`. */
    client: string
    /** A log that adds the request's id. */
    log: Logger
    /** Set by `deskOnly`. */
    session: Session
    /** The id of the token of a program, set by `scriptGuard`. */
    script?: string
    /** Why a submission was refused, when the response is a page and not an error. */
    refusal?: ErrorCode
    /** An answer without what the blind pass hides; set where that may be needed. */
    hide?: (answer: object) => Promise<object>
  }
}

/**
 * Who may call a route.
 * - `public`: anyone; changes from our own origin only.
 * - `applicant`: anyone from any origin, because these routes use no credentials.
 * - `holder`: the holder of a private link; changes from our own origin only.
 * - `admin`: the admin's session, or that of a helper whose right the route names; changes from our own origin only.
 * - `script`: as `admin`, or a token of the admin's own programs. Its routes only read.
 * - `metrics`: a session, or the token.
 */
type Audience = 'public' | 'applicant' | 'holder' | 'admin' | 'script' | 'metrics'

/** The path of the route for all requests that no other route matches. */
export const anyPath = '*'

/** One method and path that the server answers. */
export interface Route {
  readonly audience: Audience
  readonly method: Method | 'OPTIONS'
  readonly path: string
  readonly handler: Handler<Web>
  readonly blind?: BlindRule | undefined
  /** The helpers that a route of the desk is open to. */
  readonly rights: readonly Right[]
}

/** What a handler returns for the answer of a route that only succeeds. It must be said: a handler that forgets a `return` would also end without one. */
export const succeeded: Readonly<Record<string, never>> = {}
type Without<Answer extends Done> = keyof Answer extends 'success' ? typeof succeeded : Omit<Answer, 'success'>
/** What a handler returns for an answer: all of it but `success`, or a whole response. */
type Answered<Answer> = (Answer extends Done ? Without<Answer> : never) | Response

/** The routes of one feature for one audience. Every route is added here, so every route has an audience. */
export class Routes implements Iterable<Route> {
  readonly #audience: Audience
  readonly #routes: Route[] = []

  constructor(audience: Audience) {
    this.#audience = audience
  }

  /**
   * A route that answers with JSON and `success: true`, without what the blind pass hides. Its status is 200, unless the handler set another, or returns a whole
   * response. A handler that can end without an answer, or that only throws, does not compile.
   */
  on<Path extends string, Answer, Returned extends Answered<NoInfer<Answer>>>(
    { method, path, blind, rights }: ApiRoute<Path, Answer>,
    answer: (context: Context<Web, Path>) => Returned | Promise<Returned>,
    ..._: [Returned] extends [never] ? ['this handler never answers'] : []
  ): this {
    const handler = async (context: Context<Web, Path>) => {
      const answered = await answer(context)
      if (answered instanceof Response) return answered
      const { hide } = context.var
      return context.json({ success: true, ...(hide === undefined ? answered : await hide(answered)) })
    }
    return this.#add(method, path, handler, rights, blind)
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
  delete<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('DELETE', path, handler)
  }
  options<Path extends string>(path: Path, handler: Handler<Web, Path>): this {
    return this.#add('OPTIONS', path, handler)
  }

  [Symbol.iterator](): IterableIterator<Route> {
    return this.#routes.values()
  }

  #add<Path extends string>(
    method: Route['method'],
    path: Path,
    handler: Handler<Web, Path>,
    rights: readonly Right[] = [],
    blind?: BlindRule,
  ): this {
    this.#routes.push({ audience: this.#audience, method, path, handler: handler as Handler<Web>, rights, blind })
    return this
  }
}

/** Refuses the request, and lists the allowed methods in `Allow`. `HEAD` is allowed wherever `GET` is. @throws AppError METHOD_NOT_ALLOWED */
export function refuseMethod(context: Context, methods: readonly string[]): never {
  context.header('Allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '))
  throw new AppError('METHOD_NOT_ALLOWED')
}

/** The guards of each audience for one of its routes. */
export type Guards = Readonly<Record<Audience, (route: Route) => readonly MiddlewareHandler<Web>[]>>

/**
 * Adds routes to an app, each behind the guards of its audience. Each path refuses all other methods, except `anyPath`.
 * Paths without parameters come first, so that `/applications/export` does not match `/applications/:id`.
 * @throws Error for a route without an audience, and for one of `script` that could change something, so that the server does not start
 */
export function mount(app: Hono<Web>, guards: Guards, routes: Iterable<Route>): void {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  const fixedFirst = [...byPath].sort(([first], [second]) => Number(first.includes(':')) - Number(second.includes(':')))
  for (const [path, pathRoutes] of fixedFirst) {
    for (const route of pathRoutes) {
      const { audience, method, handler } = route
      if (!Object.hasOwn(guards, audience)) throw new Error(`${method} ${path} declares no audience`)
      if (audience === 'script' && method !== 'GET') throw new Error(`${method} ${path} is open to programs that only read`)
      app.on(method, [path], ...guards[audience](route), handler)
    }
    if (path === anyPath) continue
    const methods = pathRoutes.map(({ method }) => method)
    app.all(path, (context) => refuseMethod(context, methods))
  }
}

/** @throws Error when the app has a route that was not added by `mount` and so has no audience: the server does not start */
export function refuseUndeclared(app: Hono<Web>, declared: Iterable<Route>): void {
  const pathOf = (path: string): string => (path.startsWith('/') ? path : `/${path}`)
  const mounted = new Set([...declared].flatMap(({ method, path }) => [`${method} ${pathOf(path)}`, `ALL ${pathOf(path)}`]))
  const isMiddleware = (method: string, path: string): boolean => method === 'ALL' && path.endsWith('/*')
  const undeclared = app.routes.find(({ method, path }) => !mounted.has(`${method} ${path}`) && !isMiddleware(method, path))
  if (undeclared !== undefined) throw new Error(`${undeclared.method} ${undeclared.path} declares no audience`)
}
