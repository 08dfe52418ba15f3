import type { Delivery } from '../../applications/outgoing/change.ts'
import type { RunningFeature } from '../../server/feature.ts'
import type { LetterSettings } from '../../server/mail/messages/compose.ts'
import { composeMail } from '../../server/mail/messages/own.ts'
import { forReading } from '../../server/mail/messages/preview.ts'
import { personalArchive } from '../../server/my/personal-archive.ts'
import { linkSender } from '../../server/my/send-links.ts'
import type { Adapters } from './adapters.ts'

/** What features store about an application, by their names. */
async function archivedBy(running: readonly RunningFeature[], id: string) {
  const all = await Promise.all(running.map(async ({ name, archived }) => [name, await archived?.(id)] as const))
  return Object.fromEntries(all.flatMap(([name, stored]) => (stored === undefined ? [] : [[name, stored]])))
}

/** What gives people their own data, on their page and from the desk. @param running the features, once they run */
export const ownData = (
  { storage, formVersions, now, log }: Adapters,
  settings: LetterSettings,
  { holdS }: Delivery,
  running: () => readonly RunningFeature[],
  poke: () => void,
) => ({
  persons: storage.persons,
  archive: (ids: readonly string[], withReview = false) =>
    personalArchive(
      {
        ...{ persons: storage.persons, formVersions, holdS, now },
        ofFeatures: (id) => archivedBy(running(), id),
        siteName: settings.siteName,
        siteUrl: settings.siteUrl,
        compose: (...letter) => composeMail(forReading(settings), ...letter),
      },
      ids,
      withReview,
    ),
  sendLinks: linkSender({ ...storage, log, now, poke }),
})
