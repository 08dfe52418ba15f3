import path from 'node:path'
import type { AccountsResponse } from '../../api/accounts.ts'
import { paths } from '../../api/paths.ts'
import type { Account } from '../../applications/accounts.ts'
import type { AccountKeeper } from '../accounts.ts'
import { type BackupState, backupMarks } from '../backup-state.ts'
import { readObject } from '../http/body.ts'
import { Routes } from '../http/routes.ts'
import type { Accounts } from '../storage/accounts-port.ts'
import { readIds } from './desk.ts'

/** The parts for the accounts page. */
export interface AccountDesk {
  readonly keeper: AccountKeeper
  readonly accounts: Pick<Accounts, 'explain'>
  /** The backup state recorded on this machine. */
  backups(): BackupState
  now(): Date
}

/** The limit of differences that one call marks as explained. */
const maxIds = 1_000

/** The routes for the account: what was acknowledged against what is stored, with the last backup and rehearsal. */
export function accountRoutes({ keeper, accounts, backups, now }: AccountDesk): Routes {
  const response = (account: Account | undefined): AccountsResponse => {
    const state = backups()
    const marks = backupMarks(state, now())
    return {
      success: true,
      account: account ?? null,
      backup: { mark: marks.backup, at: state.backup?.at ?? null, text: path.basename(state.backup?.file ?? '') },
      rehearsal: { mark: marks.rehearsal, at: state.rehearsal?.at ?? null, text: state.rehearsal?.result ?? '' },
    }
  }
  return new Routes('admin')
    .get(paths.accounts, async (context) => context.json(response(await keeper.last())))
    .post(paths.checkAccounts, async (context) => context.json(response(await keeper.check())))
    .post(paths.explainAccounts, async (context) => {
      await accounts.explain(readIds((await readObject(context)).ids, maxIds, 'applications'), now())
      return context.json(response(await keeper.check()))
    })
}
