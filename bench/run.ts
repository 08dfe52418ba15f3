/**
 * `npm run bench [-- --seconds 2] [--rounds 3] [--applications 100000] [--postgres] [--before FOLDER] [PART …]`: measures the built server and prints the figures.
 * Parts: submissions, list, edits, waits, hostile, memory. With `--before` it measures the built server of another checkout in the same run, in turns. Linux only: CPU and memory are
 * read from /proc.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../tests/support/server.ts'
import { siteEdits } from './edits.ts'
import { markdown, type Scale, type Table } from './figures.ts'
import { hostile } from './hostile.ts'
import { lists } from './list.ts'
import { memory } from './memory.ts'
import { submissions } from './submitting.ts'
import { waits } from './waits.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    applications: { type: 'string', default: '100000' },
    postgres: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
})

const parts: Readonly<Record<string, (scale: Scale) => Promise<readonly Table[]>>> = {
  submissions,
  list: lists,
  edits: siteEdits,
  waits,
  hostile,
  memory,
}
const unknown = positionals.filter((name) => parts[name] === undefined)
if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)

const folders = [root, ...(values.before === undefined ? [] : [path.resolve(values.before)])]
const scale: Scale = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  applications: Number(values.applications),
  isPostgres: values.postgres,
  programs: folders.map((folder) => path.join(folder, 'dist/server/main.js')),
}

for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n# ${name}`)
  for (const table of await measure(scale)) console.log(`\n${markdown(table)}`)
}
