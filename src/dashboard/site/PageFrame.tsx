import { useRef, useState } from 'react'
import { paths } from '../../api/paths.ts'
import { Button } from '../ui/Button.tsx'
import styles from './site.module.css'

/**
 * The page of a document with the drafts, beside its form. It loads again when `version` changes, at the same place of the page.
 * On a narrow window there is only a link to it.
 */
export function PageFrame({ path, version }: { readonly path: string; readonly version: string }) {
  const [width, setWidth] = useState<'phone' | 'wide'>('wide')
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const address = `${paths.sitePreview}?path=${encodeURIComponent(path)}`
  const onLoad = (): void => {
    const page = frame.current?.contentWindow
    if (scrolled.current > 0) page?.scrollTo(0, scrolled.current)
    page?.addEventListener('scroll', () => (scrolled.current = page.scrollY), { passive: true })
  }
  return (
    <div className={styles.preview}>
      <div className={`row gap-2 ${styles.buttons}`}>
        <a href={address} target="_blank" rel="noreferrer">
          See the page with all drafts
        </a>
        <span className={styles.widths}>
          <Button tone="quiet" aria-pressed={width === 'phone'} onClick={() => setWidth('phone')}>
            Phone
          </Button>
          <Button tone="quiet" aria-pressed={width === 'wide'} onClick={() => setWidth('wide')}>
            Wide
          </Button>
        </span>
      </div>
      <iframe
        ref={frame}
        title="The page with all drafts"
        loading="lazy"
        className={width === 'phone' ? styles.phone : undefined}
        src={`${address}&version=${version}${path.startsWith('content/forms/') ? '#form-title' : ''}`}
        onLoad={onLoad}
      />
    </div>
  )
}
