let at: Date | undefined

/** The time that pages are rendered for: the current one, or the one of a render for another time. */
export const renderedAt = (): Date => at ?? new Date()

/** From now on pages are rendered for `time`. */
export const renderAt = (time: Date | undefined): void => {
  at = time
}
