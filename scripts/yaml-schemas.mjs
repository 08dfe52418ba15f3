// The build runs this on the project's own Node.js: writes a JSON schema for each file of content/ into .cache/schemas, for editors that complete
// YAML (.vscode/settings.json).
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { schemas } from '../src/content/load.ts'
import { root } from './runtime.mjs'

for (const [file, schema] of Object.entries(schemas)) {
  const target = path.join(root, '.cache', 'schemas', file.replace(/\.yaml$/, '.json'))
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' })))
}
