import { useQuery } from '@tanstack/react-query'
import { List, Send } from 'lucide-react'
import { routes } from '../api/routes.ts'
import { outboxQuery, statsQuery } from './applications/queries.ts'
import { deskPath, outboxPath } from './applications/url-state.ts'
import type { DeskPage } from './desk-page.ts'
import { deskFeatures } from './features.ts'
import { isAdmin, may } from './session/rights.ts'

const corePages: readonly DeskPage[] = [
  {
    path: deskPath,
    title: 'Applications',
    reads: routes.applications,
    about: 'The desk where applications are read and decided.',
    rail: {
      group: 'Review',
      icon: List,
      key: 'a',
      useWaiting: () => ({ count: useQuery(statsQuery).data?.stats.pending ?? 0, of: 'pending' }),
    },
    load: async () => (await import('./applications/ApplicationsPage.tsx')).ApplicationsPage,
  },
  {
    path: outboxPath,
    title: 'Outbox',
    about: 'The letters that wait to be sent.',
    rail: {
      group: 'Review',
      icon: Send,
      key: 'o',
      useWaiting: () => ({ count: useQuery(outboxQuery).data?.held ?? 0, of: 'waiting' }),
    },
    load: async () => (await import('./letters/OutboxPage.tsx')).OutboxPage,
  },
]

const featurePages = deskFeatures.flatMap(({ pages = [] }) => pages)

/** Every page of the desk: the list, then the pages of the features, and the outbox. */
export const deskPages: readonly DeskPage[] = [...corePages.slice(0, 1), ...featurePages, ...corePages.slice(1)]

/** Whether who is signed in may open a page. */
export const mayOpen = ({ reads }: DeskPage): boolean => (reads === undefined ? isAdmin() : may(reads))

/** The page of an address, which may be below it, such as the list of one form; undefined if it is none of the desk. */
export const pageAt = (address: string): DeskPage | undefined => {
  const [path = ''] = address.split(/[?#]/)
  return deskPages.find((page) => path === page.path || path.startsWith(`${page.path}/`))
}
