import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface LockEntry {
  readonly version?: string
  readonly integrity?: string
  readonly hasInstallScript?: true
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }
const entries = Object.entries(packages).filter(([folder]) => folder !== '')

it('every package has integrity', () => {
  expect(entries.filter(([, { integrity }]) => integrity === undefined).map(([folder]) => folder)).toEqual([])
})

it('packages with an install script are listed here, and none is run', () => {
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder)
  expect(scripted).toEqual(['node_modules/esbuild'])
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

it('every dependency is of one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
})

it('every dependency has its reason in docs/dependencies.md, and nothing more', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` +\| (\S.*?) +\|$/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort())
})
