import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, statuses } from '../../applications/application.ts'
import { promises } from '../../content/core.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { validate } from '../../forms/views/validate.ts'
import { openStorage } from '../../server/storage/open.ts'
import type { Storage } from '../../server/storage/port.ts'
import { countCharacters } from '../../shared/characters.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { seed } from './seed.ts'
import { readTexts } from './texts.ts'
import { texts } from './texts-files.ts'

const forms = allForms({
  cohorts: [
    { value: 'cohort-6', label: 'Cohort 6' },
    { value: 'cohort-7', label: 'Cohort 7' },
  ],
})
const now = new Date('2026-03-04T06:30:00Z')

let folder: string
let storage: Storage
let added: number
let all: Application[]

const everything = async (from: Storage): Promise<Application[]> => {
  const applications: Application[] = []
  for await (const application of from.applications.all({ limit: 100 })) applications.push(application)
  return applications
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kolam-seed-'))
  storage = await openStorage({ dataDir: path.join(folder, 'one') })
  added = await seed(storage, forms, texts, promises, now)
  all = await everything(storage)
})

afterAll(async () => {
  await storage.close()
  await rm(folder, { recursive: true })
})

/** All texts of an application. */
const words = (application: Application): string =>
  Object.values(application.answers)
    .flat()
    .filter((answer) => typeof answer === 'string')
    .join('\n')

