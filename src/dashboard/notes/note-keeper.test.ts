import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { merged, type NoteDraft, NoteKeeper, type NotePorts, type SaveOutcome } from './note-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server with one application's notes, and a reviewer who writes in one window. */
function desk({ notes = '', revision = 1 } = {}) {
  const server = { notes, revision, history: [] as { readonly revision: number; readonly notes: string }[] }
  const log = { drafts: [] as (NoteDraft | undefined)[], done: [] as unknown[], requests: [] as string[] }
  let behaviour: (apply: () => SaveOutcome) => Promise<SaveOutcome> = async (apply) => apply()
  const change = (text: string): number => {
    server.notes = text
    server.revision += 1
    server.history.push({ revision: server.revision, notes: text })
    return server.revision
  }
  const ports: NotePorts = {
    save: async (text, seen, last) => {
      log.requests.push(last ? `${text} (last)` : text)
      return behaviour(() => {
        if (text === server.notes) return { kind: 'saved', revision: server.revision }
        if (server.history.some((entry) => entry.revision > seen)) return { kind: 'changed' }
        return { kind: 'saved', revision: change(text) }
      })
    },
    read: async (from = 0) => ({
      notes: server.notes,
      revision: server.revision,
      since: server.history.filter((entry) => entry.revision > from).map((entry) => entry.notes),
    }),
    keep: (draft) => log.drafts.push(draft),
    done: (from, upTo, why) => log.done.push([from, upTo, why]),
  }
  const keeper = new NoteKeeper({ notes, revision }, ports)
  return {
    keeper,
    server,
    log,
    change,
    state: () => keeper.view().state,
    behave(next: typeof behaviour) {
      behaviour = next
    },
  }
}

/** Responses that wait until the test releases them. */
function held() {
  const waiting: (() => void)[] = []
  return {
    behaviour: (apply: () => SaveOutcome): Promise<SaveOutcome> => new Promise((resolve) => waiting.push(() => resolve(apply()))),
    answer: () => waiting.shift()?.(),
    waiting,
  }
}
const away = async (): Promise<SaveOutcome> => ({ kind: 'away' })

