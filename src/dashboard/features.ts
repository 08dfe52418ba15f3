import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ApplicationRecord } from '../api/responses.ts'
import type { Filters } from './applications/filters.ts'
import type { ListState, Neighbours } from './applications/neighbours.ts'
import type { PagesResult } from './applications/queries.ts'
import type { RowActions } from './applications/row-actions.ts'
import type { UrlState } from './applications/url-state.ts'
import type { FeatureCall } from './decisions/group-calls.ts'
import type { DeskPage } from './desk-page.ts'
import type { LaterPart } from './ui/Later.tsx'
import type { Keys } from './ui/use-keys.ts'

export interface ToolProps {
  readonly filters: Filters
  /** Whether keyboard shortcuts work now. */
  readonly keysOn: boolean
  /** The selection; without one, the open application and the next. */
  readonly near: readonly ApplicationRecord[]
}

/** What a part of the rail gets. */
export interface FrameProps {
  /** Of a button there. */
  readonly className: string | undefined
}

/** What a view in place of the list gets. */
export interface ListViewProps {
  /** What is read, and what can be done with it. */
  readonly reading: {
    readonly list: ListState
    /** The current application. */
    readonly pane: Neighbours
    /** The selection. */
    readonly batch: { readonly selected: readonly ApplicationRecord[] }
    readonly actions: RowActions
    choose(record: ApplicationRecord): void
    showList(): void
  }
  readonly result: PagesResult
  readonly filters: Filters
  /** Why the search cannot be parsed. */
  readonly fault: string | undefined
  readonly urlState: UrlState
  go(change: Partial<UrlState>, how?: 'push' | 'replace'): void
}

/** Something that is shown in place of the list. */
interface ListView {
  /** The word of the address that shows it. */
  readonly word: string
  readonly part: LaterPart<ListViewProps>
  /**
   * Its keys, beside those of the list, if it shows the list in another way: one of the applications is always the current one, and a selection is all of the
   * list. Without them only those keys work that undo and go back.
   */
  readonly keys?: Keys
}

/** What a feature adds to the desk. Its folder `src/features/<name>` exports one as `feature` from `desk.tsx`. */
export interface DeskFeature {
  readonly pages?: readonly DeskPage[]
  /** What it has on every page: a button at the foot of the rail, or nothing that is seen. */
  readonly frame?: ComponentType<FrameProps>
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
  /** Its act on the list, in the menu of these. */
  readonly tool?: ComponentType<ToolProps>
  /** Whether helpers who read have its tool too. */
  readonly isForHelpers?: boolean
  /** What it shows in place of the list. */
  readonly listViews?: readonly ListView[]
  /** Its part of the panel of search words. */
  readonly finding?: ComponentType<{ readonly urlState: UrlState; go(change: Partial<UrlState>): void }>
  /** How the reviewer calls a list, if it has a name. */
  nameOfList?(client: QueryClient, filters: Filters): Promise<string | undefined>
  /** Repeats its call about several applications whose page was left before it was answered, and says what became of it. */
  repeat?(client: QueryClient, call: FeatureCall): Promise<void>
  /** What it says above the list. */
  readonly aboveList?: ComponentType<{ readonly filters: Filters; go(change: Partial<UrlState>): void }>
  /** Its keys, with what they do. */
  readonly keys?: readonly (readonly [key: string, does: string])[]
  /** Its part of the page of a cohort. */
  readonly cohort?: ComponentType<{ readonly label: string }>
  /** Its part of the dialog that approves an application: what is sent to `withDecision` of its server, or undefined. Its queries are loaded again then. */
  readonly approval?: ComponentType<{ readonly record: ApplicationRecord; change(typed: unknown): void }>
  /** Its act on the selected applications. */
  readonly selection?: ComponentType<{ readonly records: readonly ApplicationRecord[] }>
}

/** Every folder of src/features with a `desk.tsx`, with its name, in the order of the names. */
export const deskFeatures: readonly (DeskFeature & { readonly name: string })[] = Object.entries(
  import.meta.glob<DeskFeature>('../features/*/desk.tsx', { eager: true, import: 'feature' }),
).map(([file, feature]) => ({ ...feature, name: file.split('/').at(-2) ?? '' }))

/** What is shown in place of the list; undefined: the list is. */
export const listViewOf = ({ view }: Pick<UrlState, 'view'>): ListView | undefined =>
  deskFeatures.flatMap(({ listViews = [] }) => listViews).find(({ word }) => word in view)
