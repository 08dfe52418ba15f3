// Loaded before a server (`--import`). On SIGUSR2 it collects garbage, and prints on standard error how much memory in MiB the process keeps for JavaScript.
import { Session } from 'node:inspector'

const session = new Session()
session.connect()
process.on('SIGUSR2', () => {
  session.post('HeapProfiler.collectGarbage', () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    process.stderr.write(`kept: ${((heapUsed + arrayBuffers) / 2 ** 20).toFixed(1)}\n`)
  })
})
