import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newState, type SyncState } from './joining.ts'
import { noAnswers, type Value, type Version } from './merge.ts'
import { type Content, createSync, type Server, type SyncStatus, saveSent } from './sync.ts'

/** A server with one draft. Like the real one, it accepts a save only for the revision that was read. */
function draftServer() {
  let stored: { revision: number; content: Content } | undefined
  return {
    stored: () => stored,
    remove: () => (stored = undefined),
    read: async (revision: number): ReturnType<Server['read']> => {
      if (stored === undefined) return { kind: 'none' }
      return stored.revision === revision ? { kind: 'same' } : { kind: 'draft', ...structuredClone(stored) }
    },
    save: async (revision: number, content: Content): ReturnType<Server['save']> => {
      if (revision > 0 && stored === undefined) return { kind: 'none' }
      if ((stored?.revision ?? 0) !== revision) return { kind: 'stale' }
      stored = { revision: revision + 1, content: structuredClone(content) }
      return { kind: 'saved', revision: revision + 1 }
    },
  }
}

const questions = ['pitch', 'market', 'team'] as const
const at = new Date('2026-01-05T04:30:00Z').getTime()

/** A device with a form. `reach` sets what happens to its calls. */
function device(server: ReturnType<typeof draftServer>, joins: boolean, begunAt?: string) {
  const inputs: Record<string, Value> = Object.fromEntries(questions.map((name) => [name, '']))
  let disk: { answers: Record<string, Value>; state: SyncState } = { answers: { ...inputs }, state: newState }
  let focused: string | undefined
  let reach: 'online' | 'offline' | 'response lost' = 'online'
  let pages = 0
  let begun = begunAt
  let status: SyncStatus = { kind: 'busy', alternatives: {} }
  const call = async <T>(work: () => Promise<T>): Promise<T | { readonly kind: 'unreachable' }> => {
    if (reach === 'offline') return { kind: 'unreachable' }
    const response = await work()
    if (reach === 'online') return response
    reach = 'online'
    return { kind: 'unreachable' }
  }
  const open = () => {
    pages += 1
    return createSync(
      {
        form: 'Accelerator',
        joins,
        page: `${joins ? 'b' : 'a'}${pages}`,
        inputs: {
          read: () => ({ ...inputs }),
          fill: (answers) => Object.assign(inputs, answers),
          isFocused: (name) => name === focused,
        },
        server: {
          read: (revision) => call(() => server.read(revision)),
          save: (revision, content) => call(() => server.save(revision, content)),
        },
        begun: { get: () => begun, set: (token) => (begun = token) },
        now: () => at,
        store: async (state) => {
          disk = structuredClone({ answers: { ...inputs }, state })
        },
        onChange: (next) => {
          status = next
        },
      },
      structuredClone(disk.state),
    )
  }
  let sync = open()
  return {
    inputs,
    status: () => status,
    begun: () => begun,
    sync: () => sync,
    focus: (name: string | undefined) => {
      focused = name
      if (name === undefined) sync.left()
    },
    reach: (next: typeof reach) => (reach = next),
    /** Closes the page and opens it again. The answers are in the draft; the sync state since the last store is lost. */
    async reload() {
      sync.stop()
      focused = undefined
      sync = open()
      await sync.start()
    },
  }
}

/** A random event on one of two devices. */
const step = fc.record({
  on: fc.constantFrom(0, 1),
  does: fc.constantFrom(
    'type',
    'type',
    'type',
    'sync',
    'sync',
    'begin sync',
    'use',
    'dismiss',
    'reload',
    'focus',
    'leave',
    'cut',
    'lose',
    'return',
  ),
  name: fc.constantFrom(...questions),
})

const textOf = (value: Value | undefined): string => String(value ?? '')

test('no answer is lost in 1,000 random interleavings of two devices', { tags: ['random'], timeout: 120_000 }, async () => {
  let conflicts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const server = draftServer()
      const devices = [device(server, false), device(server, true)] as const
      const written = new Map<string, string>()
      /** Texts that a device showed and its visitor then replaced or dismissed. */
      const replaced = new Set<string>()
      for (const each of devices) await each.sync().start()
      let count = 0
      for (const { on, does, name } of steps) {
        const here = devices[on]
        const [other] = here.status().alternatives[name] ?? []
        if (does === 'type') {
          count += 1
          replaced.add(textOf(here.inputs[name]))
          here.inputs[name] = `text ${count}`
          written.set(`text ${count}`, name)
        } else if (does === 'sync') await here.sync().sync()
        else if (does === 'begin sync') void here.sync().sync()
        else if (does === 'use' && other !== undefined) {
          replaced.add(textOf(here.inputs[name]))
          replaced.delete(textOf(other.value))
          here.sync().use(name, other)
          await here.sync().sync()
        } else if (does === 'dismiss' && other !== undefined) {
          replaced.add(textOf(other.value))
          here.sync().dismiss(name, other)
          await here.sync().sync()
        } else if (does === 'reload') await here.reload()
        else if (does === 'focus') here.focus(name)
        else if (does === 'leave') here.focus(undefined)
        else if (does === 'cut') here.reach('offline')
        else if (does === 'lose') here.reach('response lost')
        else if (does === 'return') here.reach('online')
        // Lets started operations continue by one step.
        await undefined
      }
      for (const each of devices) {
        each.reach('online')
        each.focus(undefined)
      }
      for (let rounds = 0; rounds < 3; rounds += 1) for (const each of devices) await each.sync().sync()

      const shownOn = (each: (typeof devices)[number], name: string): string[] =>
        [textOf(each.inputs[name]), ...(each.status().alternatives[name] ?? []).map(({ value }) => textOf(value))].sort()
      for (const name of questions) expect(shownOn(devices[0], name)).toEqual(shownOn(devices[1], name))
      for (const [text, name] of written) if (!replaced.has(text)) expect(shownOn(devices[0], name), text).toContain(text)
      conflicts += Object.keys(devices[0].status().alternatives).length
      const { revision } = server.stored() ?? { revision: 0 }
      for (const each of devices) await each.sync().sync()
      expect(server.stored()?.revision).toBe(revision)
    }),
    { numRuns: 1_000 },
  )
  expect(conflicts).toBeGreaterThan(100)
})

