import type { MeetingTerms } from '../../applications/outbox.ts'
import type { Settings } from '../storage/settings.ts'

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

/** How long a meeting takes that has no slot, and where all meetings are. */
export async function readTerms(settings: Pick<Settings, 'get'>): Promise<MeetingTerms> {
  const { minutes, location } = (await storedTerms(settings)).terms
  return { minutes, location }
}
