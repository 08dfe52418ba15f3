import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { paths } from '../../api/paths.ts'
import { deskSession } from '../../server/auth/helper-links.ts'
import { deviceOf, limitOwner } from '../../server/auth/requester.ts'
import { type Auth, authRoutes } from '../../server/auth/routes.ts'
import { hashCredential } from '../../server/auth/secrets.ts'
import { blindRoutes, hiding } from '../../server/blind/routes.ts'
import { applicationRoutes } from '../../server/desk/applications.ts'
import { type Correspondence, correspondenceRoutes } from '../../server/desk/correspondence.ts'
import { delayRoutes } from '../../server/desk/delays.ts'
import type { Desk } from '../../server/desk/desk.ts'
import { groupDecisionRoutes } from '../../server/desk/group-decisions.ts'
import { letterHoldRoutes } from '../../server/desk/letter-hold-routes.ts'
import { type Letters, letterRoutes } from '../../server/desk/letters.ts'
import { heldMessageRoutes, outboxRoutes } from '../../server/desk/outbox.ts'
import { relatedRoutes } from '../../server/desk/related.ts'
import { reopenRoutes } from '../../server/desk/reopen.ts'
import { requestRoutes } from '../../server/desk/requests.ts'
import { rubricRoutes } from '../../server/desk/rubrics.ts'
import { undoRoutes } from '../../server/desk/undo.ts'
import type { Running } from '../../server/feature.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { errorLog, errorResponse } from '../../server/http/error-response.ts'
import { deskOnly, isRead, sameOriginOnly } from '../../server/http/guards.ts'
import { enforce } from '../../server/http/limits.ts'
import { clientAddress } from '../../server/http/request.ts'
import { type Guards, mount, type Route, Routes, refuseMethod, refuseUndeclared, type Web } from '../../server/http/routes.ts'
import { addHeaders, securityHeaders } from '../../server/http/security-headers.ts'
import { speaking } from '../../server/http/speaking.ts'
import { type IntakePages, intakeRoutes } from '../../server/intake/routes.ts'
import { type Metrics, metricsGuard, metricsRoutes } from '../../server/metrics/routes.ts'
import { type ChangesOfAnswers, changeRoutes } from '../../server/my/change.ts'
import type { Holder, HolderParts } from '../../server/my/holder.ts'
import { type LinkParts, linkRoutes } from '../../server/my/link-routes.ts'
import { type ChoosingMeetings, meetingRoutes } from '../../server/my/meeting.ts'
import { dataRoutes, type OwnData } from '../../server/my/own-data.ts'
import { type AnsweringRequests, answerRoutes } from '../../server/my/requests.ts'
import { type PrivatePages, privatePageRoutes } from '../../server/my/routes.ts'
import { stopRoutes } from '../../server/my/stop-letters.ts'
import { type WithdrawingParts, withdrawalRoutes } from '../../server/my/withdrawal.ts'
import type { DrawKeepLink } from '../../server/pages/drawn.ts'
import { assetAt, type PageResponses } from '../../server/pages/responses.ts'
import { pageRoutes } from '../../server/pages/serve.ts'
import type { Site } from '../../server/pages/site.ts'
import { pictureRoutes } from '../../server/pages/stored-pictures.ts'
import type { Edits } from '../../server/records/edits/edits.ts'
import { minute, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'

/** The parts for the applicants' own pages, and what they do there. */
export type OwnPages = PrivatePages &
  LinkParts &
  OwnData &
  ChangesOfAnswers &
  AnsweringRequests &
  ChoosingMeetings &
  WithdrawingParts &
  HolderParts & { readonly holder: Holder }

/** The parts of the server: features with their ports, the built site, and what every request needs. */
export interface Parts {
  readonly intake: IntakePages
  readonly ownPages: OwnPages
  readonly ofFeatures: readonly Route[]
  readonly readGuards: readonly NonNullable<Running['readGuard']>[]
  readonly auth: Auth
  readonly desk: Desk
  readonly edits: Edits
  readonly letters: Letters
  readonly correspondence: Correspondence
  readonly metrics: Metrics
  readonly site: Site
  readonly pages: PageResponses
  readonly drawKeepLink: DrawKeepLink
  readonly publicUrl: string
  readonly trustProxy: number
  readonly log: Logger
  now(): Date
  /** Resolves when a submission can be stored now, with words for what needs attention; rejects with the reason when it cannot. */
  ready(): Promise<readonly string[]>
}

/** A function that returns the path of a request for the log: that of the route in place of one that can have the secret of a link. */
function logPaths(routes: readonly Route[]): (path: string) => string {
  const secret = routes
    .flatMap(({ path }) => (/\/:(token|file)\b/.test(path) ? [{ path, start: path.slice(0, path.indexOf(':')) }] : []))
    // A longer beginning is of a more precise path.
    .sort((a, b) => b.start.length - a.start.length)
  return (path) => secret.find(({ start }) => path.startsWith(start))?.path ?? path
}

const notFound = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'This address does not exist.' })

