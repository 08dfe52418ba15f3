import type { Application } from '../../applications/application.ts'
import type { Applications } from '../storage/applications-port.ts'
import { fileName, folderName } from './safe-name.ts'
import type { Entry } from './zip.ts'

/**
 * What an archive of applications holds: both tables, then a folder for each application that came with a file. One file at a time is in
 * memory.
 */
export async function* withFiles(
  store: Pick<Applications, 'files' | 'file'>,
  tables: { readonly csv: AsyncIterable<Uint8Array>; readonly json: AsyncIterable<Uint8Array> },
  batches: AsyncIterable<readonly Application[]>,
): AsyncGenerator<Entry> {
  yield { name: 'applications.csv', content: tables.csv }
  yield { name: 'applications.json', content: tables.json }
  for await (const some of batches) {
    const names = new Map(some.map((application) => [application.id, application.applicantName]))
    const taken = new Set<string>()
    for (const { applicationId, field, name } of await store.files([...names.keys()])) {
      const file = await store.file(applicationId, field)
      if (file === undefined) continue
      const folder = `files/${folderName(names.get(applicationId) ?? '', applicationId)}`
      yield { name: `${folder}/${fileName(name, (one) => isFree(taken, `${folder}/${one}`))}`, content: file.bytes }
    }
  }
}

/** Whether nobody took this name, in any letter case; it is taken then. */
function isFree(taken: Set<string>, name: string): boolean {
  const key = name.toLowerCase()
  if (taken.has(key)) return false
  taken.add(key)
  return true
}
