import { routes } from '../../api/routes.ts'
import { hour } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import type { Limits } from '../database/limits.ts'
import { readObject } from '../http/body.ts'
import { readText } from '../http/faults.ts'
import { enforce } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import { otherMail } from '../mail/other-mail.ts'
import type { Edits } from '../records/edits/edits.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { LetterParts, LetterTest } from './letters.ts'

/** A letter that is sent to the admin as a test. */
export const letterTest = otherMail<LetterTest>('letter_test', 'Test of a letter, to you')

/** What the drafts of letters need. */
export interface LetterEditing {
  readonly edits: Edits
  readonly letters: LetterParts
  readonly outbox: Pick<Outbox, 'queue'>
  readonly limits: Limits
  /** Gets the tests of letters. */
  readonly adminEmail: string
  /** Makes the outbox send what is due. */
  poke(): void
  now(): Date
}

/** As the editor, it is loaded when it is used. */
const composer = () => import('./letters.ts')

/** How many tests of letters the admin gets. */
const tests: Rate = { count: 20, periodMs: hour }

/** The drafts of letters: composed, checked, and sent to the admin as a test. */
export function letterDraftRoutes({ edits, letters, outbox, limits, adminEmail, poke, now }: LetterEditing): Routes {
  const textAt = async (path: string): Promise<string> => {
    const { editable, readDesk } = await import('./editor.ts')
    return editable(await readDesk(edits), path, '').text
  }
  return new Routes('admin')
    .on(routes.letterDraft, async (context) => {
      const { path = '', application = '', search = '' } = context.req.query()
      const { letterDraft, withoutApplications } = await composer()
      return letterDraft(
        context.get('session').helper === undefined ? letters : withoutApplications(letters),
        path,
        await textAt(path),
        application,
        readText('search', search, 200),
      )
    })
    .on(routes.checkLetterDraft, async (context) => {
      const path = context.req.query('path') ?? ''
      const { checkLetter } = await composer()
      return checkLetter(letters, path, await textAt(path))
    })
    .on(routes.sendLetterTest, async (context) => {
      const body = await readObject(context)
      const path = readText('path', body.path, 200)
      const application = readText('application', body.application ?? '', 100)
      const { testOf } = await composer()
      const payload = await testOf(letters, path, await textAt(path), application)
      await enforce(limits, 'letter tests', tests, now())
      const key = `test:${newId(now())}`
      await outbox.queue([letterTest.draft(payload, { key, dueAt: now() })], now())
      poke()
      return { to: adminEmail }
    })
}
