/**
 * What the link of a helper opens. A route names the rights that open it; one that names none is the admin's alone.
 * - `write`: the site and its drafts; no application.
 * - `publish`: that, and publishing; not the promises, which say when applications are erased.
 * - `read`: the applications with their notes and scores; it changes nothing.
 * - `meet`: the calendar with the sheets of its meetings.
 */
export const rights = ['write', 'publish', 'read', 'meet'] as const
export type Right = (typeof rights)[number]

export const isRight = (value: unknown): value is Right => rights.includes(value as Right)

/** Who writes on the site. */
export const writers = ['write', 'publish'] as const satisfies readonly Right[]
