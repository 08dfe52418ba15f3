/** Letters of the admin's own that are not sent yet, by application: they go with the tab. */
const key = 'desk_unsent_letters'

export interface UnsentLetter {
  readonly subject: string
  readonly text: string
  /** The idempotency key of an attempt whose answer did not come: another attempt is the same message. */
  readonly key?: string
}

const warn = (error: unknown): void =>
  console.warn(`desk: browser storage: keeping ${key} failed`, error instanceof Error ? error.name : error)

export function unsentLetters(): Readonly<Record<string, UnsentLetter>> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, UnsentLetter>
  } catch {
    return {}
  }
}

/** Keeps a letter that is not sent yet, or with undefined forgets it. */
export function keepUnsentLetter(id: string, letter: UnsentLetter | undefined): void {
  const others = Object.entries(unsentLetters()).filter(([other]) => other !== id)
  try {
    if (letter === undefined && others.length === 0) sessionStorage.removeItem(key)
    else
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(letter === undefined ? others : [...others, [id, letter]])))
  } catch (error) {
    warn(error)
  }
}
