import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ApiRoute } from '../api/route.ts'

/** The groups of the rail, in their order. */
export const pageGroups = ['Review', 'Site', 'Numbers', 'Records'] as const

/** What waits on a page of the desk. */
export interface Waiting {
  readonly count: number
  /** What is counted, such as `waiting` in `3 waiting`. */
  readonly of: string
}

/** A page of the desk: all that the frame has to know of it. */
export interface DeskPage {
  readonly path: string
  readonly title: string
  /** One sentence, for the page's description. */
  readonly about: string
  /** The route that it reads: helpers who may call it see the page. Without one, only the admin does. */
  readonly reads?: Pick<ApiRoute, 'rights'>
  /** The page that it is a part of, which leads to it in place of the rail. */
  readonly within?: string
  /** Its place in the rail. Only other pages lead to one without it. */
  readonly rail?: {
    readonly group: (typeof pageGroups)[number]
    readonly icon: LucideIcon
    /** The key that opens it after `g`. */
    readonly key?: string
    /** A hook that counts what waits for the reviewer. */
    useWaiting?(): Waiting
  }
  /** Its content, whose script is loaded when it is first opened. */
  load(): Promise<ComponentType>
}
