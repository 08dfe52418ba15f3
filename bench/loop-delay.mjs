// Loaded into the server by `--import`: at each SIGUSR2 it prints for how long the event loop was stopped at most since the last one, milliseconds.
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
