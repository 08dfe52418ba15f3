import { paths } from '../../api/paths.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import { type AccountKeeper, accountChecker, accountKeeper } from '../accounts.ts'
import type { Adapters } from '../adapters.ts'
import type { Config } from '../config.ts'
import { type Deadlines, deadlines } from '../deadlines.ts'
import type { Letters } from '../desk/letters.ts'
import { composeLetter, type LetterSettings } from '../mail/messages/compose.ts'
import { writtenMessage } from '../mail/messages/own.ts'
import type { Message } from '../mail/port.ts'
import { type Site, siteNow } from '../pages/site.ts'
import { type PrivateLinks, privateLinks } from '../private-links.ts'

/** What several features need. */
export interface Shared extends Omit<Adapters, 'site'> {
  readonly config: Config
  /** The pages as they are now. */
  readonly site: Site
  readonly delivery: Delivery
  readonly settings: LetterSettings
  readonly links: PrivateLinks
  readonly deadlines: Deadlines
  readonly accounts: AccountKeeper
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
}

/** Derives from settings and adapters what several features need. */
export function shared(config: Config, adapters: Adapters): Shared {
  const { wording, siteName } = adapters.content
  const { storage, sheet, now } = adapters
  const delivery: Delivery = { spreadsheet: sheet === undefined ? 'none' : config.SHEET_ROLE, holdS: config.DECISION_HOLD_S }
  const check = accountChecker({ accounts: storage.accounts, sheet, role: delivery.spreadsheet, now })
  return {
    ...adapters,
    config,
    site: siteNow(adapters.site, now),
    delivery,
    accounts: accountKeeper(storage.settings, now, check),
    settings: { wording, siteName, siteUrl: config.PUBLIC_URL, bookingUrl: config.PITCH_BOOKING_URL },
    links: privateLinks(storage.settings, config.PUBLIC_URL),
    deadlines: deadlines(storage.settings, adapters.content.cohorts, now),
    secure: config.PUBLIC_URL.startsWith('https:'),
  }
}

/** A letter or a message as it is sent. */
export const composeMail = (
  settings: LetterSettings,
  ...[letter, application, form, id]: Parameters<Letters['compose']>
): Message =>
  letter.letter === 'written'
    ? writtenMessage(id, application.applicantEmail, letter.subject, letter.text, settings)
    : composeLetter(letter.letter, application, form, settings, id, letter)

/** Settings of letters that are read again: their links lead to the form for a lost one, because the admin must not act as the applicant. */
export function lettersForReading({ PUBLIC_URL }: Config, settings: LetterSettings): LetterSettings {
  const lost = PUBLIC_URL + paths.my
  return { ...settings, links: { privateLink: lost, stopLink: lost } }
}
