import { inspect } from 'node:util'
import type { Application } from '../../src/applications/application.ts'
import { rebuild } from '../../src/features/spreadsheet/rebuild.ts'
import { hashCredential } from '../../src/server/auth/secrets.ts'
import { MailFault, type Message } from '../../src/server/mail/port.ts'
import { createHandlers } from '../../src/server/outbox/handlers.ts'
import { createWorker } from '../../src/server/outbox/worker.ts'
import type { Outbox } from '../../src/server/records/outbox/port.ts'
import { reviewOf, type Sheet, SheetFault, type SheetUpdate } from '../../src/server/sheets/port.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { day, second } from '../../src/shared/dates.ts'
import { todaysForms } from './adapters.ts'
import { forms } from './answers.ts'
import { openApp, startOfTest } from './app.ts'
import type { Desk } from './desk.ts'
import { simulatedTime } from './simulated-time.ts'

/**
 * How a counterpart behaves: `slow` takes longer than the hold, `lost` does its work but its answer is lost, and `late` does not answer and does its
 * work minutes later.
 */
export const moods = ['well', 'away', 'slow', 'lost', 'late'] as const
export type Mood = (typeof moods)[number]

export const hold = 10 * second

/** The server's app, the workers of two nodes, a spreadsheet and a mail provider, all on one clock that the test advances. */
export async function seams() {
  let pending = 0
  /** The last error of the storage: a response does not say what failed. */
  let fault: unknown
  const quiet = async (): Promise<void> => {
    for (let calm = 0; calm < 3; calm += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (pending > 0) calm = -1
    }
  }
  /** Counts pending calls to the storage. The clock does not advance while there are any. */
  const counted = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, act]) => [
        name,
        typeof act !== 'function'
          ? act
          : (...args: unknown[]) => {
              const result = act(...args)
              if (!(result instanceof Promise)) return result
              pending += 1
              return result
                .catch((error: unknown) => {
                  fault = error
                  throw error
                })
                .finally(() => {
                  pending -= 1
                })
            },
      ]),
    ) as T
  const wrap = (storage: Storage): Storage => ({
    ...storage,
    applications: counted(storage.applications),
    outbox: counted(storage.outbox),
    sessions: counted(storage.sessions),
    settings: counted(storage.settings),
  })
  const holdS = hold / second
  const time = simulatedTime(startOfTest, quiet)
  const wait = (ms: number): Promise<void> => time.wait(ms, new AbortController().signal)

  const mood: { mail: Mood; sheet: Mood } = { mail: 'well', sheet: 'well' }
  const late = new Set<Promise<void>>()

  /** Does `act` as a counterpart in this mood. The caller gives up after 30 seconds. */
  async function call(how: Mood, act: () => void, fault: (reason: string) => Error, minutes = 5): Promise<void> {
    if (how === 'away') throw fault('away')
    if (how === 'late') {
      const done = wait(minutes * 60 * second).then(act, act)
      late.add(done)
      done.finally(() => late.delete(done)).catch(() => {})
      await wait(30 * second)
      throw fault('no answer within 30 seconds')
    }
    if (how === 'slow') await wait(15 * second)
    act()
    if (how === 'lost') throw fault('the answer was lost')
  }

  const rows = new Map<string, SheetUpdate>()
  const blank = { notes: '', reviewed_at: '', reviewed_by: '', meeting_scheduled_at: '' }
  const sheetFault = (reason: string): Error => new SheetFault(reason)
  /** Actions that the script cannot do late: see docs/decisions/0075. */
  const inTime = (how: Mood): Mood => (how === 'late' ? 'away' : how)
  const sheet: Sheet = {
    describe: '',
    capabilities: async () => ['update', 'delete'],
    ids: async () => [...rows.keys()],
    append: (application: Application) => {
      const { status, email } = reviewOf(application)
      return call(
        mood.sheet,
        () => void (rows.has(application.id) || rows.set(application.id, { ...blank, status, email })),
        sheetFault,
      )
    },
    update: (id, changes) =>
      call(
        inTime(mood.sheet),
        () => {
          if (!rows.has(id)) throw new SheetFault(`No row has the id ${id}`)
          rows.set(id, { ...rows.get(id), ...changes } as SheetUpdate)
        },
        sheetFault,
      ),
    remove: (id) => call(inTime(mood.sheet), () => void rows.delete(id), sheetFault),
    read: async () => [...rows].map(([id, row]) => ({ id, ...row })),
  }
  const app = await openApp({ sheet, wrap })
  const { storage } = app

  /** The delivered mail by message id, because the provider drops repeats. */
  const delivered = new Map<string, { readonly letter: string; readonly to: string }>()
  const mailer = {
    describe: '',
    close: async () => {},
    send: async ({ id, subject, to }: Message) => {
      await call(
        inTime(mood.mail),
        () => void delivered.set(id, { letter: subject, to }),
        (reason) => new MailFault(reason),
      )
      return { id }
    },
  }

  const seen = storage.outbox
  /** Two nodes. */
  const nodes = [start(), start()]

  /** The worker of a node. After `end` nothing that it began reaches the storage, as if its process were killed. */
  function start() {
    let dead = false
    const never = new Promise<never>(() => {})
    const mortal = Object.fromEntries(
      Object.entries(seen).map(([name, act]) => [
        name,
        (...args: unknown[]) => (dead ? never : (act as (...all: unknown[]) => unknown)(...args)),
      ]),
    ) as unknown as Outbox
    const worker = createWorker({
      outbox: mortal,
      handlers: createHandlers({
        applications: storage.applications,
        // Other tests cover the budget of an address.
        outbox: { ...storage.outbox, turn: async () => ({ kind: 'now', merged: false }) },
        composeLinks: async () => undefined,
        formVersions: todaysForms(forms),
        mailer,
        otherMails: [],
        refused: async () => undefined,
        reporting: () => undefined,
        compose: async ({ letter }, { applicantEmail }, _form, id) => ({
          id,
          to: applicantEmail,
          subject: letter,
          html: '',
          text: '',
        }),
        sheet,
        holdS,
        now: time.clock,
      }),
      clock: time.clock,
      log: { info: () => {}, warn: () => {} },
      wait: time.wait,
      random: () => 0,
    })
    worker.start()
    return {
      poke: worker.poke,
      end: () => {
        dead = true
      },
    }
  }

  const poke = (): void => {
    for (const node of nodes) node.poke()
  }

  const credential = 'a credential'
  const until = new Date(time.clock().getTime() + 36_500 * day)
  await storage.sessions.begin({
    session: {
      credentialHash: hashCredential(credential),
      userId: 'admin-1',
      email: 'admin@example.com',
      createdAt: time.clock(),
      expiresAt: until,
      browser: 'browser',
    },
    name: '',
    trustedUntil: until,
    replaces: undefined,
  })

  return {
    app,
    storage,
    time,
    mood,
    rows,
    delivered,
    late,
    /** Calls the app's API. The body of a server error has the error too. */
    async call(...[path, method, sent]: Parameters<Desk['call']>) {
      app.clock.ms = time.clock().getTime()
      const cookie = `kolam_session=${credential}; __Host-kolam_session=${credential}`
      const { status, body } = await app.call(path, method, sent, { cookie })
      poke()
      return { status, body: status < 500 ? body : { ...body, fault: inspect(fault) } }
    },
    poke,
    /** Kills one of the nodes and starts it again. */
    crash(): void {
      nodes.shift()?.end()
      nodes.push(start())
    },
    rebuild: () =>
      rebuild({
        applications: storage.applications,
        witnesses: storage.witnesses,
        outbox: seen,
        sheet,
        holdS,
        now: time.clock,
        poke,
        wait,
      }),
    async advance(ms: number): Promise<void> {
      await time.advance(ms)
      await storage.applications.purge(time.clock())
    },
    async close(): Promise<void> {
      for (const node of nodes) node.end()
      await quiet()
      await app.remove()
    },
  }
}

export type Seams = Awaited<ReturnType<typeof seams>>
