import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Download, Ellipsis, EyeOff, Keyboard, KeyRound, LogOut, RefreshCw, Rows3, Search, Users } from 'lucide-react'
import { RebuildSheet } from '../export/RebuildSheet.tsx'
import { deskFeatures } from '../features.ts'
import { insightsUrl } from '../insights/range.ts'
import { formatCount } from '../labels.ts'
import { type DeskPlace, pages } from '../pages.ts'
import { useCommands } from '../palette/commands.ts'
import { showPalette } from '../palette/PaletteButton.tsx'
import { personsWaitingQuery } from '../person/person.ts'
import { quarantineCountQuery } from '../quarantine/quarantine.ts'
import { accessDialog } from '../session/RefusedSignIns.tsx'
import { logOut } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import button from '../ui/button.module.css'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { useKeys } from '../ui/use-keys.ts'
import type { Filters } from './filters.ts'
import { outboxQuery } from './queries.ts'
import styles from './tools.module.css'
import { outboxPath, useUrlState } from './url-state.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const exportDialog = later('Export', async () => (await import('../export/ExportDialog.tsx')).ExportDialog)

const lateLinkDialog = later('Late link', async () => (await import('./LateLinkDialog.tsx')).LateLinkDialog)

const blindDialog = later('Blind pass', async () => (await import('./BlindDialog.tsx')).BlindDialog)

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
  readonly page: DeskPlace
  /** Its address, if it is not that of the page alone. */
  readonly href?: string
  /** The number of items that need the reviewer; 0 is not shown. */
  readonly count?: number
  /** What is counted, such as `waiting` in `3 waiting`. */
  readonly of?: string
}

/** A link to another page of the desk. */
const ToolLink = ({ page: { name, path, icon: Icon }, href = path, count = 0, of = '' }: ToolLinkProps) => (
  <a className={`${button.button} ${button.quiet}`} href={href}>
    <Icon {...icon} />
    {name}
    {count > 0 && (
      <span className={styles.count} title={`${formatCount(count)} ${of}`}>
        {formatCount(count)}
      </span>
    )}
  </a>
)

/** The keys of the tools. */
export type ToolKey = 'e' | 'i' | 'm'

/** The tools of the desk: six in the bar, the others under More; on narrow windows all but Refresh and Logout are there. */
export function Tools({ filters, showKeys, keysOn }: ToolsProps) {
  const client = useQueryClient()
  const fetching = useIsFetching() > 0
  const held = useQuery(outboxQuery).data?.held ?? 0
  const persons = useQuery(personsWaitingQuery).data ?? 0
  const quarantined = useQuery(quarantineCountQuery).data ?? 0
  const exporting = useLaterDialog(exportDialog)
  const linking = useLaterDialog(lateLinkDialog)
  const writing = useLaterDialog(groupLetter)
  const access = useLaterDialog(accessDialog)
  const blinding = useLaterDialog(blindDialog)
  const [, go] = useUrlState()
  const insights = insightsUrl({ formType: filters.formType })
  const refresh = (): void => void client.invalidateQueries()
  useKeys(
    { e: exporting.show, i: () => location.assign(insights), m: () => location.assign(outboxPath) } satisfies Record<
      ToolKey,
      () => void
    >,
    keysOn && !exporting.isOpen && !linking.isOpen && !writing.isOpen && !access.isOpen && !blinding.isOpen,
  )
  useCommands({
    commands: () =>
      [
        { label: 'Export', keys: ['e'], run: exporting.show },
        { label: 'Refresh', run: refresh },
        { label: 'Letter to a group', run: writing.show },
        { label: 'Late link', run: linking.show },
        { label: 'Blind pass', run: blinding.show },
        { label: 'Keys', keys: ['?'], run: showKeys },
        { label: 'Sign-in', run: access.show },
        { label: 'Logout', run: () => void logOut() },
      ].flatMap(({ run, ...command }) => (run === undefined ? [] : [{ ...command, group: 'This desk' as const, run }])),
  })
  /** In the bar, or on narrow windows in the menu. */
  const first = (
    <>
      <ToolLink page={pages.insights} href={insights} />
      <Button tone="quiet" onClick={exporting.show} aria-haspopup="dialog">
        <Download {...icon} />
        Export
      </Button>
      <ToolLink page={pages.outbox} count={held} of="waiting" />
    </>
  )
  return (
    <div className={`row gap-1 middle ${styles.tools}`} data-print="no">
      <div className={`row gap-1 ${styles.first}`}>{first}</div>
      <Button tone="quiet" className={styles.refresh} data-spinning={fetching ? '' : undefined} onClick={refresh}>
        <RefreshCw {...icon} />
        <span className="word">Refresh</span>
      </Button>
      <Button tone="quiet" onClick={() => void logOut()}>
        <LogOut {...icon} />
        <span className="word">Logout</span>
      </Button>
      <Button tone="quiet" className={styles.more} popoverTarget="tools">
        <Ellipsis {...icon} />
        <span className="word">More</span>
        {quarantined + persons > 0 && <i className="dot" aria-hidden="true" />}
        {held > 0 && quarantined + persons === 0 && <i className={`dot ${styles.narrow}`} aria-hidden="true" />}
      </Button>
      <div id="tools" className={styles.menu} popover="auto" onClickCapture={hideMenu}>
        <div className={styles.narrow}>
          <Button tone="quiet" className={styles.phone} onClick={showPalette} aria-haspopup="dialog">
            <Search {...icon} />
            Go to
          </Button>
          {first}
        </div>
        <h2>This list</h2>
        <Button tone="quiet" onClick={() => go({ question: '' })}>
          <Rows3 {...icon} />
          One question
        </Button>
        <Button tone="quiet" onClick={blinding.show} aria-haspopup="dialog">
          <EyeOff {...icon} />
          Blind pass
        </Button>
        <h2>Letters and people</h2>
        <ToolLink page={pages.letters} />
        <ToolLink page={pages.meetings} />
        {deskFeatures.map(({ name, page }) => page && <ToolLink key={name} page={page} />)}
        <ToolLink page={pages.person} count={persons} of="erasures and late requests" />
        <ToolLink page={pages.quarantine} count={quarantined} of="in quarantine" />
        <Button tone="quiet" onClick={linking.show} aria-haspopup="dialog">
          <AlarmClock {...icon} />
          Late link
        </Button>
        <Button tone="quiet" onClick={writing.show} aria-haspopup="dialog">
          <Users {...icon} />
          Letter to a group
        </Button>
        <h2>This desk</h2>
        <ToolLink page={pages.cohorts} />
        <ToolLink page={pages.site} />
        <RebuildSheet />
        {showKeys && (
          <Button tone="quiet" onClick={showKeys}>
            <Keyboard {...icon} />
            Keys
          </Button>
        )}
        <Button tone="quiet" onClick={access.show} aria-haspopup="dialog">
          <KeyRound {...icon} />
          Sign-in
        </Button>
      </div>
      {linking.element({})}
      {writing.element({ filters })}
      {access.element({})}
      {blinding.element({})}
      {exporting.element({ filters })}
    </div>
  )
}
