import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureMailer } from '../../src/server/mail/capture.ts'
import { composeLetter, composePasscode } from '../../src/server/mail/messages/compose.ts'
import { application, form, settings } from '../support/letters.ts'

let folder: string
let lines: string[]
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kolam-mail-')), 'mail')
  lines = []
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

let at = new Date('2026-11-21T02:29:01.123Z')
const mailer = () =>
  captureMailer({ folder, from: 'Kolam <hello@kolam.example>', now: () => at, printLine: (line) => lines.push(line) })

test('a passcode becomes a file and one printed line with its code', async () => {
  const message = composePasscode('admin@example.com', '042137', settings, 'passcode-1', 600_000)
  expect(await mailer().send(message)).toEqual({ id: 'passcode-1' })
  const file = join(folder, '20261121-022901-123-passcode-1.eml')
  expect(await readdir(folder)).toEqual(['20261121-022901-123-passcode-1.eml'])
  expect(lines).toEqual([`mail to admin@example.com · Your sign-in code for Kolam · code 042137 · ${file}`])
  const mail = await PostalMime.parse(await readFile(file))
  expect([mail.from, mail.to, mail.subject, mail.messageId]).toEqual([
    { name: 'Kolam', address: 'hello@kolam.example' },
    [{ name: '', address: 'admin@example.com' }],
    'Your sign-in code for Kolam',
    '<passcode-1@kolam.example>',
  ])
  expect(mail.text).toContain('042137')
  expect(mail.html).toContain('042137')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('files are ordered by time, and a letter prints no code', async () => {
  for (const [id, time] of [
    ['b', '2026-11-21T02:29:01.123Z'],
    ['a', '2026-11-21T02:29:01.124Z'],
  ] as const) {
    at = new Date(time)
    await mailer().send(composeLetter('approval', application(), form, settings, id))
  }
  expect((await readdir(folder)).toSorted().map((name) => name.slice(-5))).toEqual(['b.eml', 'a.eml'])
  expect(lines[0]).toMatch(/^mail to nila@example\.in · Good news about your accelerator application \(AB12CD34\) · /)
  expect(lines.join()).not.toContain('code')
})

test('a letter with a million characters is written completely and quickly', async () => {
  const huge = 'பால் milk '.repeat(100_000)
  const from = performance.now()
  await mailer().send(composeLetter('rejection', application(), form, settings, 'huge', { sentence: huge }))
  expect(performance.now() - from).toBeLessThan(10_000)
  const [name = ''] = await readdir(folder)
  const raw = await readFile(join(folder, name), 'latin1')
  expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
  expect((await PostalMime.parse(raw)).text).toContain(huge.trimEnd())
})
