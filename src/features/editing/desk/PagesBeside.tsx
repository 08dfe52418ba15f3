import { useRef, useState } from 'react'
import { siteRoutes } from '../api.ts'
import styles from './site.module.css'

/** The elements of a page that hold a text or a picture, each with what it shows. */
function shownIn(page: Document): readonly (readonly [Element, string])[] {
  return [...page.body.querySelectorAll('*')].flatMap((element): readonly (readonly [Element, string])[] => {
    if (element.localName === 'img') return [[element, element.getAttribute('src') ?? '']]
    const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim())
    return hasText && !element.closest('script, style')
      ? [[element, (element.textContent ?? '').replace(/\s+/g, ' ').trim()]]
      : []
  })
}

/** Outlines what one page shows and the other does not. Returns the first of it. */
function outline(page: Document, other: Document): Element | undefined {
  const free = new Map<string, number>()
  for (const [, shown] of shownIn(other)) free.set(shown, (free.get(shown) ?? 0) + 1)
  let first: Element | undefined
  for (const [element, shown] of shownIn(page)) {
    const left = free.get(shown) ?? 0
    free.set(shown, left - 1)
    if (left > 0 || !(element instanceof (page.defaultView as Window & typeof globalThis).HTMLElement)) continue
    first ??= element
    element.style.outline = '3px solid #e9a20b'
    element.style.outlineOffset = '3px'
  }
  return first
}

const above = 120

/** Scrolls a page to an element, or as far as the other one where it has nothing to show. */
function scrollTo(page: Document, shown: Element | undefined, other: Document, otherShown: Element | undefined): void {
  const root = page.documentElement
  if (shown !== undefined) root.scrollTop += shown.getBoundingClientRect().top - above
  else if (otherShown !== undefined) {
    const share = (other.documentElement.scrollTop + otherShown.getBoundingClientRect().top) / other.documentElement.scrollHeight
    root.scrollTop = share * root.scrollHeight - above
  }
}

interface PagesBesideProps {
  readonly name: string
  readonly path: string
  /** The address of the page for visitors. */
  readonly page: string
  /** The documents whose drafts are published, and what changes when one of them does. */
  readonly chosen: readonly string[]
  readonly version: string
}

/** A page as it is and as it will be, beside each other, with what changes outlined. */
export function PagesBeside({ name, path, page, chosen, version }: PagesBesideProps) {
  const frames = useRef<Record<'before' | 'after', HTMLIFrameElement | null>>({ before: null, after: null })
  const [loaded, setLoaded] = useState<readonly string[]>([])
  const onLoad = (which: 'before' | 'after'): void => {
    setLoaded([...loaded, which])
    const [before, after] = [frames.current.before?.contentDocument, frames.current.after?.contentDocument]
    if (loaded.every((other) => other === which) || !before || !after) return
    const [added, removed] = [outline(after, before), outline(before, after)]
    scrollTo(after, added, before, removed)
    scrollTo(before, removed, after, added)
  }
  const addresses = {
    before: `?live=${version}&page=${encodeURIComponent(page)}`,
    after: `?path=${encodeURIComponent(path)}&only=${encodeURIComponent(chosen.join())}&version=${version}`,
  }
  return (
    <div className={`stack gap-3 ${styles.both}`}>
      {(['before', 'after'] as const).map((which) => (
        <figure key={which} className="stack gap-1">
          <figcaption className="soft small">
            <span role="status">
              {`${which === 'before' ? 'As it is' : 'As it will be'}${loaded.includes(which) ? '' : ': it is being drawn…'}`}
            </span>
          </figcaption>
          <iframe
            ref={(frame) => {
              frames.current[which] = frame
            }}
            title={`${name}, ${which === 'before' ? 'as it is' : 'as it will be'}`}
            src={siteRoutes.sitePreview.path + addresses[which]}
            loading="lazy"
            onLoad={() => onLoad(which)}
          />
        </figure>
      ))}
    </div>
  )
}
