/**
 * `npm run bench [-- --quick] [--applications 10000,1000000] [PART …]`: measures the built server against its floors on the same machine, one at a time. Prints the
 * figures, and writes them to docs/performance.md with plots. Parts: start, pages, intake, steady, uploads, attack, list. All parts take about fifteen minutes. With --quick they
 * take about one minute, and nothing is written. Linux only: CPU and memory are read from /proc.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../tests/support/server.ts'
import { attacks } from './parts/attack.ts'
import { intake } from './parts/intake.ts'
import { lists } from './parts/list.ts'
import { pages } from './parts/pages.ts'
import { starting } from './parts/start.ts'
import { steady } from './parts/steady.ts'
import { uploads } from './parts/uploads.ts'
import type { Scale, Section } from './section.ts'

const parts: Readonly<Record<string, (scale: Scale) => Promise<Section>>> = {
  start: starting,
  pages,
  intake,
  steady,
  uploads,
  attack: attacks,
  list: lists,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, applications: { type: 'string' } },
})
const unknown = positionals.filter((name) => parts[name] === undefined)
if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)

const scale: Scale = {
  isQuick: values.quick,
  rounds: values.quick ? 2 : 5,
  seconds: values.quick ? 1 : 2,
  sizes: (values.applications ?? (values.quick ? '2000' : '10000')).split(',').map(Number),
}

const file = join(root, 'docs/performance.md')
const machine = (): string =>
  `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node.js ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the start, ${new Date().toISOString().slice(0, 10)}, commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}`

/** Writes a section between its marks in the document, with its plots. Everything else in the document stays. */
function store({ id, text, plots }: Section, conditions: string): void {
  for (const [name, svg] of Object.entries(plots)) {
    mkdirSync(join(root, 'docs/performance'), { recursive: true })
    writeFileSync(join(root, 'docs/performance', `${name}.svg`), svg)
  }
  const images = Object.keys(plots).map((name) => `![](performance/${name}.svg)`)
  const open = `<!-- bench:${id} -->`
  const close = `<!-- /bench:${id} -->`
  const document = readFileSync(file, 'utf8')
  const start = document.indexOf(open)
  const end = document.indexOf(close)
  if (start < 0 || end < start) throw new Error(`${file} has no ${open} … ${close}`)
  const paragraphs = [open, text, `_${conditions}._`, images.join('\n'), close].filter((part) => part !== '')
  const block = paragraphs.join('\n\n')
  writeFileSync(file, document.slice(0, start) + block + document.slice(end + close.length))
}

for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const conditions = machine()
  const began = performance.now()
  const section = await measure(scale)
  console.log(`\n# ${name} (${((performance.now() - began) / 1000).toFixed(0)} s)\n\n${section.text}`)
  if (!scale.isQuick) store(section, conditions)
}
