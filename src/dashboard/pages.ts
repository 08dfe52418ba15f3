import { CalendarRange, ChartNoAxesColumn, Globe, List, type LucideIcon, Mail, Send, ShieldAlert, UserRound, UsersRound } from 'lucide-react'
import {
  cohortsPath,
  committeePath,
  deskPath,
  insightsPath,
  lettersPath,
  outboxPath,
  personPath,
  quarantinePath,
  sitePath,
} from './applications/url-state.ts'

/** A page of the desk. */
interface DeskPlace {
  readonly name: string
  readonly path: string
  readonly icon: LucideIcon
  /** Its heading in the menu; none for a page that is in the bar. */
  readonly heading?: 'Letters and people' | 'This desk'
}

/** The pages of the desk, for the menu and the command palette. */
export const pages = {
  applications: { name: 'Applications', path: deskPath, icon: List },
  insights: { name: 'Insights', path: insightsPath, icon: ChartNoAxesColumn },
  outbox: { name: 'Outbox', path: outboxPath, icon: Send },
  letters: { name: 'Letters', path: lettersPath, icon: Mail, heading: 'Letters and people' },
  committee: { name: 'Committee', path: committeePath, icon: UsersRound, heading: 'Letters and people' },
  person: { name: 'A person’s data', path: personPath, icon: UserRound, heading: 'Letters and people' },
  quarantine: { name: 'Quarantine', path: quarantinePath, icon: ShieldAlert, heading: 'Letters and people' },
  cohorts: { name: 'Cohorts', path: cohortsPath, icon: CalendarRange, heading: 'This desk' },
  site: { name: 'Site', path: sitePath, icon: Globe, heading: 'This desk' },
} as const satisfies Readonly<Record<string, DeskPlace>>