const compressed = compress({ contentTypeFilter: /^application\/json/ })

/** Compresses the JSON responses of the desk. An export is not compressed: it is a file, and streams while it is made. */
const compressJson: typeof compressed = (context, next) =>
  context.req.path === paths.export ? next() : compressed(context, next)

const compressedPage = compress({ contentTypeFilter: /^text\/html/ })

/**
 * Keeps responses about private links out of caches and search results. Their language is that of the application, which is read later; without one, that of the page
 * which leads there.
 */
const privateResponse =
  ({ intake: { languages } }: Pick<Parts, 'intake'>): MiddlewareHandler<Web> =>
  (context, next) => {
    const language = languages.find(({ code }) => code === context.req.query('language'))
    return speaking(language?.speech, () => uncached(context, next))
  }

const uncached: MiddlewareHandler<Web> = (context, next) => {
  context.header('Cache-Control', 'no-store')
  context.header('X-Robots-Tag', 'noindex, nofollow')
  return compressedPage(context, next)
}

/** The limit of changing calls per client: a device that shares a draft makes about 20 a minute, and many founders may share an address. */
const calls = { count: 1_200, periodMs: minute }

/** Counts a client's changing calls, before their bodies are read. @throws AppError TOO_MANY_REQUESTS */
const countCalls =
  ({ auth }: Pick<Parts, 'auth'>): MiddlewareHandler<Web> =>
  async (context, next) => {
    if (!isRead(context.req.method))
      await enforce(auth.limits, `calls:${limitOwner(await deviceOf(context, auth))}`, calls, auth.now())
    await next()
  }

