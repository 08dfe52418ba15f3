import {
  CalendarDays,
  CalendarRange,
  ChartNoAxesColumn,
  Globe,
  List,
  type LucideIcon,
  Mail,
  Send,
  ShieldAlert,
  UserRound,
} from 'lucide-react'
import {
  cohortsPath,
  deskPath,
  insightsPath,
  lettersPath,
  meetingsPath,
  outboxPath,
  personPath,
  quarantinePath,
  sitePath,
} from './applications/url-state.ts'

/** A page of the desk. */
export interface DeskPlace {
  readonly name: string
  readonly path: string
  readonly icon: LucideIcon
}

/** The pages of the desk, for the menu and the command palette. */
export const pages = {
  applications: { name: 'Applications', path: deskPath, icon: List },
  insights: { name: 'Insights', path: insightsPath, icon: ChartNoAxesColumn },
  outbox: { name: 'Outbox', path: outboxPath, icon: Send },
  letters: { name: 'Letters', path: lettersPath, icon: Mail },
  meetings: { name: 'Meetings', path: meetingsPath, icon: CalendarDays },
  person: { name: 'A person’s data', path: personPath, icon: UserRound },
  quarantine: { name: 'Quarantine', path: quarantinePath, icon: ShieldAlert },
  cohorts: { name: 'Cohorts', path: cohortsPath, icon: CalendarRange },
  site: { name: 'Site', path: sitePath, icon: Globe },
} as const satisfies Readonly<Record<string, DeskPlace>>
