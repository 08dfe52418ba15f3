import { ConfigFault, processEnvironment, programCommand, readConfig } from '../../server/config.ts'
import { rehearseRestore } from '../copies/rehearse.ts'
import { readBackupState, recordBackupState } from '../copies/state.ts'
import type { VersionComparison } from '../copies/versions.ts'
import { countText, failureText, runProgram } from '../terminal.ts'
import { actAsOwner, newestBackup } from './files.ts'

/** The result of a rehearsal as a sentence. */
function resultText(file: string, { equal, files, changed, removed, different }: VersionComparison): string {
  const since = [...(changed > 0 ? [`${changed} changed`] : []), ...(removed > 0 ? [`${removed} deleted`] : [])]
  const compared = `${file} was restored and compared: ${countText(equal, 'application')} with ${countText(files, 'file')} ${equal === 1 ? 'is' : 'are'} equal by hash`
  if (different.length > 0)
    return `${compared}, and ${different.length} ${different.length === 1 ? 'differs' : 'differ'} without a change at the desk: ${different.slice(0, 3).join(', ')}.`
  return `${compared}${since.length === 0 ? '' : `; ${since.join(' and ')} since`}.`
}

/** `npm run rehearse`: restores the newest backup into a temporary database, compares that with the live data, and records the result for the doctor. */
async function main(): Promise<void> {
  const [target, ...extra] = process.argv.slice(2)
  if (extra.length > 0 || target?.startsWith('-'))
    throw new ConfigFault(`Usage: ${programCommand('rehearse', '[FILE or FOLDER/]')}`)
  const { DATA_DIR, DATABASE_URL } = readConfig(processEnvironment())
  actAsOwner(DATA_DIR)
  const file = newestBackup(target, readBackupState(DATA_DIR).backup?.file)
  const record = (isEqual: boolean, result: string): void =>
    recordBackupState(DATA_DIR, { rehearsal: { at: new Date().toISOString(), isEqual, result } })
  try {
    const comparison = await rehearseRestore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, file)
    const isEqual = comparison.different.length === 0
    const result = resultText(file, comparison)
    record(isEqual, result)
    console.log(result)
    if (!isEqual) process.exitCode = 1
  } catch (error) {
    record(false, String(failureText(error)))
    throw error
  }
}

runProgram(main)
