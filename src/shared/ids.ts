import { v7 } from 'uuid'

/** A new id (UUID version 7): unique without asking anyone, and in the order of time as text. */
export const newId = (at: Date): string => v7({ msecs: at.getTime() })

/** Whether a text is one of our ids: of their shape, which holds nothing but hexadecimal digits and hyphens. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

/** What a person is told as the reference of an application: its id's last eight characters, which are random, in capitals. */
export const reference = (id: string): string => id.slice(-8).toUpperCase()

/** The id that the same moment and the same 16 bytes always give. */
export const idFrom = (at: Date, bytes: Uint8Array): string => v7({ msecs: Math.max(0, at.getTime()), random: bytes })
