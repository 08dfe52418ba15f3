import { blindOf } from '../../server/blind/blind.ts'
import type { Limits } from '../../server/database/limits.ts'
import type { Settings } from '../../server/database/settings.ts'
import { readObject } from '../../server/http/body.ts'
import { readText } from '../../server/http/faults.ts'
import { enforce } from '../../server/http/limits.ts'
import { Routes } from '../../server/http/routes.ts'
import type { Edits } from '../../server/records/edits/edits.ts'
import type { Outbox } from '../../server/records/outbox/port.ts'
import { hour } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { siteRoutes } from './api.ts'
import { letterTest } from './letter-test.ts'
import type { LetterParts } from './letters.ts'

/** What the drafts of letters need. */
interface LetterEditing extends LetterParts {
  readonly edits: Edits
  readonly outbox: Pick<Outbox, 'queue'>
  readonly limits: Limits
  readonly settings: Pick<Settings, 'get'>
  /** Gets the tests of letters. */
  readonly adminEmail: string
  /** Makes the outbox send what is due. */
  poke(): void
}

/** As the editor, it is loaded when it is used. */
const composer = () => import('./letters.ts')

/** How many tests of letters the admin gets. */
const tests: Rate = { count: 20, periodMs: hour }

/** The drafts of letters: composed, checked, and sent to the admin as a test. */
export function letterDraftRoutes(parts: LetterEditing): Routes {
  const { edits, outbox, limits, settings, adminEmail, poke, now } = parts
  const textAt = async (path: string): Promise<string> => {
    const { editable, readDesk } = await import('../../server/editing/editor.ts')
    return editable(await readDesk(edits), path, '').text
  }
  return new Routes('admin')
    .on(siteRoutes.letterDraft, async (context) => {
      const { path = '', application = '', search = '' } = context.req.query()
      const { letterDraft, withoutApplications } = await composer()
      const isForInvented = context.get('session').helper !== undefined || (await blindOf(settings)).forms.length > 0
      const shown = isForInvented ? withoutApplications(parts) : parts
      return letterDraft(shown, path, await textAt(path), application, readText('search', search, 200))
    })
    .on(siteRoutes.checkLetterDraft, async (context) => {
      const path = context.req.query('path') ?? ''
      const { checkLetter } = await composer()
      return checkLetter(parts, path, await textAt(path))
    })
    .on(siteRoutes.sendLetterTest, async (context) => {
      const body = await readObject(context)
      const path = readText('path', body.path, 200)
      const application = readText('application', body.application ?? '', 100)
      const { testOf } = await composer()
      const payload = await testOf(parts, path, await textAt(path), application)
      await enforce(limits, 'letter tests', tests, now())
      const key = `test:${newId(now())}`
      await outbox.queue([letterTest.draft(payload, { key, dueAt: now() })], now())
      poke()
      return { to: adminEmail }
    })
}
