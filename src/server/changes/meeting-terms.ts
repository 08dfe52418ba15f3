import type { MeetingTerms } from '../../applications/outbox.ts'
import type { Settings } from '../database/settings.ts'
import type { Slots } from '../records/slots.ts'

/** The setting with the terms of meetings. */
export const termsKey = 'meetings'

/** The terms of meetings at the desk; `gap`: the minutes between two slots. */
interface DeskTerms extends MeetingTerms {
  readonly gap: number
}

const defaults: DeskTerms = { minutes: 45, gap: 15, location: '' }

/** The stored terms, with their revision. */
export async function storedTerms(settings: Pick<Settings, 'get'>): Promise<{ terms: DeskTerms; revision: number }> {
  const { value, revision = 0 } = (await settings.get(termsKey)) ?? {}
  return { terms: { ...defaults, ...(value as Partial<DeskTerms> | undefined) }, revision }
}

/** How long a meeting at a time takes, as its slot says, or the terms if it has none; and where all meetings are. */
export async function termsAt(
  { settings, slots }: { readonly settings: Pick<Settings, 'get'>; readonly slots: Pick<Slots, 'minutesAt'> },
  at: Date,
): Promise<MeetingTerms> {
  const [{ terms }, minutes] = await Promise.all([storedTerms(settings), slots.minutesAt(at)])
  return { minutes: minutes ?? terms.minutes, location: terms.location }
}
