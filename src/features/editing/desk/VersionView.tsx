import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { may } from '../../../dashboard/session/rights.ts'
import { fromHere } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { type SiteResponse, siteRoutes } from '../api.ts'
import { ChangedWords } from './ChangedWords.tsx'
import { hrefOf } from './map-words.ts'
import { publishQuery } from './queries.ts'
import styles from './site.module.css'

/** A publish of the history: what it changed, and its texts as drafts again. */
export function VersionView({ id, site }: { readonly id: string; readonly site: SiteResponse | undefined }) {
  const client = useQueryClient()
  const query = useQuery(publishQuery(id))
  const publish = site?.publishes.find((each) => each.id === id)
  const restore = async (version: 'before' | 'after') =>
    (await call(siteRoutes.restoreSitePublish, { at: { id }, body: { version } })).documents
  const run = async (change: () => Promise<readonly string[]>, done: string): Promise<void> => {
    const goOn = fromHere()
    try {
      const documents = await change()
      toast.success(done)
      goOn(`changes/${documents.join()}`)
      await client.invalidateQueries()
    } catch (error) {
      showFailure('restoring', 'Nothing was changed', error)
    }
  }
  return (
    <div className={`stack gap-3 ${styles.form}`}>
      {publish !== undefined && (
        <p>{`${publish.revision === null ? 'Waits for' : 'Published'} ${formatMoment(publish.dueAt && publish.revision === null ? publish.dueAt : publish.at)} by ${publish.by}. ${publish.note}`}</p>
      )}
      {query.data?.changes.map(({ path, name, fields }) => (
        <section key={path} className="stack gap-3">
          <h2>
            <a href={hrefOf(path)}>{name}</a>
          </h2>
          <ChangedWords {...{ path, fields }} />
        </section>
      ))}
      <div className="fields">
        {publish?.revision === null ? (
          may(siteRoutes.cancelSitePublish) && (
            <Button
              onClick={() =>
                void run(async () => {
                  await call(siteRoutes.cancelSitePublish, { at: { id } })
                  return publish.documents
                }, 'Cancelled; its texts are drafts again')
              }
            >
              Cancel the schedule
            </Button>
          )
        ) : (
          <>
            <Button onClick={() => void run(() => restore('before'), 'The texts before it are drafts')}>
              Restore the texts before it
            </Button>
            <Button onClick={() => void run(() => restore('after'), 'Its texts are drafts')}>Restore these texts</Button>
          </>
        )}
      </div>
      <LoadFailure title="The publish could not be loaded" query={query} />
    </div>
  )
}
