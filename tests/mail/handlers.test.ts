import { expect, test } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { Letter, OutboxEntry } from '../../src/applications/outbox.ts'
import type { Forms } from '../../src/forms/definitions/all.ts'
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
}

function handlersWith({ stored, fault, sheet, words = settings }: Setup) {
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
    outbox: { forApplication: async () => [] },
    formVersions: todaysForms({ Accelerator: form } as unknown as Forms),
    mailer,
    compose: async (letter, target, itsForm, id) => composeLetter(letter.letter as Letter, target, itsForm, words, id),
    sheet,
    holdS: 10,
    now: () => new Date(0),
  })
  const turn = async (): Promise<void> => {}
  const entry = { id: 'entry-1', attempts: 1 } as OutboxEntry
  return {
    sent,
    letter: (letter: Letter, applicationId = application().id) => handlers['mail.letter']({ letter, applicationId }, entry, turn),
    row: (applicationId = application().id) => handlers['sheet.row']({ applicationId }, entry, turn),
  }
}

test('a letter is sent under the id of its entry', async () => {
  const { letter, sent } = handlersWith({ stored: application({ status: 'approved' }) })
  expect(await letter('approval')).toEqual({ kind: 'sent' })
  expect(sent.map(({ id, to }) => [id, to])).toEqual([['entry-1', 'nila@example.in']])
})

test('nothing is sent for a deleted application, and nothing counts as sent', async () => {
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

test('a template that is missing is named', async () => {
  const { letter } = handlersWith({ stored: application(), words: { ...settings, wording: wordingOf(new Map()) } })
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
