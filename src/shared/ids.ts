import { v7 } from 'uuid'

/** A new id (UUID version 7): unique without asking anyone, and in the order of time as text. */
export const newId = (at: Date): string => v7({ msecs: at.getTime() })

/** What a person is told as the reference of an application: its id's last eight characters, which are random, in capitals. */
export const reference = (id: string): string => id.slice(-8).toUpperCase()

/** The id that the same moment and the same 16 bytes always give. */
export const idFrom = (at: Date, bytes: Uint8Array): string => v7({ msecs: Math.max(0, at.getTime()), random: bytes })
