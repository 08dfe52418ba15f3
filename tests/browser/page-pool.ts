import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { newProfile } from './chromium.ts'

/** Calls whose effect on a page or its context stays: a page with one of them is closed and not used again. */
const lastingOnPage = [
  'addLocatorHandler',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const
const lastingOnContext = [
  'addInitScript',
  'close',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const
const lastingOnClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** The events that tests listen to. */
const events = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

/** A page of the pool. */
interface Pooled {
  readonly page: Page
  readonly context: BrowserContext
  readonly options: BrowserContextOptions
  readonly session: CDPSession
  /** Undoes what a test changed. */
  readonly undo: (() => Promise<unknown>)[]
  /** Whether a test called one of the functions above. */
  isChanged: boolean
}

interface PoolOptions {
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  readonly clearsFiles?: boolean
}

/** The options that stay. The size of a page can change. */
const kindOf = ({ viewport, ...others }: BrowserContextOptions): string => JSON.stringify(others)

/** Calls `seen` with the result of each call of these functions. */
function observe<Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  seen: (result: unknown) => void,
): void {
  for (const name of names) {
    const call = target[name] as (...args: unknown[]) => unknown
    Object.defineProperty(target, name, {
      value: (...args: unknown[]) => {
        const result = call.apply(target, args)
        seen(result)
        return result
      },
    })
  }
}

/** Runs in the page: removes what the site stored, also for this page only. */
async function removeStored(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  window.name = ''
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name ?? '')
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })
}

/**
 * Pages for one test after another. To show a page again whose process has shown the site before takes half the CPU of a new profile, because scripts,
 * styles and fonts are loaded and compiled (docs/decisions/0076). Between two tests a page loses all that the site stored.
 * @param prepare runs once for each new profile
 * @param clearsFiles whether a page loses the cache of files too
 */
export function pagePool({ prepare, clearsFiles }: PoolOptions = {}) {
  let idle: Pooled[] = []
  const used: Pooled[] = []

  const create = async (options: BrowserContextOptions): Promise<Pooled> => {
    const context = await newProfile(options)
    await prepare?.(context)
    const page = await context.newPage()
    const pooled: Pooled = { page, context, options, session: await context.newCDPSession(page), undo: [], isChanged: false }
    const change = (): void => {
      pooled.isChanged = true
    }
    observe(page, lastingOnPage, change)
    observe(context, lastingOnContext, change)
    observe(context.clock, lastingOnClock, change)
    observe(page, ['addInitScript'], (added) =>
      pooled.undo.push(async () => (await (added as ReturnType<Page['addInitScript']>)).dispose()),
    )
    return pooled
  }

  /** Leaves the page in the state of a new profile. @throws when its server is away */
  const empty = async ({ page, context, options, session, undo }: Pooled): Promise<void> => {
    for (const event of events) page.removeAllListeners(event)
    // A small file of the same site: another site, also about:blank, would get another process.
    await page.goto('/robots.txt')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const undoOne of undo.splice(0)) await undoOne()
    await context.clearCookies()
    // Without scripts a page stores nothing else.
    if (options.javaScriptEnabled !== false) await page.evaluate(removeStored)
    await page.mouse.move(-1, -1)
    await session.send('Page.resetNavigationHistory')
    if (!clearsFiles) return
    // Only turning the cache off empties the one in the page's process.
    for (const cacheDisabled of [true, false]) await session.send('Network.setCacheDisabled', { cacheDisabled })
    await session.send('Network.clearBrowserCache')
  }

  const release = async (pooled: Pooled): Promise<void> => {
    try {
      if (pooled.isChanged || pooled.context.pages().length !== 1) throw new Error('cannot be used again')
      await empty(pooled)
      idle.push(pooled)
    } catch {
      await pooled.context.close()
    }
  }

  return {
    /** A page with these options, as in a new profile. */
    async open(options: BrowserContextOptions): Promise<Page> {
      const found = idle.find((pooled) => kindOf(pooled.options) === kindOf(options))
      idle = idle.filter((pooled) => pooled !== found)
      const pooled = found ?? (await create(options))
      used.push(pooled)
      const { page } = pooled
      const { viewport = { width: 1280, height: 720 } } = options
      const size = page.viewportSize()
      if (viewport !== null && (size?.width !== viewport.width || size.height !== viewport.height))
        await page.setViewportSize(viewport)
      return page
    },
    /** Ends the use of all pages. */
    async release(): Promise<void> {
      await Promise.all(used.splice(0).map(release))
    },
    /** Closes all pages. */
    async close(): Promise<void> {
      await Promise.all([...idle.splice(0), ...used.splice(0)].map(({ context }) => context.close()))
    },
  }
}