describe('saving', () => {
  test('waits for a pause in the typing, then reports that the text is saved', async () => {
    const { keeper, server, log, state } = desk()
    keeper.write('a')
    await vi.advanceTimersByTimeAsync(600)
    keeper.write('ab')
    await vi.advanceTimersByTimeAsync(600)
    expect([state(), log.requests]).toEqual(['unsaved', []])
    await vi.advanceTimersByTimeAsync(100)
    expect([state(), log.requests, server.notes]).toEqual(['saved', ['ab'], 'ab'])
    expect(log.drafts.at(-1)).toBe(undefined)
  })

  test('runs one save at a time, so that an earlier text never replaces a later one', async () => {
    const { keeper, server, log, behave, state } = desk()
    const { behaviour, answer, waiting } = held()
    behave(behaviour)
    keeper.write('first')
    await vi.advanceTimersByTimeAsync(700)
    keeper.write('first, second')
    await vi.advanceTimersByTimeAsync(5000)
    keeper.write('first, second, third')
    await vi.advanceTimersByTimeAsync(5000)
    expect([log.requests, waiting.length]).toEqual([['first'], 1])
    answer()
    await vi.advanceTimersByTimeAsync(700)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([log.requests, server.notes, state()]).toEqual([['first', 'first, second, third'], 'first, second, third', 'saved'])
  })

  test('makes one undo step of all saves of one edit', async () => {
    const { keeper, log } = desk()
    keeper.write('one')
    await vi.advanceTimersByTimeAsync(700)
    keeper.write('one two')
    await keeper.end()
    expect(log.done).toEqual([[2, 3, undefined]])
    await keeper.end()
    expect(log.done).toHaveLength(1)
  })

  test('does not wait for the previous save when the page is closed', async () => {
    const { keeper, log, behave } = desk()
    const { behaviour } = held()
    behave(behaviour)
    keeper.write('one')
    await vi.advanceTimersByTimeAsync(700)
    keeper.write('one two')
    void keeper.save(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(log.requests).toEqual(['one', 'one two (last)'])
    expect(keeper.draft).toMatchObject({ text: 'one two', notes: '', revision: 1 })
  })

  test('reads the notes first if their revision is not known', async () => {
    const { keeper, server } = desk()
    const other = new NoteKeeper(
      { notes: '', revision: undefined },
      {
        save: async (text, revision) => {
          expect(revision).toBe(7)
          server.notes = text
          return { kind: 'saved', revision: 8 }
        },
        read: async () => ({ notes: '', revision: 7, since: [] }),
        keep: () => {},
        done: () => {},
      },
    )
    other.write('x')
    await other.save()
    expect([server.notes, other.view().state, keeper.view().state]).toEqual(['x', 'saved', 'idle'])
  })
})

describe('a server that is away', () => {
  test('gets the notes when it is back, with growing pauses between attempts', async () => {
    const { keeper, server, log, behave, state } = desk()
    behave(away)
    keeper.write('kept')
    await vi.advanceTimersByTimeAsync(700)
    expect([state(), log.drafts.at(-1)]).toEqual(['away', { text: 'kept', notes: '', revision: 1, why: 'away' }])
    await vi.advanceTimersByTimeAsync(60_000)
    // After 1, 2, 4, 8 and 16 seconds; the next is due after 30 more.
    expect(log.requests).toHaveLength(6)
    behave(async (apply) => apply())
    await vi.advanceTimersByTimeAsync(2000)
    expect([state(), server.notes]).toEqual(['saved', 'kept'])
  })

  test('gets them immediately when it is back; the message has the reason for the delay', async () => {
    const { keeper, server, log, behave } = desk()
    behave(away)
    keeper.write('kept')
    await keeper.end()
    behave(async (apply) => apply())
    keeper.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect([server.notes, log.done]).toEqual(['kept', [[2, 2, 'away']]])
  })

  test('that stored them but lost its response is not mistaken for another window', async () => {
    const { keeper, server, behave, state } = desk()
    behave(async (apply) => {
      apply()
      return { kind: 'away' }
    })
    keeper.write('one')
    await vi.advanceTimersByTimeAsync(700)
    expect([state(), server.notes]).toEqual(['away', 'one'])
    behave(async (apply) => apply())
    keeper.write('one two')
    await vi.advanceTimersByTimeAsync(1000)
    expect([state(), server.notes]).toEqual(['saved', 'one two'])
  })

  test('that refuses them: the reason is shown, and an edit tries again', async () => {
    const { keeper, server, log, behave, state } = desk()
    behave(async () => ({ kind: 'refused', message: 'Notes can have 50,000 characters at most' }))
    keeper.write('too long')
    await vi.advanceTimersByTimeAsync(120_000)
    expect([state(), keeper.view().message, log.requests.length]).toEqual([
      'refused',
      'Notes can have 50,000 characters at most',
      1,
    ])
    behave(async (apply) => apply())
    keeper.write('short')
    await vi.advanceTimersByTimeAsync(700)
    expect([state(), server.notes]).toEqual(['saved', 'short'])
  })
})

describe('another window that wrote meanwhile', () => {
  test('overwrites nothing and is not overwritten: both texts can be merged', async () => {
    const { keeper, server, change, state } = desk({ notes: 'Called.' })
    change('Called. She is keen.')
    keeper.write('Called. Ask for figures.')
    await vi.advanceTimersByTimeAsync(700)
    expect(keeper.view()).toMatchObject({ state: 'changed', text: 'Called. Ask for figures.', theirs: 'Called. She is keen.' })
    keeper.write('Called. Ask for the figures.')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([state(), server.notes]).toEqual(['changed', 'Called. She is keen.'])
    keeper.choose(keeper.both)
    await vi.advanceTimersByTimeAsync(0)
    expect([state(), server.notes]).toEqual(['saved', 'Called. She is keen.\nAsk for the figures.'])
  })

  test.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ])('wins or loses, as the reviewer chooses: %s', async (chosen, left) => {
    const { keeper, server, change, log } = desk()
    change('theirs')
    keeper.write('mine')
    await vi.advanceTimersByTimeAsync(700)
    keeper.choose(chosen)
    await vi.advanceTimersByTimeAsync(0)
    expect([server.notes, keeper.view()]).toEqual([left, { text: left, state: 'saved', message: '', theirs: '' }])
    expect(log.drafts.at(-1)).toBe(undefined)
  })

  test('shows its text immediately if nothing is unsaved here', () => {
    const { keeper } = desk({ notes: 'one' })
    keeper.receive({ notes: 'two', revision: 2 })
    expect(keeper.view().text).toBe('two')
    keeper.receive({ notes: 'one', revision: 1 })
    keeper.receive({ notes: 'one', revision: undefined })
    expect(keeper.view().text).toBe('two')
  })

  test('causes a conflict immediately if something is unsaved here', () => {
    const { keeper } = desk({ notes: 'one' })
    keeper.write('one, mine')
    keeper.receive({ notes: 'one, theirs', revision: 2 })
    expect(keeper.view()).toMatchObject({ state: 'changed', text: 'one, mine', theirs: 'one, theirs' })
  })

  test('is not assumed when our own save is reported back', async () => {
    const { keeper, behave, server, state } = desk()
    const { behaviour, answer } = held()
    behave(behaviour)
    keeper.write('mine')
    await vi.advanceTimersByTimeAsync(700)
    keeper.write('mine, and more')
    keeper.receive({ notes: 'mine', revision: 2 })
    answer()
    await vi.advanceTimersByTimeAsync(700)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([state(), server.notes]).toEqual(['saved', 'mine, and more'])
  })
})

describe('a draft of an earlier page', () => {
  const draft: NoteDraft = { text: 'left', notes: '', revision: 1, why: 'session' }

  test('is saved, with the reason for the delay', async () => {
    const { keeper, server, log } = desk()
    keeper.resume(draft)
    await vi.advanceTimersByTimeAsync(0)
    expect([server.notes, log.done]).toEqual(['left', [[2, 2, 'session']]])
  })

  test('is dropped if the server got it and another window changed it since', async () => {
    const { keeper, change, state } = desk()
    change('left')
    change('left, and changed')
    keeper.resume(draft)
    await vi.advanceTimersByTimeAsync(0)
    expect([state(), keeper.view().text]).toEqual(['saved', 'left, and changed'])
  })

  test('is merged with unsaved text on this page', () => {
    const { keeper } = desk()
    keeper.write('new')
    keeper.resume(draft)
    expect(keeper.view().text).toBe('new\n\nleft')
  })
})

test.each([
  ['', 'a', 'b', 'a\n\nb'],
  ['x', 'x a', 'x b', 'x a\nb'],
  ['x', '', 'x b', 'x b'],
  ['x', 'x b and more', 'x b', 'x b and more'],
  ['x', 'y', '', 'y'],
])('based on %j, %j and %j are merged to %j', (base, theirs, ours, both) => {
  expect(merged(base, theirs, ours)).toBe(both)
})
