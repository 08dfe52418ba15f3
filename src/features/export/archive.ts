import type { Application } from '../../applications/application.ts'
import { folderName, uniquePath } from '../../server/http/safe-name.ts'
import type { Entry } from '../../server/http/zip.ts'
import type { Applications } from '../../server/records/applications/port.ts'

/** The entries of an archive of applications: the tables, then a folder for each application that has files. Only one file is in memory at a time. */
export async function* archiveEntries(
  store: Pick<Applications, 'files' | 'file'>,
  tables: readonly Entry[],
  batches: AsyncIterable<readonly Application[]>,
): AsyncGenerator<Entry> {
  yield* tables
  for await (const batch of batches) {
    const names = new Map(batch.map((application) => [application.id, application.applicantName]))
    const used = new Set<string>()
    for (const { applicationId, field, name } of await store.files([...names.keys()])) {
      const file = await store.file(applicationId, field)
      if (file === undefined) continue
      const folder = `files/${folderName(names.get(applicationId) ?? '', applicationId)}`
      yield { name: uniquePath(folder, name, used), content: file.bytes }
    }
  }
}
