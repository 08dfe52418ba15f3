import path from 'node:path'
import type { AccountsReply } from '../../api/accounts.ts'
import { paths } from '../../api/paths.ts'
import type { Account } from '../../applications/accounts.ts'
import type { AccountKeeper } from '../accounts.ts'
import { type BackupState, backupMarks } from '../backup-state.ts'
import { readObject } from '../http/body.ts'
import { Routes } from '../http/routes.ts'
import type { Accounts } from '../storage/accounts-port.ts'
import { readIds } from './desk.ts'

/** What the page of the accounts is made of. */
export interface AccountDesk {
  readonly keeper: AccountKeeper
  readonly accounts: Pick<Accounts, 'explain'>
  /** What is recorded on this machine. */
  backups(): BackupState
  now(): Date
}

/** Differences that one call explains, at most. */
const mostIds = 1_000

/** What was acknowledged and what became of it, with the last backup and the last rehearsal. */
export function accountRoutes({ keeper, accounts, backups, now }: AccountDesk): Routes {
  const reply = (account: Account | undefined): AccountsReply => {
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
    .get(paths.accounts, async (context) => context.json(reply(await keeper.last())))
    .post(paths.checkAccounts, async (context) => context.json(reply(await keeper.check())))
    .post(paths.explainAccounts, async (context) => {
      await accounts.explain(readIds((await readObject(context)).ids, mostIds, 'applications'), now())
      return context.json(reply(await keeper.check()))
    })
}
