import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Running, root } from './server.ts'

const sources = ['src', 'content', 'scripts', 'package.json', 'astro.config.mjs', 'vite.server.config.mjs', 'tsconfig.json']

/** A copy of the project and its build. A test may change its files; it uses this project's dependencies. */
export interface Project {
  readonly folder: string
  /** Replaces a text in a file. The returned function restores the file. */
  edit(file: string, from: string, to: string): () => void
  /** Starts a build. `printed` returns its output so far. */
  build(): { readonly child: ChildProcess; readonly printed: () => string }
  /** Removes the project, and kills its builds. */
  remove(): void
}

/** Kills a build and all its processes. */
export const killBuild = ({ pid, exitCode, signalCode }: ChildProcess): unknown =>
  pid !== undefined && exitCode === null && signalCode === null && process.kill(-pid, 'SIGKILL')

/** The statuses of page requests until `work` ends, with pauses, because the build needs the CPU. */
export async function servingDuring(server: Running, work: Promise<unknown>): Promise<readonly number[]> {
  const statuses: number[] = []
  let over = false
  const done = work.finally(() => (over = true))
  while (!over) {
    const [page, form] = await Promise.all([fetch(server.url), fetch(`${server.url}/accelerator`)])
    statuses.push(page.status, form.status)
    await Promise.all([page.text(), form.text()])
    await pause(100)
  }
  await done
  return statuses
}

export function copyProject(): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-project-'))
  for (const name of sources) cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const builds: ChildProcess[] = []
  return {
    folder,
    edit(file, from, to) {
      const target = path.join(folder, file)
      const before = readFileSync(target, 'utf8')
      if (!before.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`)
      writeFileSync(target, before.replace(from, to))
      return () => writeFileSync(target, before)
    },
    build() {
      const program = `import('${path.join(folder, 'scripts/build.mjs')}').then(({ buildAll }) => buildAll())`
      const child = spawn(process.execPath, ['--eval', program], { cwd: folder, stdio: 'pipe', detached: true })
      builds.push(child)
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
      return { child, printed: () => printed }
    },
    remove() {
      builds.forEach(killBuild)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
