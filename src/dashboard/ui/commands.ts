import { type RefObject, useEffect, useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'

/** The groups of the palette, in their order. Pages and applications come from the palette itself. */
export const commandGroups = ['This application', 'Applications', 'This desk'] as const

/** Something that the palette does. */
export interface Command {
  readonly group: (typeof commandGroups)[number]
  readonly label: string
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  run(): void
}

/** What a part of the page offers. */
interface Offer {
  /** Opens an application on this page. */
  readonly open?: (record: ApplicationRecord) => void
  commands(): readonly Command[]
}

const offers = new Set<RefObject<Offer>>()

/** Offers commands in the palette while the component is on the page. They are read when the palette opens. */
export function useCommands(offer: Offer): void {
  const current = useRef(offer)
  current.current = offer
  useEffect(() => {
    offers.add(current)
    return () => void offers.delete(current)
  }, [])
}

/** The commands that the page offers now. */
export const offeredCommands = (): readonly Command[] => [...offers].flatMap(({ current }) => current.commands())

/** How this page opens an application; undefined if it has no list. */
export const offeredOpen = (): Offer['open'] => [...offers].map(({ current }) => current.open).find(Boolean)
