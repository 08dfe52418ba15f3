import { sequential, type Topic } from '../../applications/outbox.ts'
import { type ProviderState, providerState } from './provider-state.ts'

/** The topics of one provider. Up to `width` entries of a lane are sent concurrently; lanes do not wait for each other. */
export interface Lane {
  readonly topics: readonly Topic[]
  readonly width: number
  readonly provider: ProviderState
  /** The number of entries being sent. */
  inFlight: number
}

const lane = (topics: readonly Topic[], width: number): Lane => ({
  topics,
  width,
  provider: providerState(),
  inFlight: 0,
})

/** The lanes of one worker. */
export const createLanes = (): readonly Lane[] => [
  lane(['mail.letter', 'mail.other'], 4),
  lane(sequential, 1),
  lane(['report'], 2),
]

/** The number of entries of a lane that may be claimed now: none until half of it is free, so that one claim serves several. */
export function capacity({ width, provider, inFlight }: Lane, now: Date): number {
  if (provider.msToTry(now) > 0) return 0
  if (!provider.isDown()) return inFlight <= width / 2 ? width - inFlight : 0
  return inFlight === 0 ? 1 : 0
}
