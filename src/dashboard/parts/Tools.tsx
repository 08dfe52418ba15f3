import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Download, Keyboard, LogOut, Mail, RefreshCw } from 'lucide-react'
import { paths } from '../../api/paths.ts'
import { type Filters, filterQuery, lettersPath } from '../data/place.ts'
import { logOut } from '../data/session.ts'
import { Button } from './Button.tsx'
import styles from './desk-tools.module.css'
import { RebuildSheet } from './RebuildSheet.tsx'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

function exportHref(filters: Filters, format: 'csv' | 'xlsx'): string {
  const query = filterQuery(filters)
  query.set('format', format)
  return `${paths.export}?${query}`
}

/** What can be done with the whole desk. `showKeys` where there is a keyboard to speak of. */
export function Tools({ filters, showKeys }: { filters: Filters; showKeys: (() => void) | undefined }) {
  const client = useQueryClient()
  const fetching = useIsFetching() > 0
  return (
    <div className={styles.tools}>
      <span className={styles.export}>
        <Download {...icon} />
        <span>Export</span>
        <a href={exportHref(filters, 'csv')} download>
          CSV
        </a>
        <a href={exportHref(filters, 'xlsx')} download>
          XLSX
        </a>
      </span>
      <a className={styles.link} href={lettersPath}>
        <Mail {...icon} />
        Letters
      </a>
      <RebuildSheet />
      {showKeys && (
        <Button tone="quiet" onClick={showKeys}>
          <Keyboard {...icon} />
          Keys
        </Button>
      )}
      <Button
        tone="quiet"
        className={styles.refresh}
        data-spinning={fetching ? '' : undefined}
        onClick={() => void client.invalidateQueries()}
      >
        <RefreshCw {...icon} />
        Refresh
      </Button>
      <Button tone="quiet" onClick={() => void logOut()}>
        <LogOut {...icon} />
        Logout
      </Button>
    </div>
  )
}
