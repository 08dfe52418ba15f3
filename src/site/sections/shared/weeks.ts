import { programs } from '../../../content/content.ts'

/** The first and the last week of `Week 3-8`. */
export const weeksOf = (when: string): { from: number; to: number } => {
  const [from = 1, to = from] = (when.match(/\d+/g) ?? []).map(Number)
  return { from, to }
}

/** The number of weeks of the accelerator: its last phase ends with it. */
export const weekCount = Math.max(...programs.accelerator.journey.items.map(({ when }) => weeksOf(when).to))
