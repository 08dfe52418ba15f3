import type { Worker } from 'node:worker_threads'

/** Resolves when the next thread that this process starts is online. */
export const nextThread = (): Promise<Worker> =>
  new Promise((resolve) => process.once('worker', (worker) => worker.once('online', () => resolve(worker))))