/** Two devices that share a draft in which only `pitch` is answered. */
async function sharing() {
  const server = draftServer()
  const [first, second] = [device(server, false), device(server, true)]
  first.inputs.pitch = 'Rice by drone'
  await first.sync().start()
  await second.sync().start()
  expect(second.inputs).toEqual({ pitch: 'Rice by drone', market: '', team: '' })
  return { server, first, second }
}

test('a question that both devices changed has both texts on both devices', async () => {
  const { first, second } = await sharing()
  second.reach('offline')
  second.inputs.pitch = 'Written on the train'
  second.inputs.team = 'Asha'
  await second.sync().sync()
  expect(second.status()).toEqual({ kind: 'unreachable', alternatives: {} })
  first.inputs.pitch = 'Written at the desk'
  await first.sync().sync()
  second.reach('online')
  await second.sync().sync()
  await first.sync().sync()
  expect([first.inputs.pitch, first.inputs.team, second.inputs.pitch]).toEqual([
    'Written at the desk',
    'Asha',
    'Written on the train',
  ])
  const other = first.status().alternatives.pitch as readonly Version[]
  expect(other.map(({ value }) => value)).toEqual(['Written on the train'])
  first.sync().use('pitch', other[0] as Version)
  await first.sync().sync()
  await second.sync().sync()
  for (const each of [first, second]) {
    expect(each.inputs.pitch).toBe('Written on the train')
    expect(each.status()).toEqual({ kind: 'current', alternatives: {} })
  }
})

test('a focused input is updated when the visitor leaves it', async () => {
  const { first, second } = await sharing()
  second.focus('pitch')
  first.inputs.pitch = 'Rice by boat'
  await first.sync().sync()
  await second.sync().sync()
  expect([second.inputs.pitch, second.status().alternatives]).toEqual(['Rice by drone', {}])
  second.focus(undefined)
  expect(second.inputs.pitch).toBe('Rice by boat')
})

test('a device that lost its draft gets the answers back and clears none elsewhere', async () => {
  const { first, second } = await sharing()
  Object.assign(second.inputs, { pitch: '', market: '' })
  await second.reload()
  expect([first.inputs.pitch, second.inputs.pitch]).toEqual(['Rice by drone', 'Rice by drone'])
})

test('a sent form ends the draft on the other device, which keeps its answers', async () => {
  const { server, second } = await sharing()
  const sent = { at, reference: 'KLM-1' }
  expect(await saveSent(server, 'Accelerator', sent)).toBe(true)
  expect(server.stored()?.content).toEqual({ form: 'Accelerator', sent, ...noAnswers })
  second.inputs.team = 'Typed too late'
  await second.sync().sync()
  expect(second.status()).toEqual({ kind: 'current', alternatives: {}, ending: { why: 'sent', sent } })
  expect(second.inputs).toEqual({ pitch: 'Rice by drone', market: '', team: 'Typed too late' })
})

test('a link to a draft that does not exist creates none', async () => {
  const server = draftServer()
  const second = device(server, true)
  await second.sync().start()
  expect([second.status().ending, server.stored()]).toEqual([{ why: 'none' }, undefined])
})

test.each([
  ['mh0.a', 'mh1.b', 'mh0.a'],
  ['mh1.a', 'mh0.b', 'mh0.b'],
  ['mh1.a', undefined, 'mh1.a'],
  [undefined, 'mh0.b', 'mh0.b'],
])('devices that began at %s and %s send the token %s', async (first, second, earliest) => {
  const server = draftServer()
  const devices = [device(server, false, first), device(server, true, second)] as const
  for (let rounds = 0; rounds < 2; rounds += 1)
    for (const each of devices) await (rounds === 0 ? each.sync().start() : each.sync().sync())
  expect(devices.map((each) => each.begun())).toEqual([earliest, earliest])
})
