import type { Delivery } from '../../applications/outgoing/change.ts'
import { storedTerms } from '../changes/meeting-terms.ts'
import type { FormVersions } from '../forms/versions.ts'
import type { Applications } from '../storage/applications/port.ts'
import type { Settings } from '../storage/settings.ts'
import type { Slots } from './store.ts'

/** The parts for the page of meetings. */
export interface Meetings {
  readonly applications: Pick<Applications, 'all' | 'byId' | 'history' | 'save'>
  readonly slots: Slots
  readonly settings: Settings
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Delivery
  now(): Date
  poke(): void
}

/** The minutes of every meeting since a time: those of its slot, or of the terms. */
export async function meetingsSince({ slots, settings }: Pick<Meetings, 'slots' | 'settings'>, from: Date) {
  const [all, applications, { terms }] = await Promise.all([slots.all(from), slots.meetings(from), storedTerms(settings)])
  const minutes = new Map(all.map((slot) => [slot.holder, slot.minutes]))
  return {
    slots: all,
    location: terms.location,
    meetings: applications.flatMap((application) => {
      const { meetingAt: at, id } = application
      return at === null ? [] : [{ application, at, minutes: minutes.get(id) ?? terms.minutes }]
    }),
  }
}