/** Posts a small body to this server, as a form does. @throws Error when it does not get through */
async function checkPost(context: Context<Web>, app: Pick<Hono<Web>, 'request'>): Promise<void> {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>
  const { localAddress: host = '', localPort } = incoming?.socket ?? {}
  const post = {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5 * second),
  }
  const answer =
    localPort === undefined
      ? await app.request(paths.ready, post)
      : await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${localPort}${paths.ready}`, post)
  if (!answer.ok) throw new Error(`a post was answered with ${answer.status}`)
}

/** Every route except the pages. */
function* apiRoutes(parts: Parts, app: Hono<Web>): Generator<Route> {
  const { now } = parts
  yield* new Routes('public')
    .get(paths.health, (context) => context.json({ success: true }))
    .get(paths.ready, async (context) => {
      const [attention] = await Promise.all([parts.ready(), checkPost(context, app)])
      return context.json({ success: true, ...(attention.length > 0 && { attention }) })
    })
  // Readiness calls it. It is not counted, because it stores nothing.
  yield* new Routes('applicant').post(paths.ready, async (context) => {
    await readObject(context, shortBytes)
    return context.json({ success: true })
  })
  yield* intakeRoutes(parts.intake)
  const { ownPages: own } = parts
  yield* privatePageRoutes(own, own.holder)
  yield* linkRoutes(own, own.holder)
  yield* dataRoutes(own, own.holder)
  yield* withdrawalRoutes(own, own.holder)
  yield* changeRoutes(own, own.holder)
  yield* answerRoutes(own, own.holder)
  yield* meetingRoutes(own, own.holder)
  yield* stopRoutes(own, own.holder)
  yield* parts.ofFeatures
  yield* authRoutes(parts.auth)
  yield* metricsRoutes(parts.metrics, now)
  for (const routes of applicationRoutes(parts.desk)) yield* routes
  yield* reopenRoutes(parts.desk)
  yield* groupDecisionRoutes(parts.desk)
  yield* delayRoutes(parts.desk)
  yield* undoRoutes(parts.desk)
  yield* requestRoutes(parts.desk)
  yield* rubricRoutes(parts.desk)
  yield* relatedRoutes(parts.desk)
  yield* outboxRoutes(parts.desk)
  yield* heldMessageRoutes(parts.desk)
  yield* letterHoldRoutes(parts.desk)
  yield* pictureRoutes(parts.edits)
  yield* letterRoutes(parts.letters)
  yield* correspondenceRoutes(parts.correspondence)
  yield* blindRoutes(parts.desk)
}

/** Sets a request's log and client address, and logs each API call with its status. */
function logRequest({ auth, log, trustProxy, now }: Parts): MiddlewareHandler<Web> {
  const shortHash = (purpose: string, text: string): string => auth.keyedHash(`log ${purpose}`, text).slice(0, 12)
  return async (context, next) => {
    const started = performance.now()
    const requestLog = log.child({ request: newId(now()) })
    context.set('log', requestLog)
    let socket: string | undefined
    try {
      socket = getConnInfo(context).remote.address
    } catch {
      // A test that calls app.request() has no socket.
    }
    context.set('client', clientAddress(socket, context.req.header('x-forwarded-for'), trustProxy))
    await next()
    const { session, script } = context.var
    if (context.req.path.startsWith('/api/'))
      requestLog.info(
        {
          method: context.req.method,
          path: context.req.path,
          status: context.res.status,
          ms: Math.round(performance.now() - started),
          // A hash with the server's key: it is the same for all requests of a client, but does not reveal the address.
          client: shortHash('client', context.get('client')),
          ...(session !== undefined && { session: shortHash('session', session.credentialHash) }),
          ...(script !== undefined && { script }),
        },
        'request',
      )
  }
}

/** The whole server as one function from request to response. It opens no connection and no port. */
export function createApp(parts: Parts): Hono<Web> {
  const { log, now } = parts
  const app = new Hono<Web>()
  app.use(logRequest(parts))
  app.use(parts.metrics.count)
  app.use(addHeaders(securityHeaders(parts.publicUrl.startsWith('https:'))))

  const desk = deskOnly((credential) => deskSession(parts.auth, hashCredential(credential)), now, parts.auth.secure)
  const ours = sameOriginOnly(parts.publicUrl)
  const counted = countCalls(parts)
  const guards: Guards = {
    public: () => [ours, counted],
    applicant: () => [],
    holder: () => [ours, counted, privateResponse(parts)],
    admin: (route) => [ours, desk(route.rights), compressJson, ...hiding(parts.desk, route)],
    script: (route) => [
      ours,
      parts.readGuards.reduce((guard, open) => open(guard), desk(route.rights)),
      compressJson,
      ...hiding(parts.desk, route),
    ],
    metrics: ({ rights }) => [metricsGuard(parts.metrics.token, desk(rights))],
  }
  const api = [...apiRoutes(parts, app)]
  const pages = [...pageRoutes(parts.site, parts.pages, parts.publicUrl, parts.drawKeepLink, parts.intake.languages)]
  const loggedPath = logPaths(api)
  mount(app, guards, api)
  app.all('/api/*', () => {
    throw notFound()
  })
  mount(app, guards, pages)
  refuseUndeclared(app, [...api, ...pages])
  app.notFound((context) => {
    if (assetAt(parts.site, context.req.path) !== undefined) refuseMethod(context, ['GET'])
    throw notFound()
  })

  app.onError((error, context) => {
    const failure = errorLog(error, `${context.req.method} ${loggedPath(context.req.path)}`)
    if (failure !== undefined) (context.get('log') ?? log).error(failure, 'request failed')
    return errorResponse(context, error, now())
  })
  return app
}
