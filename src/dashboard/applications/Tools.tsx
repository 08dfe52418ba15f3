import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AlarmClock,
  ChartNoAxesColumn,
  Download,
  Ellipsis,
  Globe,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  RefreshCw,
  Send,
  ShieldAlert,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { RebuildSheet } from '../export/RebuildSheet.tsx'
import { insightsUrl } from '../insights/range.ts'
import { formatCount } from '../labels.ts'
import { personsWaitingQuery } from '../person/person.ts'
import { quarantineCountQuery } from '../quarantine/quarantine.ts'
import { AccessButton } from '../session/RefusedSignIns.tsx'
import { logOut } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { useKeys } from '../ui/use-keys.ts'
import type { Filters } from './filters.ts'
import { outboxQuery } from './queries.ts'
import styles from './tools.module.css'
import { committeePath, lettersPath, outboxPath, personPath, quarantinePath, sitePath } from './url-state.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const exportDialog = later('Export', async () => (await import('../export/ExportDialog.tsx')).ExportDialog)

const lateLinkDialog = later('Late link', async () => (await import('./LateLinkDialog.tsx')).LateLinkDialog)

const groupLetter = later('Letter to a group', async () => (await import('../letters/GroupLetter.tsx')).GroupLetter)

interface ToolsProps {
  readonly filters: Filters
  /** Shows the keyboard shortcuts; undefined on narrow windows. */
  readonly showKeys: (() => void) | undefined
  /** Whether keyboard shortcuts work now. */
  readonly keysOn: boolean
}

/** Closes the menu that a tool was chosen in. */
const hideMenu = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => currentTarget.hidePopover()

interface ToolLinkProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly children: ReactNode
  /** The number of items that need the reviewer; 0 is not shown. */
  readonly count?: number
  /** What is counted, such as `waiting` in `3 waiting`. */
  readonly of?: string
}

/** A link to another page of the desk. */
const ToolLink = ({ href, icon: Icon, children, count = 0, of = '' }: ToolLinkProps) => (
  <a className={styles.link} href={href}>
    <Icon {...icon} />
    {children}
    {count > 0 && <span title={`${formatCount(count)} ${of}`}>{formatCount(count)}</span>}
  </a>
)

/** The tools of the desk: insights, export, letters, outbox, quarantine, a person's data, spreadsheet, sign-in, refresh, logout. Some are in a menu; on narrow windows most are. */
export function Tools({ filters, showKeys, keysOn }: ToolsProps) {
  const client = useQueryClient()
  const fetching = useIsFetching() > 0
  const held = useQuery(outboxQuery).data?.held ?? 0
  const persons = useQuery(personsWaitingQuery).data ?? 0
  const quarantined = useQuery(quarantineCountQuery).data ?? 0
  const exporting = useLaterDialog(exportDialog)
  const linking = useLaterDialog(lateLinkDialog)
  const writing = useLaterDialog(groupLetter)
  const insights = insightsUrl({ formType: filters.formType })
  useKeys(
    { e: exporting.show, i: () => location.assign(insights), m: () => location.assign(outboxPath) },
    keysOn && !exporting.isOpen && !linking.isOpen && !writing.isOpen,
  )
  return (
    <div className={`row gap-1 middle ${styles.tools}`} data-print="no">
      <div id="tools" className={styles.menu} popover="auto" onClickCapture={hideMenu}>
        <ToolLink href={insights} icon={ChartNoAxesColumn}>
          Insights
        </ToolLink>
        <Button tone="quiet" onClick={exporting.show} aria-haspopup="dialog">
          <Download {...icon} />
          Export
        </Button>
        <ToolLink href={lettersPath} icon={Mail}>
          Letters
        </ToolLink>
        <ToolLink href={sitePath} icon={Globe}>
          Site
        </ToolLink>
        <ToolLink href={outboxPath} icon={Send} count={held} of="waiting">
          Outbox
        </ToolLink>
        <ToolLink href={quarantinePath} icon={ShieldAlert} count={quarantined} of="in quarantine">
          Quarantine
        </ToolLink>
        <FurtherTools persons={persons} linkLate={linking.show} writeGroup={writing.show} />
        {showKeys && (
          <Button tone="quiet" onClick={showKeys}>
            <Keyboard {...icon} />
            Keys
          </Button>
        )}
        <AccessButton tone="quiet">
          <KeyRound {...icon} />
          Sign-in
        </AccessButton>
      </div>
      <Button
        tone="quiet"
        className={styles.refresh}
        data-spinning={fetching ? '' : undefined}
        onClick={() => void client.invalidateQueries()}
      >
        <RefreshCw {...icon} />
        <span className={styles.word}>Refresh</span>
      </Button>
      <Button tone="quiet" onClick={() => void logOut()}>
        <LogOut {...icon} />
        <span className={styles.word}>Logout</span>
      </Button>
      <Button tone="quiet" className={`${styles.more} ${styles.narrow}`} popoverTarget="tools">
        <Ellipsis {...icon} />
        <span className={styles.word}>More</span>
        {held + quarantined + persons > 0 && <i aria-hidden="true" />}
      </Button>
      <Button tone="quiet" className={`${styles.more} ${styles.wide}`} popoverTarget="further-tools">
        <Ellipsis {...icon} />
        More
        {persons > 0 && <i aria-hidden="true" />}
      </Button>
      {linking.element({})}
      {writing.element({ filters })}
      {exporting.element({ filters })}
    </div>
  )
}

interface FurtherToolsProps {
  /** The number of waiting erasures and late requests. */
  readonly persons: number
  /** Opens the dialog that makes a late link. */
  linkLate(): void
  /** Opens the dialog that writes to all of the list. */
  writeGroup(): void
}

/** The tools that are rarely needed; on wide windows they have a separate menu. */
const FurtherTools = ({ persons, linkLate, writeGroup }: FurtherToolsProps) => (
  <div id="further-tools" className={styles.further} popover="auto" onClickCapture={hideMenu}>
    <ToolLink href={committeePath} icon={UsersRound}>
      Committee
    </ToolLink>
    <ToolLink href={personPath} icon={UserRound} count={persons} of="erasures and late requests">
      A person’s data
    </ToolLink>
    <Button tone="quiet" onClick={linkLate} aria-haspopup="dialog">
      <AlarmClock {...icon} />
      Late link
    </Button>
    <Button tone="quiet" onClick={writeGroup} aria-haspopup="dialog">
      <Users {...icon} />
      Letter to a group
    </Button>
    <RebuildSheet />
  </div>
)
