import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** The features that Playwright disables. They must be repeated here, because Chromium only reads the last list. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Internal pages that Chromium prepares for every window and a headless one never shows. They take a third of the CPU of a test. */
const neverShown = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

const chromiumProgram = '/usr/bin/chromium'

/** Chromium built without windows. When it is installed, the tests need a quarter less CPU (docs/decisions/0076). */
const headlessShell = '/usr/bin/chromium-headless-shell'

export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : chromiumProgram),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    `--disable-features=${[...offByPlaywright, ...neverShown].join(',')}`,
  ],
}

let shared: Promise<Browser> | undefined

/** The browser of this worker. All its test files share it. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared === undefined || !(await shared).isConnected()) shared = chromium.launch(launchOptions)
  return shared
}

const profiles: BrowserContext[] = []

/** A new profile of the shared browser, until `closeProfiles`. It waits for what a test names twice as long as is the default: a busy machine can stop for half a minute. */
export async function newProfile(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options)
  context.setDefaultTimeout(60_000)
  profiles.push(context)
  return context
}

/** Closes all profiles: at the end of a test, because an open desk keeps polling its server. */
export async function closeProfiles(): Promise<void> {
  await Promise.all(profiles.splice(0).map((context) => context.close()))
}

/** Starts the normal Chromium of visitors in a separate process. The caller closes it. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ ...launchOptions, executablePath: process.env.CHROMIUM ?? chromiumProgram })
