import { useQuery } from '@tanstack/react-query'
import { CalendarDays, List, Send, ShieldAlert, UserRound } from 'lucide-react'
import { routes } from '../api/routes.ts'
import { outboxQuery, statsQuery } from './applications/queries.ts'
import { deskPath, meetingsPath, outboxPath, packPath, personPath, quarantinePath } from './applications/url-state.ts'
import type { DeskPage } from './desk-page.ts'
import { deskFeatures } from './features.ts'
import { personsWaitingQuery } from './person/person.ts'
import { quarantineCountQuery } from './quarantine/quarantine.ts'
import { isAdmin, may } from './session/rights.ts'

/** The pages of the core. */
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
    path: meetingsPath,
    title: 'Meetings',
    reads: routes.meetings,
    about: 'The meetings with applicants, and the times that they can choose.',
    rail: { group: 'Review', icon: CalendarDays, key: 'm' },
    load: async () => (await import('./meetings/MeetingsPage.tsx')).MeetingsPage,
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
  {
    path: packPath,
    title: 'Pack',
    about: 'Applications as a pack for paper.',
    load: async () => (await import('./pack/PackPage.tsx')).PackPage,
  },
  {
    path: personPath,
    title: 'A person’s data',
    about: 'Everything of one person.',
    rail: {
      group: 'Records',
      icon: UserRound,
      useWaiting: () => ({ count: useQuery(personsWaitingQuery).data ?? 0, of: 'erasures and late requests' }),
    },
    load: async () => (await import('./person/PersonPage.tsx')).PersonPage,
  },
  {
    path: quarantinePath,
    title: 'Quarantine',
    about: 'The submissions that may be spam.',
    rail: {
      group: 'Records',
      icon: ShieldAlert,
      useWaiting: () => ({ count: useQuery(quarantineCountQuery).data ?? 0, of: 'in quarantine' }),
    },
    load: async () => (await import('./quarantine/QuarantinePage.tsx')).QuarantinePage,
  },
]

/** Every page of the desk: those of the core, then those of the features. */
export const deskPages: readonly DeskPage[] = [...corePages, ...deskFeatures.flatMap(({ pages = [] }) => pages)]

/** Whether who is signed in may open a page. */
export const mayOpen = ({ reads }: DeskPage): boolean => (reads === undefined ? isAdmin() : may(reads))

/** The page of an address, which may be below it, such as the list of one form; undefined if it is none of the desk. */
export const pageAt = (address: string): DeskPage | undefined => {
  const [path = ''] = address.split(/[?#]/)
  return deskPages.find((page) => path === page.path || path.startsWith(`${page.path}/`))
}
