// Loaded before a server (`--import`). On SIGUSR2 it prints on standard error what the process has done since the last signal: `work: BLOCKS, delay: MS`.
// The work is the number of blocks of JavaScript that ran, and of characters and bytes that the searches and copies of strings and buffers went over:
// both are the same on a fast and on a slow machine. The delay is the longest time in milliseconds for which nothing else could run: processor time of the
// thread, so that other programs do not count.
import { Session } from 'node:inspector'

let passed = 0
let isCounting = false

/** Wraps a method so that `cost` of its result, receiver and arguments is counted. */
const counted = (owner, name, cost) => {
  const { [name]: method } = owner
  owner[name] = function (...values) {
    const result = Reflect.apply(method, this, values)
    if (isCounting) passed += cost(result, this, values) || 0
    return result
  }
}
const all = (_, subject) => subject.length
const forwards = (found, subject, [, from = 0]) => (found < 0 ? subject.length : found) - Math.max(0, Number(from) || 0)
const backwards = (found, subject, [, from = subject.length]) => Number(from) - Math.max(0, found)

if (process.env.KOLAM_COUNT === 'work') {
  for (const owner of [String.prototype, Buffer.prototype, Object.getPrototypeOf(Uint8Array.prototype), Array.prototype]) {
    counted(owner, 'indexOf', forwards)
    counted(owner, 'lastIndexOf', backwards)
    counted(owner, 'includes', (found, subject) => (found ? 1 : subject.length))
  }
  for (const name of ['split', 'replace', 'replaceAll', 'match', 'search', 'toLowerCase', 'toUpperCase', 'normalize', 'trim'])
    counted(String.prototype, name, all)
  counted(Array.prototype, 'join', (text) => text.length)
  counted(Buffer.prototype, 'toString', (text) => text.length)
  counted(Buffer, 'concat', all)
  for (const name of ['shift', 'splice', 'concat', 'filter', 'map', 'flatMap']) counted(Array.prototype, name, all)
}

const session = new Session()
session.connect()
const call = (method, parameters) => {
  let answer
  session.post(method, parameters, (error, result) => {
    if (error) throw error
    answer = result
  })
  return answer
}
if (process.env.KOLAM_COUNT === 'work') {
  call('Profiler.enable')
  call('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}
let delay = 0
let last = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  delay = Math.max(delay, (user + system) / 1000)
}, 1).unref()

process.on('SIGUSR2', () => {
  isCounting = false
  let blocks = passed
  if (process.env.KOLAM_COUNT === 'work')
    for (const { functions } of call('Profiler.takePreciseCoverage').result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  process.stderr.write(`work: ${blocks}, delay: ${delay.toFixed(1)}\n`)
  passed = 0
  delay = 0
  last = process.threadCpuUsage()
  isCounting = true
})
