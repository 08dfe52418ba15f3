import type { AccountsResponse, BackupRecord } from '../../api/accounts.ts'
import { formatMoment } from '../labels.ts'
import styles from './accounts.module.css'
import { ago } from './accounts.ts'

const backupHelp = {
  backup: {
    none: 'This machine has no record of a backup. Run npm run backup -- FOLDER/ every hour.',
    warning: 'Find out why there is no newer one.',
  },
  rehearsal: {
    none: 'No backup was ever restored on this machine. Run npm run rehearse every week.',
    warning: 'Run npm run rehearse every week.',
  },
} as const

/** The last backup and the last rehearsal of a restore. */
export const Backups = ({ response }: { readonly response: AccountsResponse }) => (
  <dl className={styles.backups}>
    <LastBackup title="Last backup" record={response.backup} help={backupHelp.backup} />
    <LastBackup title="Last rehearsal of a restore" record={response.rehearsal} help={backupHelp.rehearsal} />
  </dl>
)

interface LastBackupProps {
  readonly title: string
  readonly record: BackupRecord
  readonly help: (typeof backupHelp)[keyof typeof backupHelp]
}

const LastBackup = ({ title, record: { mark, at, text }, help }: LastBackupProps) => (
  <div data-mark={mark}>
    <dt>{title}</dt>
    <dd>
      {at === null ? (
        help.none
      ) : (
        <>
          <strong>{ago(at)}</strong>, {formatMoment(at)}
          {mark === 'warning' && <em>{help.warning}</em>}
          <span>{text}</span>
        </>
      )}
    </dd>
  </div>
)
