import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installsTools } from '../../scripts/setup.mjs'
import { root } from '../support/server.ts'

let folder: string

/** A stand-in of npm: records which Node.js runs it and what it installs, and links this Node.js when one is requested. */
const npm = `
const fs = require('node:fs')
const path = require('node:path')
const packages = Object.keys(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages).filter(Boolean)
fs.appendFileSync(process.env.CALLS, JSON.stringify({ isOwn: process.execPath.includes('kolam-node-'), packages: packages.length === 1 ? packages : packages.length > 100 }) + '\\n')
fs.mkdirSync('node_modules', { recursive: true })
if (packages.length === 1) {
  fs.mkdirSync(path.join(packages[0], 'bin'), { recursive: true })
  fs.copyFileSync(process.execPath, path.join(packages[0], 'bin/node'))
}
else if (process.env.FILES)
  for (const file of process.env.FILES.split(' ')) {
    fs.mkdirSync(path.join('node_modules', path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join('node_modules', file), '')
  }
`

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-setting-up-'))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, 'npm.cjs'), npm)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function installUnder(version: string, { withTools = false, files = [] as readonly string[] } = {}): unknown[] {
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
  const calls = path.join(folder, `calls-${version}`)
  const program = `import('${path.join(folder, 'scripts/setup.mjs')}').then(({ install }) => install({ version: '${version}', withTools: ${withTools} }))`
  const { status, stderr } = spawnSync(process.execPath, ['--eval', program], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: path.join(folder, 'npm.cjs'), CALLS: calls, FILES: files.join(' ') },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return readFileSync(calls, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('under Node.js 18 the own Node.js is installed first, and installs the rest', () => {
  expect(installUnder('18.19.1')).toEqual([
    { isOwn: false, packages: [expect.stringMatching(/^node_modules\/node-/)] },
    { isOwn: true, packages: true },
  ])
})

it('under a current Node.js npm is called once', () => {
  expect(installUnder('22.12.0')).toEqual([{ isOwn: false, packages: true }])
})

it.each([
  ['18.19.1', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('npm under Node.js %s installs the build tools: %s', (version, brings) => {
  expect(installsTools(version)).toBe(brings)
})
