/** What stands at a form about the visitor's data; comes from `content/pages/privacy.yaml`. */
export interface Notice {
  /** A day; goes with the submission. */
  readonly version: string
  /** Who keeps it, what for, how long. */
  readonly text: string
  /** Where to ask for it, correct it, withdraw it. */
  readonly email: string
}
