import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, until } from '../../tests/support/server.ts'
import { percent, ratio, shown, spread, table } from '../figures.ts'
import { request, run } from '../load.ts'
import { type Mark, plot } from '../plot.ts'
import { type Answer, cpuSeconds, fetchRaw, type Program, startFloor, startNginx } from '../programs.ts'
import { alternate, type Scale, type Section } from '../section.ts'

const connections = 32

interface Case {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly answer: Answer
  /** Responses a second, and microseconds of the server's CPU for one, by server and round. */
  readonly rates: Readonly<Record<Server, number[]>>
  readonly cpu: Readonly<Record<Server, number[]>>
}

const servers = ['ours', 'node', 'nginx'] as const
type Server = (typeof servers)[number]

/** The requests, each with the response of our server. */
async function casesOf(port: number): Promise<readonly Case[]> {
  const compressed = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
  const home = await until('compressed pages', async () => {
    const answer = await fetchRaw(port, '/accelerator', compressed)
    return answer.headers.includes('content-encoding') ? fetchRaw(port, '/', compressed) : undefined
  })
  const etag = home.headers[home.headers.indexOf('etag') + 1] ?? ''
  const asset = /\/_assets\/[\w.-]+\.woff2/.exec((await fetchRaw(port, '/', {})).body.toString())?.[0] ?? '/favicon.svg'
  const requests = [
    ['home page, Brotli', '/', compressed],
    ['form page, Brotli', '/accelerator', compressed],
    ['home page, unchanged (304)', '/', { ...compressed, 'If-None-Match': etag }],
    ['font', asset, compressed],
  ] as const
  const none = (): Record<Server, number[]> => ({ ours: [], node: [], nginx: [] })
  return Promise.all(
    requests.map(async ([name, path, headers]) => ({
      name,
      path,
      headers,
      answer: await fetchRaw(port, path, headers),
      rates: none(),
      cpu: none(),
    })),
  )
}

/** Measures built pages against a bare `node:http` and nginx, which answer with the same bytes and headers. */
export async function pages({ rounds, seconds }: Scale): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-pages-'))
  const ours = await startServer({ DATABASE_URL: '' })
  const port = Number(new URL(ours.url).port)
  const cases = await casesOf(port)
  const numbered = Object.fromEntries(cases.map(({ answer }, n) => [`/${n}`, answer]))
  const file = join(folder, 'answers.json')
  const encoded = Object.entries(numbered).map(([path, answer]) => [path, { ...answer, body: answer.body.toString('base64') }])
  writeFileSync(file, JSON.stringify(Object.fromEntries(encoded)))
  const node = await startFloor('http', file)
  const nginx = await startNginx(numbered)
  const programs: Record<Server, Pick<Program, 'port' | 'pid'> | undefined> = { ours: { port, pid: ours.pid() }, node, nginx }
  try {
    // Many short rounds, so that a pause of the machine affects only one of them.
    for (const [number, { path, headers, answer, rates, cpu }] of cases.entries())
      await alternate(3 * rounds, servers, async (server) => {
        const program = programs[server]
        // nginx computes its own ETags, so it does not answer 304 to ours.
        if (program === undefined || (server === 'nginx' && answer.status === 304)) return
        const pieces = request('GET', server === 'ours' ? path : `/${number}`, headers)
        const before = cpuSeconds(program.pid)
        const { durations, seconds: lasted } = await run({
          port: program.port,
          pieces,
          connections,
          seconds: seconds / 6,
          status: answer.status,
        })
        rates[server].push(durations.length / lasted)
        cpu[server].push(((cpuSeconds(program.pid) - before) / durations.length) * 1e6)
      })
  } finally {
    await Promise.all([ours.remove(), node.stop(), nginx?.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  return describe(cases)
}

function describe(cases: readonly Case[]): Section {
  const rows = cases.map(({ name, answer, rates, cpu }) => [
    name,
    answer.body.length.toLocaleString('en'),
    ...servers.map((server) => shown(spread(rates[server]))),
    percent(ratio(rates.ours, rates.node)),
    percent(ratio(cpu.node, cpu.ours)),
    rates.nginx.length > 0 ? percent(ratio(rates.ours, rates.nginx)) : '–',
  ])
  const marks = cases.flatMap(({ name, rates }): Mark[] => [
    { name: `${name} / node:http`, ...ratio(rates.ours, rates.node), goal: 0.7 },
    { name: `${name} / nginx`, ...ratio(rates.ours, rates.nginx), isFloor: true },
  ])
  const head = ['request', 'bytes', 'ours, a second', 'node:http', 'nginx', 'ours / node:http', 'the same in CPU', 'ours / nginx']
  return {
    id: 'pages',
    text: `${connections} connections. The floors answer with the same status, headers and bytes. CPU is that of the server's process for one response. Goal: 70 % of \`node:http\`.

${table(head, rows)}`,
    plots: { pages: plot('Pages: responses a second, as a share of the floor', 'share', marks) },
  }
}
