import { expect, it } from 'vitest'
import { createChore } from './chore.ts'

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
