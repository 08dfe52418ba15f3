import { useQueryClient } from '@tanstack/react-query'
import type { EditableDocument } from '../../../api/site-content.ts'
import { call } from '../../../dashboard/client.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import buttons from '../../../dashboard/ui/button.module.css'
import { siteRoutes } from '../api.ts'
import styles from './site.module.css'

/** A page or post whose draft takes it from the site. */
export function TakenDown({ document: { path, name, revision } }: { readonly document: EditableDocument }) {
  const client = useQueryClient()
  const keep = async (): Promise<void> => {
    try {
      await call(siteRoutes.discardSiteDraft, { body: { path, revision } })
      await client.invalidateQueries()
    } catch (error) {
      showFailure('keeping a page', `${name} could not be kept`, error)
    }
  }
  return (
    <div className={`stays ${styles.bar}`}>
      <p>{`${name} leaves the site when this is published. Its text stays in the history.`}</p>
      <a className={`${buttons.button} ${buttons.main}`} href={`#changes/${path}`}>
        Publish
      </a>
      <Button onClick={() => void keep()}>Keep it</Button>
    </div>
  )
}
