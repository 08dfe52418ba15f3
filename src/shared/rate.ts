/** How often something may happen: at most `count` times in `periodMs`. */
export interface Rate {
  readonly count: number
  readonly periodMs: number
}
