// Completes package-lock.json after `npm install --package-lock-only`: when a registry mirror lacks packages for other platforms, npm leaves
// them out, and `npm ci` refuses a lock file that lacks an optional dependency. This script adds an entry with the platform for each, so that
// npm skips them on every other platform.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
}
const processors = ['arm64', 'arm', 'armv7', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

let added = 0
for (const [folder, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${folder}/node_modules/${name}`]) continue
    const parts = name.split(/[/-]/)
    const os = parts.map((part) => systems[part]).find(Boolean)
    const cpu = processors.find((processor) => parts.includes(processor))
    const libc = parts.includes('musl') ? ['musl'] : parts.includes('gnu') ? ['glibc'] : undefined
    if (os === undefined && cpu === undefined) throw new Error(`${name}: the name shows no platform`)
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os: [os] }),
    }
    added += 1
  }
}
const [[root, top], ...others] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([[root, top], ...others.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)
