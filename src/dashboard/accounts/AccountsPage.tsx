import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, differenceTotal, type SheetState } from '../../applications/accounts.ts'
import { second } from '../../shared/dates.ts'
import { deskPath } from '../applications/url-state.ts'
import { formatCount } from '../labels.ts'
import { DeskPage, LoadFailure } from '../session/DeskPage.tsx'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import styles from './accounts.module.css'
import { accountsQuery, ago, checkNow, explain } from './accounts.ts'
import { Backups } from './Backups.tsx'
import { Days } from './Days.tsx'
import { Differences } from './Differences.tsx'

/** The page that compares acknowledged applications with database, mail and spreadsheet. */
export const AccountsDesk = () => (
  <DeskPage title="Accounts">
    <Accounts />
  </DeskPage>
)

function Accounts() {
  const client = useQueryClient()
  const query = useQuery({ ...accountsQuery, refetchInterval: 15 * second })
  const { data } = query
  const [busy, setBusy] = useState(false)
  const act = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  return (
    <Screen
      title="Accounts"
      back={deskPath}
      about={
        <p className={styles.about}>
          Every application that we acknowledged, and whether it is stored, confirmed by mail, and in the spreadsheet. Days are in
          Indian time.
        </p>
      }
      busy={query.isPending}
    >
      <LoadFailure title="The accounts could not be loaded" query={query} />
      {data !== undefined && (
        <>
          <Verdict account={data.account} busy={busy} check={() => act(checkNow(client))} />
          {data.account !== null && (
            <>
              <Differences account={data.account} busy={busy} explain={(ids) => act(explain(client, ids))} />
              <Days account={data.account} />
            </>
          )}
          <Backups response={data} />
        </>
      )}
    </Screen>
  )
}

/** Why the rows of the spreadsheet could not be compared, or did not all match; undefined when they did. */
function sheetText(state: SheetState): string | undefined {
  switch (state.kind) {
    case 'none':
      return 'No spreadsheet is set.'
    case 'older':
      return 'The spreadsheet has an older version of the script, which cannot list the rows. Install the new version (integrations/google-sheets) to compare them. Until then a row counts as mirrored when it was sent.'
    case 'unreachable':
      return `The spreadsheet did not answer: ${state.reason}. A row counts as mirrored when it was sent.`
    case 'read':
      return state.foreign === 0
        ? undefined
        : `${formatCount(state.foreign)} ${state.foreign === 1 ? 'row' : 'rows'} in the spreadsheet did not come from here.`
  }
}

interface VerdictProps {
  readonly account: Account | null
  readonly busy: boolean
  check(): void
}

function Verdict({ account, busy, check }: VerdictProps) {
  const total = account === null ? 0 : differenceTotal(account)
  const sheet = account === null ? undefined : sheetText(account.spreadsheet)
  return (
    <div className={styles.verdict} data-red={total > 0 ? '' : undefined}>
      <div>
        <p role="status">
          <strong>
            {account === null
              ? 'Not checked yet'
              : total === 0
                ? 'Everything agrees'
                : `${formatCount(total)} ${total === 1 ? 'difference' : 'differences'}`}
          </strong>
          {account !== null && <span>Checked {ago(account.checkedAt)}, again every minute.</span>}
        </p>
        {sheet !== undefined && <p>{sheet}</p>}
      </div>
      <Button disabled={busy} onClick={check}>
        Check now
      </Button>
    </div>
  )
}
