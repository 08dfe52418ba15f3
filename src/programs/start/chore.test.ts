import { expect, it } from 'vitest'
import { createChore, startChores } from './chore.ts'

it('a chore longer than its period runs once at a time, and logs one failure', async () => {
  const logged: string[] = []
  const log = {
    error: (_: object, message: string) => void logged.push(message),
    info: (_: object, message: string) => void logged.push(message),
  }
  let answer = Promise.withResolvers<void>()
  let started = 0
  const run = createChore(
    'purge',
    () => {
      started += 1
      return answer.promise
    },
    log,
  )
  const first = run()
  await run()
  expect(started).toBe(1)
  answer.reject(new Error('away'))
  await first
  await run()
  expect([started, logged]).toEqual([2, ['chore failed']])
  answer = Promise.withResolvers()
  answer.resolve()
  await run()
  await run()
  expect([started, logged]).toEqual([4, ['chore failed', 'chore works again']])
})

it('a chore that fails after the stop logs nothing', async () => {
  const logged: string[] = []
  const log = { error: (_: object, message: string) => logged.push(message), info: () => undefined }
  const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const chore = (work: Promise<void>) => [{ name: 'totals', everyMs: 60_000, work: () => work }]
  startChores(chore(works[0].promise), log)()
  works[0].reject(new Error('the storage is closed'))
  await works[0].promise.catch(() => undefined)
  const stop = startChores(chore(works[1].promise), log)
  works[1].reject(new Error('the database is away'))
  await expect.poll(() => logged).toEqual(['chore failed'])
  stop()
})
