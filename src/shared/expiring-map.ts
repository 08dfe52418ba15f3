/**
 * A map of values that end at a time of their own, for what one process remembers for a while. Values are inserted in the order in which they end, as when all
 * last equally long: each insertion removes those in front that have ended. Beyond `maxEntries` the oldest is removed, so that memory is bounded.
 */
export class ExpiringMap<Value extends { readonly until: number }> {
  readonly #values = new Map<string, Value>()
  readonly #maxEntries: number
  /** Continues from the oldest entry. A new iterator for each insertion would pass the gaps of all removed entries again. */
  #entries = this.#values.entries()
  #oldest: readonly [string, Value] | undefined

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#values.size
  }

  /** The value of `key` that has not ended at `at`. Times are in milliseconds. */
  get(key: string, at: number): Value | undefined {
    const value = this.#values.get(key)
    return value !== undefined && value.until > at ? value : undefined
  }

  /** Inserts `value`, a new object, as the newest. @returns it */
  set(key: string, value: Value, at: number): Value {
    this.#values.delete(key)
    this.#values.set(key, value)
    for (let oldest = this.#findOldest(); oldest[1] !== value; oldest = this.#findOldest()) {
      if (oldest[1].until > at && this.#values.size <= this.#maxEntries) break
      this.#values.delete(oldest[0])
    }
    return value
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  #findOldest(): readonly [string, Value] {
    while (this.#oldest === undefined || this.#values.get(this.#oldest[0]) !== this.#oldest[1]) {
      this.#oldest = this.#entries.next().value
      if (this.#oldest === undefined) this.#entries = this.#values.entries()
    }
    return this.#oldest
  }
}
