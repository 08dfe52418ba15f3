import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { copyProject } from '../support/project.ts'
import { root, startServer } from '../support/server.ts'

const run = promisify(execFile)

/** The names of the templates of all features, by the file that names them. They are no mail's once their feature is removed. */
const templates = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/features/*/templates.ts', {
  eager: true,
  import: 'templates',
})

it.each(readdirSync(path.join(root, 'src/features')))(
  'without the feature %s types hold, it builds, and takes an application',
  { timeout: 600_000 },
  async (feature) => {
    const project = copyProject()
    try {
      rmSync(path.join(project.folder, 'src/features', feature), { recursive: true })
      for (const name of Object.keys(templates[`../../src/features/${feature}/templates.ts`] ?? {}))
        rmSync(path.join(project.folder, `content/mail/${name}.yaml`))
      const types = path.join(project.folder, 'tsconfig.sources.json')
      writeFileSync(types, JSON.stringify({ extends: './tsconfig.json', include: ['src'], exclude: ['**/*.test.*'] }))
      await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', types])
      const build = project.build()
      await once(build.child, 'close')
      expect([build.child.exitCode, build.printed()]).toEqual([0, expect.any(String)])
      const server = await startServer({}, path.join(project.folder, 'dist/server/main.js'))
      try {
        await server.apply('Contact', { email: 'without@example.in' })
        expect(await server.call('/api/applications')).toMatchObject({ status: 200, body: { total: 1 } })
      } finally {
        await server.remove()
      }
    } finally {
      project.remove()
    }
  },
)
