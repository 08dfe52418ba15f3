import { useEffect, useRef, useState } from 'react'
import { paths } from '../../api/paths.ts'
import { Button } from '../ui/Button.tsx'
import { focusField } from './focus-field.ts'
import { fieldOfText, type Places, showTexts } from './frame-texts.ts'
import styles from './site.module.css'

interface PageFrameProps {
  readonly path: string
  readonly version: string
  /** The document as it is typed, and as it was saved. */
  readonly value: unknown
  readonly saved: unknown
}

/**
 * The page of a document with the drafts, beside its form. It loads again when `version` changes, at the same place of the page; what is typed shows before that
 * where its words stand as they are typed. A press on a text leads to its field. On a narrow window there is only a link to it.
 */
export function PageFrame({ path, version, value, saved }: PageFrameProps) {
  const [width, setWidth] = useState<'phone' | 'wide'>('wide')
  const [isLoaded, setLoaded] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const address = `${paths.sitePreview}?path=${encodeURIComponent(path)}`
  const latest = useRef(value)
  latest.current = value
  /** What the page in the frame was rendered from, and where its texts are. */
  const rendered = useRef<{ readonly value: unknown; readonly places: Places }>(undefined)
  const showTyped = (): void => {
    const page = frame.current?.contentDocument
    if (page && rendered.current) showTexts(page, rendered.current.places, rendered.current.value, latest.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter
  useEffect(showTyped, [value])
  const onPress = (event: MouseEvent): void => {
    const pressed = event.target as Element
    // They lead away from the page.
    if (pressed.closest('a, button') !== null) event.preventDefault()
    for (let at: Element | null = pressed; at !== null && at.tagName !== 'BODY'; at = at.parentElement) {
      const field = fieldOfText(latest.current, at.textContent)
      if (field !== undefined && focusField(field)) return
    }
  }
  const onLoad = (): void => {
    setLoaded(true)
    const page = frame.current?.contentWindow
    if (scrolled.current > 0) page?.scrollTo(0, scrolled.current)
    page?.addEventListener('scroll', () => (scrolled.current = page.scrollY), { passive: true })
    page?.addEventListener('click', onPress)
    rendered.current = { value: saved, places: new Map() }
    showTyped()
  }
  return (
    <div className={`stack gap-2 ${styles.preview}`}>
      <div className="fields">
        <a href={address} target="_blank" rel="noreferrer">
          See the page with all drafts
        </a>
        <span className={styles.widths}>
          {!isLoaded && <span role="status">The page is loading…</span>}
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
        className={`${styles.page} ${width === 'phone' ? styles.phone : ''}`}
        src={`${address}&version=${version}${path.startsWith('content/forms/') ? '#form-title' : ''}`}
        onLoad={onLoad}
      />
    </div>
  )
}
