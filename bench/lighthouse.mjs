// `npm run bench -- lighthouse [--cpu=N] [routes …]`: runs Lighthouse (mobile) on every public route of the built site, and prints a Markdown table.
// The throttling is applied, not simulated: over loopback a font arrives before the first paint, and the simulation counts it towards the LCP.
// The CPU is slowed down N times, by default 4, which suits a machine with a benchmark index (the column `host`) of 1,500 to 2,000. On a slower
// machine choose N so that index / N is about 440, which is the phone that Lighthouse assumes. npx downloads Lighthouse: it is not a dependency.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { environment } from '../scripts/runtime.mjs'
import { startServer } from '../tests/support/server.ts'

const version = '13.5.0'
const [slower = '--cpu=4'] = process.argv.slice(3).filter((word) => word.startsWith('--cpu='))
const requested = process.argv.slice(3).filter((word) => !word.startsWith('--'))
const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-lighthouse-'))
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const server = await startServer({ DATABASE_URL: '', LOG_LEVEL: 'error' })
const base = server.url

const answers = async (route, encoding) => {
  const response = await fetch(base + route, { headers: { 'accept-encoding': encoding } }).catch(() => undefined)
  return response?.headers.get('content-encoding') === encoding
}
try {
  for (let tries = 0; tries < 600 && !(await answers('/the-last-call', 'br')); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  const all = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address).pathname)
  const routes = requested.length > 0 ? requested : all

  console.log('| route | perf | a11y | best | SEO | FCP ms | LCP ms | CLS | TBT ms | HTML | script | fonts | images | host |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const route of routes) {
    const output = path.join(folder, 'report.json')
    const { status } = spawnSync(
      'npx',
      [
        '--yes',
        `lighthouse@${version}`,
        base + route,
        '--quiet',
        '--throttling-method=devtools',
        slower.replace('--cpu', '--throttling.cpuSlowdownMultiplier'),
        '--output=json',
        `--output-path=${output}`,
        `--chrome-flags=${flags} --user-data-dir=${mkdtempSync(path.join(folder, 'profile-'))}`,
      ],
      { env: { ...environment(), CHROME_PATH: '/usr/bin/chromium' }, stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 },
    )
    if (status !== 0) {
      console.log(`| ${route} | failed |`)
      continue
    }
    const { categories, audits, environment: host } = JSON.parse(readFileSync(output, 'utf8'))
    const score = (name) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name) => audits[name].numericValue
    const items = audits['resource-summary']?.details?.items ?? audits['network-requests']?.details?.items ?? []
    const bytes = (kind) =>
      items.filter((item) => item.resourceType?.toLowerCase() === kind).reduce((sum, item) => sum + (item.transferSize ?? 0), 0)
    const failing = Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode === 'binary')
      .map((audit) => audit.id)
    console.log(
      `| ${route} | ${score('performance')} | ${score('accessibility')} | ${score('best-practices')} | ${score('seo')} | ${Math.round(value('first-contentful-paint'))} | ${Math.round(value('largest-contentful-paint'))} | ${value('cumulative-layout-shift').toFixed(3)} | ${Math.round(value('total-blocking-time'))} | ${bytes('document')} | ${bytes('script')} | ${bytes('font')} | ${bytes('image')} | ${Math.round(host.benchmarkIndex)} |${failing.length > 0 ? ` ${failing.join(', ')}` : ''}`,
    )
  }
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
