import { expect, test } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import { waits } from '../../src/applications/mail-budget.ts'
import { type Letter, type OutboxEntry, ownFaults, type Turn } from '../../src/applications/outbox.ts'
import type { Forms } from '../../src/forms/form.ts'
import { composeLetter, type LetterSettings } from '../../src/server/mail/messages/compose.ts'
import { wordingOf } from '../../src/server/mail/messages/wording.ts'
import { type Mailer, MailFault, type Message } from '../../src/server/mail/port.ts'
import { createHandlers } from '../../src/server/outbox/handlers.ts'
import { type Sheet, SheetFault } from '../../src/server/sheets/port.ts'
import { todaysForms } from '../support/adapters.ts'
import { application, form, settings } from '../support/letters.ts'

interface Setup {
  readonly stored?: Application
  readonly fault?: MailFault
  readonly sheet?: Sheet | undefined
  readonly words?: LetterSettings
  readonly messages?: readonly OutboxEntry[]
  /** Whether mail that strangers can cause is sent. */
  readonly turn?: Turn
}

const now = new Date(0)
const atOnce: Turn = { kind: 'now', merged: false }

function handlersWith({ stored, fault, sheet, words = settings, messages = [], turn = atOnce }: Setup) {
  const sent: Message[] = []
  const mailer: Mailer = {
    describe: 'a list',
    async send(message) {
      if (fault !== undefined) throw fault
      sent.push(message)
      return { id: message.id }
    },
    close: async () => {},
  }
  const handlers = createHandlers({
    applications: { byId: async (id) => (id === stored?.id ? stored : undefined), history: async () => [] },
    outbox: {
      forApplication: async () => messages,
      turn: async () => turn,
      isStopped: async (email) => email === 'stopped@example.in',
    },
    composeLinks: async (to, id) => ({ id, to, subject: 'links', html: '', text: '' }),
    formVersions: todaysForms({ Accelerator: form } as unknown as Forms),
    mailer,
    compose: async (letter, target, itsForm, id) => composeLetter(letter.letter as Letter, target, itsForm, words, id),
    otherMails: [],
    refused: async () => undefined,
    reporting: () => undefined,
    sheet,
    holdS: 10,
    now: () => now,
  })
  const entry = { id: 'entry-1', topic: 'mail.letter', attempts: 1, createdAt: new Date(-1), dueAt: now }
  return {
    sent,
    letter: (letter: Letter, applicationId = application().id) =>
      handlers['mail.letter']({ letter, applicationId }, { ...entry, payload: { letter, applicationId } } as OutboxEntry),
    row: (applicationId = application().id) => handlers['sheet.row']({ applicationId }, entry as OutboxEntry),
  }
}

test('a letter is sent under the id of its entry', async () => {
  const { letter, sent } = handlersWith({ stored: application({ status: 'approved' }) })
  expect(await letter('approval')).toEqual({ kind: 'sent' })
  expect(sent.map(({ id, to }) => [id, to])).toEqual([['entry-1', 'nila@example.in']])
})

test('the letter of a deleted application is not sent and does not count as sent', async () => {
  const { letter, row, sent } = handlersWith({})
  expect([await letter('approval'), await row()]).toEqual([{ kind: 'deleted' }, { kind: 'deleted' }])
  expect(sent).toEqual([])
})

test('each decision sends its letter, also when another followed', async () => {
  const { letter, sent } = handlersWith({ stored: application({ status: 'approved' }) })
  expect(await letter('pitch_invitation')).toEqual({ kind: 'sent' })
  expect(await letter('approval')).toEqual({ kind: 'sent' })
  expect(sent.length).toBe(2)
})

test('a permanent error of the provider is a refusal, a temporary one a failure', async () => {
  const stored = application({ status: 'pitch' })
  const never = handlersWith({ stored, fault: new MailFault('550 no such user', { permanent: true }) })
  expect(await never.letter('pitch_invitation')).toEqual({ kind: 'refused', fault: '550 no such user' })
  const later = handlersWith({ stored, fault: new MailFault('421 later') })
  expect(await later.letter('pitch_invitation')).toEqual({ kind: 'failed', fault: '421 later' })
})

test('the error for a missing template names it', async () => {
  const { letter } = handlersWith({
    stored: application(),
    words: { ...settings, wording: wordingOf({ templates: {}, reasons: [], ending: [] }) },
  })
  expect(await letter('confirmation')).toEqual({
    kind: 'failed',
    fault: 'EMAIL_TEMPLATE_NOT_FOUND: content/mail/confirmation.yaml',
  })
})

test('a row is written to the spreadsheet; without one it stays queued', async () => {
  const rows: string[] = []
  const sheet = { append: async ({ id }: Application) => void rows.push(id) } as unknown as Sheet
  expect(await handlersWith({ stored: application(), sheet }).row()).toEqual({ kind: 'sent' })
  expect(rows).toEqual([application().id])
  expect(await handlersWith({ stored: application() }).row()).toEqual({ kind: 'failed', fault: 'SHEET_URL is not set' })
  const failing = { append: () => Promise.reject(new SheetFault('The spreadsheet answered 500')) } as unknown as Sheet
  expect(await handlersWith({ stored: application(), sheet: failing }).row()).toEqual({
    kind: 'failed',
    fault: 'The spreadsheet answered 500',
  })
})

test('what strangers can cause is postponed, merged or left out; the rest is not', async () => {
  const stored = application()
  const later = handlersWith({ stored, turn: { kind: 'later', at: new Date(5), why: waits.address } })
  expect(await later.letter('confirmation')).toEqual({ kind: 'postponed', until: new Date(5), why: waits.address })
  expect(await later.letter('approval')).toEqual({ kind: 'sent' })
  expect(later.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('Good news')])
  const merged = handlersWith({ stored, turn: { kind: 'now', merged: true } })
  expect(await merged.letter('changed')).toEqual({ kind: 'sent' })
  expect(merged.sent.map(({ subject }) => subject)).toEqual(['links'])
  expect(await handlersWith({ stored, turn: { kind: 'needless' } }).letter('withdrawn')).toEqual({ kind: 'obsolete' })
})

test('nothing goes to an address whose owner stopped its letters', async () => {
  const { letter, sent } = handlersWith({ stored: application({ lettersStoppedAt: new Date(0) }) })
  const refused = { kind: 'refused', fault: ownFaults.stopped }
  expect([await letter('confirmation'), await letter('approval')]).toEqual([refused, refused])
  expect(sent).toEqual([])
  expect(await handlersWith({ stored: application({ applicantEmail: 'stopped@example.in' }) }).letter('approval')).toEqual(
    refused,
  )
})
