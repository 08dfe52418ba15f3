import { useQueryClient } from '@tanstack/react-query'
import { unsavedDocuments } from '../../../dashboard/browser-storage.ts'
import { call } from '../../../dashboard/client.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { fromHere } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { siteRoutes } from '../api.ts'
import { same } from './merge.ts'
import { readDocument } from './queries.ts'
import styles from './site.module.css'

interface MovePostProps {
  readonly path: string
  readonly value: unknown
  /** Saves what is typed. */
  readonly settle: () => Promise<void>
  readonly revision: () => number
}

/** Moves a post to the address that was typed as its slug. The address before it stays in the post, and leads to it. */
export function MovePost({ path, value, settle, revision }: MovePostProps) {
  const client = useQueryClient()
  const from = /^content\/posts\/(.*)\.md$/.exec(path)?.[1]
  const { slug: to, formerSlugs = [] } = (value ?? {}) as { slug?: unknown; formerSlugs?: readonly unknown[] }
  if (from === undefined || typeof to !== 'string' || to === from || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(to)) return null
  const target = `content/posts/${to}.md`
  const move = async (): Promise<void> => {
    const goOn = fromHere()
    try {
      await settle()
      const there = await readDocument(target)
      const former = [...formerSlugs.filter((slug) => slug !== to && slug !== from), from]
      const moved = { ...(value as object), formerSlugs: former }
      // The same text there is that of a move that was cut short.
      if (there.text !== '' && !same(there.value, moved)) {
        toast.failure('The post could not be moved', `There is a post at /blog/${to} already.`)
        return
      }
      await call(siteRoutes.saveSiteDocument, { body: { path: target, value: moved, revision: there.revision } })
      await call(siteRoutes.saveSiteDocument, { body: { path, text: '', revision: revision() } })
      unsavedDocuments.store(path, undefined)
      void client.invalidateQueries({ queryKey: ['site'] })
      goOn(target)
    } catch (error) {
      showFailure('moving a post', 'The post could not be moved', error)
    }
  }
  return (
    <div className={`stays ${styles.bar}`}>
      <p>{`The post is still at /blog/${from}. After the move, that address leads to /blog/${to}.`}</p>
      <Button onClick={() => void move()}>{`Move it to /blog/${to}`}</Button>
    </div>
  )
}

/** The documents at the former addresses of a post, which a move removes. */
export const formerPaths = (value: unknown): readonly string[] => {
  const { formerSlugs } = (value ?? {}) as { readonly formerSlugs?: unknown }
  return Array.isArray(formerSlugs) ? formerSlugs.map((slug) => `content/posts/${slug}.md`) : []
}
