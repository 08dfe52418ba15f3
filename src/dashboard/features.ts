import type { ComponentType } from 'react'
import type { ApplicationRecord } from '../api/responses.ts'
import type { Filters } from './applications/filters.ts'
import type { UrlState } from './applications/url-state.ts'
import type { DeskPage } from './desk-page.ts'

/** What a feature adds to the desk. Its folder `src/features/<name>` exports one as `feature` from `desk.tsx`. */
export interface DeskFeature {
  readonly pages?: readonly DeskPage[]
  /** Its line on the page of the outbox. */
  readonly outbox?: ComponentType
  /** Its warning at the head of an application. It is not shown while who sent the application is hidden. */
  readonly banner?: ComponentType<{ readonly record: ApplicationRecord }>
  /** Its part of an application. It is not shown while who sent the application is hidden. */
  readonly panel?: ComponentType<{ readonly record: ApplicationRecord }>
  /** What it says in a row of the list, beside the score. */
  readonly row?: ComponentType<{ readonly record: ApplicationRecord }>
  /** What it adds to an application on paper, and how that is called. */
  readonly paper?: {
    readonly title: string
    load(): Promise<ComponentType<{ readonly record: ApplicationRecord }>>
  }
  /** Its act on the list, in the menu of these. `keysOn`: whether keyboard shortcuts work now. */
  readonly tool?: ComponentType<{ readonly filters: Filters; readonly keysOn: boolean }>
  /** What it says above the list. */
  readonly aboveList?: ComponentType<{ readonly filters: Filters; go(change: Partial<UrlState>): void }>
  /** The keys of its tool, with what they do. */
  readonly keys?: readonly (readonly [key: string, does: string])[]
  /** Its part of the page of a cohort. */
  readonly cohort?: ComponentType<{ readonly label: string }>
  /** Its part of the dialog that approves an application: what is sent to `withDecision` of its server, or undefined. Its queries are loaded again then. */
  readonly approval?: ComponentType<{ readonly record: ApplicationRecord; change(typed: unknown): void }>
  /** Its act on the selected applications. */
  readonly selection?: ComponentType<{ readonly ids: readonly string[] }>
}

/** Every folder of src/features with a `desk.tsx`, with its name, in the order of the names. */
export const deskFeatures: readonly (DeskFeature & { readonly name: string })[] = Object.entries(
  import.meta.glob<DeskFeature>('../features/*/desk.tsx', { eager: true, import: 'feature' }),
).map(([file, feature]) => ({ ...feature, name: file.split('/').at(-2) ?? '' }))
