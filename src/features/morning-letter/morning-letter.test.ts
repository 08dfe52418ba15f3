import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { mailerOf, promises, testAdapters, testContent, todaysForms } from '../../../tests/support/adapters.ts'
import { forms } from '../../../tests/support/answers.ts'
import { settings } from '../../../tests/support/letters.ts'
import { simulatedTime } from '../../../tests/support/simulated-time.ts'
import { submission } from '../../../tests/support/submissions.ts'
import { type Assembled, assemble } from '../../programs/start/assemble.ts'
import { readConfig } from '../../server/config.ts'
import { MailFault, type Message } from '../../server/mail/port.ts'
import { openStorage } from '../../server/storage/open.ts'
import type { Storage } from '../../server/storage/port.ts'
import { after, day, hour, minute, setZone, siteZone } from '../../shared/dates.ts'
import { feature } from './feature.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const holidays = { '2026-11-24': 'A holiday' }

/** Nodes with one database and one clock, each with its worker. The clock starts on Friday, 20 November 2026, 7:00 in India. */
async function startNodes(count: number, start = '2026-11-20T01:30:00Z', PUBLIC_URL = '') {
  const time = simulatedTime(new Date(start))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'kolam-morning-'))
  const storage = await openStorage({ dataDir })
  ends.push(async () => {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const mails: { readonly message: Message; readonly at: Date }[] = []
  let fault: MailFault | undefined
  const clock = { aheadMs: 0 }
  const now = (): Date => after(time.clock(), clock.aheadMs)
  const nodes: readonly Assembled[] = Array.from({ length: count }, () =>
    assemble(readConfig({ DATA_DIR: dataDir, PUBLIC_URL }), {
      ...testAdapters,
      formVersions: todaysForms(forms),
      storage,
      mailer: mailerOf((message) => {
        if (fault !== undefined) throw fault
        mails.push({ message, at: now() })
      }),
      content: { ...testContent(forms), promises: { ...promises, holidays } },
      now,
      // The workers poll rarely here; a queued entry wakes them.
      wait: (ms, signal = new AbortController().signal) => time.wait(Math.max(ms, 15 * minute), signal),
    }),
  )
  for (const { worker } of nodes) {
    worker.start()
    ends.push(() => worker.stop())
  }
  /** Advances the clock. Each node checks every 15 minutes whether a letter must be queued. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 15 * minute) {
      await Promise.all(
        nodes.flatMap(({ chores }) => chores.filter(({ name }) => name === 'morning letter').map(({ work }) => work())),
      )
      await time.advance(15 * minute)
    }
  }
  return {
    dataDir,
    storage,
    mails,
    clock,
    now,
    pass,
    refuseMail: (reason?: string) => {
      fault = reason === undefined ? undefined : new MailFault(reason)
    },
  }
}

const contact = (storage: Storage, submittedAt: Date, applicantName = 'Priya {siteUrl}') =>
  storage.applications.add(
    submission({ formType: 'Contact', applicantName, submittedAt, dueAt: after(submittedAt, 24 * hour), outbox: [] }),
  )

it('0 events: no letter in five days', async () => {
  const { pass, mails } = await startNodes(1)
  await pass(5 * day)
  expect(mails).toEqual([])
})

it('two nodes send one letter, after its hour, with new, due and late applications', async () => {
  const { storage, pass, mails, now } = await startNodes(2)
  await contact(storage, after(now(), -30 * hour), 'Ravi Late')
  await contact(storage, after(now(), -20 * hour))
  await pass(day - 2 * hour)
  expect(mails.map(({ at }) => at.toISOString())).toEqual(['2026-11-20T03:00:00.000Z'])
  const { to, subject, text, html } = mails[0]?.message ?? { to: '', subject: '', text: '', html: '' }
  expect([to, subject]).toEqual(['admin@example.com', 'Kolam, 20 November 2026: 1 new, 1 due, 1 late'])
  expect(text).toMatch(/Ravi Late[\s\S]*Contact message, [0-9A-F]{8}: 7 hours late/)
  expect(text).toMatch(/Priya \{siteUrl\}[\s\S]*due today, 11:00/)
  expect(text).toContain('NEW SINCE')
  expect(html).not.toContain('@people.example')
})

it('is sent at its time by the clock on a day on which clocks change', async () => {
  const zone = siteZone()
  // On Friday, 26 March 2027, clocks go forward at two.
  setZone('Asia/Jerusalem')
  try {
    const { storage, pass, mails, now } = await startNodes(1, '2027-03-25T23:00:00Z')
    await contact(storage, after(now(), -20 * hour))
    await pass(12 * hour)
    expect(mails.map(({ at }) => at.toISOString())).toEqual(['2027-03-26T05:30:00.000Z'])
  } finally {
    setZone(zone)
  }
})

it('over a weekend and a holiday: one letter, on the next business morning', async () => {
  const { storage, pass, mails, now } = await startNodes(2)
  await pass(2 * day)
  await contact(storage, now())
  await pass(3 * day + 3 * hour)
  const days = mails.map(({ message }) => /, (\d+ \w+) 2026/.exec(message.subject)?.[1])
  // No letter on Saturday, on Sunday and on Tuesday, which is a holiday.
  expect(days).toEqual(['23 November', '25 November'])
  expect(mails[0]?.message.subject).toContain('1 new')
  expect(mails[1]?.message.subject).not.toContain('new')
})

it('a clock that is set back or ahead: one letter a day', async () => {
  const { storage, pass, mails, clock, now } = await startNodes(1)
  await contact(storage, now())
  await pass(3 * hour)
  expect(mails).toHaveLength(1)
  clock.aheadMs = -2 * hour
  await pass(6 * hour)
  clock.aheadMs = -day
  await pass(6 * hour)
  expect(mails).toHaveLength(1)
  clock.aheadMs = 3 * day
  await pass(3 * hour)
  expect(mails).toHaveLength(2)
})

it('letters continue after the clock was a year ahead for some hours', async () => {
  const { storage, pass, mails, clock, now } = await startNodes(1)
  await contact(storage, after(now(), -30 * hour))
  clock.aheadMs = 402 * day
  await pass(2 * hour)
  expect(mails.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2027-12-27'])
  clock.aheadMs = 0
  await pass(hour)
  expect(mails.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2027-12-27', '2026-11-20'])
  await pass(12 * hour)
  expect(mails).toHaveLength(2)
})

it('a letter that cannot be sent waits, and has the current counts when it is sent', async () => {
  const { storage, pass, mails, refuseMail, now } = await startNodes(2)
  await contact(storage, now())
  refuseMail('421 closing')
  await pass(6 * hour)
  expect(mails).toEqual([])
  refuseMail()
  await pass(hour)
  expect(mails).toHaveLength(1)
})

it('names late data requests, and is sent even when there is nothing else', async () => {
  const { storage, pass, mails, now } = await startNodes(1)
  const request = { personHash: '', received: '2026-11-11', note: '', createdAt: now(), doneAt: null }
  await storage.persons.addRequest({ ...request, id: 'a', kind: 'erase', person: 'Ravi <Kumar>', due: '2026-11-19' })
  await storage.persons.addRequest({ ...request, id: 'b', kind: 'access', person: 'Asha', due: '2026-11-20' })
  await storage.persons.addRequest({ ...request, id: 'c', kind: 'access', person: 'Done', due: '2026-11-12', doneAt: now() })
  await pass(3 * hour)
  expect(mails.map(({ message }) => message.subject)).toEqual(['Kolam, 20 November 2026: 1 request about data'])
  expect(mails[0]?.message.text).toMatch(
    /REQUESTS ABOUT DATA THAT ARE LATE \(1\)[\s\S]*Erase it[\s\S]*Ravi <Kumar>: due 19 November 2026/,
  )
  expect(mails[0]?.message.html).toContain('Ravi &lt;Kumar&gt;')
  expect(mails[0]?.message.text).not.toContain('Asha')
})

it('says that the hourly backup has stopped', async () => {
  const { dataDir, pass, mails, now } = await startNodes(1)
  await writeFile(path.join(dataDir, 'backups.json'), JSON.stringify({ backup: { at: now(), file: '/backups/a.sqlite' } }))
  await pass(12 * hour)
  expect(mails).toEqual([])
  await pass(4 * day)
  expect(mails[0]?.message.subject).toMatch(/: no backup$/)
  expect(mails[0]?.message.text).toMatch(/BACKUPS[\s\S]*There should be one every hour: find out why it stopped\./)
})

it.each([
  ['https://kolam.in', ['Kolam, 20 November 2026: no backup']],
  ['http://localhost:3000', []],
])('says at %s whether there should be a first backup', async (publicUrl, subjects) => {
  const { pass, mails } = await startNodes(1, undefined, publicUrl)
  await pass(12 * hour)
  expect(mails.map(({ message }) => message.subject)).toEqual(subjects)
})

it('has no placeholder, no congratulation, and nobody’s address', () => {
  const [sample] = feature.previews?.(settings, new Date('2026-11-20T09:30:00Z'), forms) ?? []
  const text = `${sample?.message.subject}\n${sample?.message.text}`
  expect(text).toContain('4 new, 1 due, 1 late, 1 answered, 1 not sent')
  expect(text).toMatch(/Nila Raman[\s\S]*Contact message, AB12CD34: 2 days late/)
  expect(text).not.toMatch(/[{}]|undefined|null|nila@|congratulations|good news/i)
})
