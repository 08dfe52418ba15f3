// Loaded into the server with `--import`: on each SIGUSR2 prints the longest event loop delay since the last one, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    console.log(`loop ${delay.max / 1e6}`)
    delay.reset()
  })
}
