/** The time `months` months before `at`, on the same day of the month, or on the last day of a shorter one. */
export function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate()
  before.setUTCDate(Math.min(at.getUTCDate(), last))
  return before
}