describe('the seed', () => {
  it('adds 200 applications, of the nine forms and in every status', async () => {
    expect([added, all.length]).toEqual([200, 200])
    const { total, byFormType, ...byStatus } = await storage.applications.stats()
    expect(total).toBe(200)
    expect(byFormType).toMatchObject({
      Accelerator: 42,
      StartupStudio: 32,
      FundRaise: 28,
      AccelerationAsService: 10,
      ServiceProvider: 16,
      WorkForStartups: 36,
      EarlyCustomer: 16,
      Contact: 12,
      Investor: 8,
    })
    for (const status of statuses) {
      expect(byStatus[status], status).toBeGreaterThanOrEqual(10)
      expect(byStatus[status], status).toBe(all.filter((application) => application.status === status).length)
    }
  })

  it('has answers that are valid for their forms', () => {
    for (const { formType, answers } of all) expect(validate(forms[formType], answers)).toEqual({ ok: true, value: answers })
  })

  it('has every status for each program, and submissions over three months', () => {
    for (const formType of ['Accelerator', 'StartupStudio', 'FundRaise'] as const)
      expect(
        new Set(all.filter((application) => application.formType === formType).map((application) => application.status)).size,
        formType,
      ).toBe(4)
    const ages = all.map((application) => (now.getTime() - application.submittedAt.getTime()) / day)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.min(...ages)).toBeLessThan(2)
    expect(Math.max(...ages)).toBeGreaterThan(75)
    expect(Math.max(...ages)).toBeLessThan(92)
    for (const third of [0, 1, 2])
      expect(ages.filter((age) => Math.floor(age / 30.7) === third).length, `month ${third}`).toBeGreaterThan(30)
  })

  it('has histories in order: submitted, then decided, never in the future', async () => {
    for (const application of all) {
      const history = await storage.applications.history(application.id)
      expect(history[0]).toEqual({ at: application.submittedAt, by: 'applicant', event: { what: 'submitted' } })
      const times = history.map((entry) => entry.at.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeLessThan(now.getTime())
      const moves = history.map((entry) => entry.event).filter((event) => event.what === 'moved')
      expect(moves.at(-1)?.to ?? 'pending').toBe(application.status)
      expect(application.revision).toBe(history.length - 1)
      if (moves.length > 0) expect(application.reviewedBy).toBe('admin@example.com')
    }
  })

  it('has decisions only in working hours in Chennai', () => {
    const hours = all.flatMap((application) =>
      application.reviewedAt === null ? [] : [((application.reviewedAt.getTime() + 5.5 * hour) % day) / hour],
    )
    expect(hours.length).toBeGreaterThan(100)
    for (const clock of hours) {
      expect(clock).toBeGreaterThanOrEqual(9)
      expect(clock).toBeLessThan(19)
    }
  })

  it('queues no outbox entry', async () => {
    expect(Object.values(await storage.outbox.counts())).toEqual([0, 0, 0, 0, 0])
  })

  it('has only addresses and telephone numbers that nobody can have', () => {
    for (const application of all) {
      expect(application.applicantEmail).toMatch(/@[a-z0-9]+\.example$/)
      for (const [name, answer] of Object.entries(application.answers))
        if (/^phone/.test(name) && answer !== '') expect(answer).toMatch(/^(\+91 ?|0)5\d{4} ?\d{5}$/)
      for (const [address] of words(application).matchAll(/\b(?:https?:\/\/|www\.)[^\s/]+/g))
        expect(address).toMatch(/\.example$/)
      expect(application.ip).toMatch(/^(203\.0\.113\.|198\.51\.100\.|2001:db8::)/)
    }
  })

  it('has long answers, Tamil, emoji, and no company twice on one form', () => {
    expect(all.filter((application) => /\p{Script=Tamil}{3}/u.test(words(application))).length).toBeGreaterThan(15)
    expect(all.filter((application) => /\p{Emoji_Presentation}/u.test(words(application))).length).toBeGreaterThan(10)
    const programs = all.filter((application) => application.formType === 'Accelerator')
    for (const application of programs) expect(countCharacters(words(application))).toBeGreaterThan(1_000)
    expect(new Set(programs.map((application) => application.companyName)).size).toBe(programs.length)
    expect(new Set(all.map((application) => application.applicantName)).size).toBeGreaterThan(120)
  })

  it('has the same founder for a company on every form', () => {
    const founders = new Map<string, Set<string>>()
    for (const application of all.filter(({ formType }) => ['Accelerator', 'StartupStudio', 'FundRaise'].includes(formType)))
      if (application.companyName !== '')
        founders.set(
          application.companyName,
          (founders.get(application.companyName) ?? new Set()).add(application.applicantEmail),
        )
    expect([...founders.values()].filter((addresses) => addresses.size > 1)).toEqual([])
  })

  it('has a readable resume with each internship application', async () => {
    const interns = all.filter((application) => application.formType === 'WorkForStartups')
    expect(interns).toHaveLength(36)
    for (const { id, applicantName, answers } of interns) {
      const file = await storage.applications.file(id, 'resume')
      if (file === undefined) throw new Error(`${applicantName} has no resume`)
      expect(Buffer.from(file.bytes).toString('latin1', 0, 5)).toBe('%PDF-')
      expect(answers.resume).toEqual({
        name: `${applicantName} - Resume.pdf`,
        size: file.bytes.byteLength,
        type: 'application/pdf',
      })
      expect(Buffer.from(file.bytes).toString('latin1')).toContain(`(${applicantName}) Tj`)
    }
  })

  it('reports a missing and a malformed text with file and line', () => {
    const remarks = 'pending: []\npitch: [a]\napproved: [a]\nrejected: [""]\n'
    const read = readTexts({ './texts/remarks.yaml': remarks })
    expect(read.ok ? [] : read.fault.slice(-3)).toEqual([
      './texts/providers.yaml is missing',
      './texts/remarks.yaml, line 1: `pending` should be a list of at least 1 entry, received a list of 0',
      './texts/remarks.yaml, line 4: `rejected[0]` is empty',
    ])
  })

  it('adds nothing the second time, also on another day', async () => {
    expect(await seed(storage, forms, texts, promises, now)).toBe(0)
    expect(await seed(storage, forms, texts, promises, after(now, 3 * day))).toBe(0)
    expect(await everything(storage)).toEqual(all)
    expect((await storage.applications.stats()).total).toBe(200)
  })

  it('makes the same applications on another machine, in the requested number', async () => {
    const other = await openStorage({ dataDir: path.join(folder, 'two') })
    try {
      expect(await seed(other, forms, texts, promises, now, 450)).toBe(450)
      const contents = (applications: readonly Application[]) =>
        applications.map(({ formType, applicantEmail, answers }) => JSON.stringify([formType, applicantEmail, answers])).sort()
      const larger = new Set(contents(await everything(other)))
      expect(contents(all).filter((story) => !larger.has(story))).toEqual([])
    } finally {
      await other.close()
    }
  })
})
