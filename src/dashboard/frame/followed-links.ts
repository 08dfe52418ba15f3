import { useEffect } from 'react'
import { pageAt } from '../pages.ts'
import { navigate } from '../ui/address-bar.ts'

/** The address at the desk to which a press leads; undefined if the browser is to follow the link. */
function addressOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return
  const { origin, pathname, search, hash } = new URL(link.href)
  const isFragment = pathname === location.pathname && search === location.search && hash !== ''
  return origin !== location.origin || isFragment || pageAt(pathname) === undefined ? undefined : pathname + search + hash
}

/** Follows links to pages of the desk without loading a page. */
export const useFollowedLinks = (): void =>
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const to = addressOf(event)
      if (to === undefined) return
      event.preventDefault()
      navigate(to)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
