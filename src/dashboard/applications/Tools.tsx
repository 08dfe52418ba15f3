import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AlarmClock,
  ChartNoAxesColumn,
  Download,
  Ellipsis,
  Keyboard,
  KeyRound,
  LogOut,
  Mail,
  RefreshCw,
  Scale,
  Send,
  ShieldAlert,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { accountsQuery, differencesIn } from '../accounts/accounts.ts'
import { RebuildSheet } from '../export/RebuildSheet.tsx'
import { insightsUrl } from '../insights/range.ts'
import { formatCount } from '../labels.ts'
import { quarantineCountQuery } from '../quarantine/quarantine.ts'
import { AccessButton } from '../session/RefusedSignIns.tsx'
import { logOut } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { Later, later } from '../ui/Later.tsx'
import { useKeys } from '../ui/use-keys.ts'
import type { Filters } from './filters.ts'
import { outboxQuery } from './queries.ts'
import styles from './tools.module.css'
import { accountsPath, lettersPath, outboxPath, personPath, quarantinePath } from './url-state.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const exportDialog = later('Export', async () => (await import('../export/ExportDialog.tsx')).ExportDialog)

const lateLinkDialog = later('Late link', async () => (await import('./LateLinkDialog.tsx')).LateLinkDialog)

export interface ToolsProps {
  readonly filters: Filters
  /** Shows the keyboard shortcuts; undefined on narrow windows. */
  readonly showKeys: (() => void) | undefined
  /** Whether keyboard shortcuts act now. */
  readonly keysOn: boolean
}

/** Closes the menu that a tool was chosen in. */
const hideMenu = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => currentTarget.hidePopover()

/** Actions on the whole desk: insights, export, letters, outbox, quarantine, a person's data, accounts, spreadsheet, sign-in, refresh, logout; some are in a menu, on narrow windows most. */
export function Tools({ filters, showKeys, keysOn }: ToolsProps) {
  const client = useQueryClient()
  const fetching = useIsFetching() > 0
  const held = useQuery(outboxQuery).data?.held ?? 0
  const quarantined = useQuery(quarantineCountQuery).data ?? 0
  const differences = differencesIn(useQuery(accountsQuery).data)
  const [exporting, setExporting] = useState<'never' | 'now' | 'before'>('never')
  const [linking, setLinking] = useState<'never' | 'now' | 'before'>('never')
  const insights = insightsUrl({ formType: filters.formType })
  useKeys(
    { e: () => setExporting('now'), i: () => location.assign(insights), m: () => location.assign(outboxPath) },
    keysOn && exporting !== 'now' && linking !== 'now',
  )
  return (
    <div className={styles.tools}>
      <div id="tools" className={styles.menu} popover="auto" onClickCapture={hideMenu}>
        <a className={styles.link} href={insights}>
          <ChartNoAxesColumn {...icon} />
          Insights
        </a>
        <Button tone="quiet" onClick={() => setExporting('now')} aria-haspopup="dialog">
          <Download {...icon} />
          Export
        </Button>
        <a className={styles.link} href={lettersPath}>
          <Mail {...icon} />
          Letters
        </a>
        <a className={styles.link} href={outboxPath}>
          <Send {...icon} />
          Outbox
          {held > 0 && <span title={`${formatCount(held)} waiting`}>{formatCount(held)}</span>}
        </a>
        <a className={styles.link} href={quarantinePath}>
          <ShieldAlert {...icon} />
          Quarantine
          {quarantined > 0 && <span title={`${formatCount(quarantined)} in quarantine`}>{formatCount(quarantined)}</span>}
        </a>
        <div id="further-tools" className={styles.further} popover="auto" onClickCapture={hideMenu}>
          <a className={styles.link} href={personPath}>
            <UserRound {...icon} />A person’s data
          </a>
          <a className={styles.link} href={accountsPath}>
            <Scale {...icon} />
            Accounts
            {differences > 0 && (
              <span title={`${formatCount(differences)} ${differences === 1 ? 'difference' : 'differences'}`}>
                {formatCount(differences)}
              </span>
            )}
          </a>
          <Button tone="quiet" onClick={() => setLinking('now')} aria-haspopup="dialog">
            <AlarmClock {...icon} />
            Late link
          </Button>
          <RebuildSheet />
        </div>
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
        {held + quarantined + differences > 0 && <i aria-hidden="true" />}
      </Button>
      <Button tone="quiet" className={`${styles.more} ${styles.wide}`} popoverTarget="further-tools">
        <Ellipsis {...icon} />
        More
        {differences > 0 && <i aria-hidden="true" />}
      </Button>
      {linking !== 'never' && (
        <Later
          part={lateLinkDialog}
          props={{ open: linking === 'now', close: () => setLinking('before') }}
          failed={() => setLinking('never')}
        />
      )}
      {exporting !== 'never' && (
        <Later
          part={exportDialog}
          props={{ filters, open: exporting === 'now', close: () => setExporting('before') }}
          failed={() => setExporting('never')}
        />
      )}
    </div>
  )
}
