import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath } from '../../../api/site-content.ts'
import { Either } from '../../../dashboard/ui/Switch.tsx'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { siteRoutes } from '../api.ts'
import { focusField, showField } from './focus-field.ts'
import { fieldOfText, type Places, placesOf, showTexts } from './frame-texts.ts'
import { valueAt } from './merge.ts'
import styles from './site.module.css'

interface PageFrameProps {
  readonly path: string
  readonly version: string
  /** The document as it is typed, and as it was saved. */
  readonly value: unknown
  readonly saved: unknown
  write(field: FieldPath, value: unknown): void
  /** Shows the form, where only one of both is shown. */
  showForm(): void
}

/** Lets somebody type into a text of the page, with the cursor where it was pressed. Enter, Escape and leaving it end this. */
function typeInto(
  element: HTMLElement,
  at: { readonly x: number; readonly y: number },
  typed: (text: string) => void,
  ended: () => void,
) {
  element.contentEditable = 'plaintext-only'
  element.focus({ preventScroll: true })
  const caret = element.ownerDocument.caretPositionFromPoint?.(at.x, at.y)
  if (caret && element.contains(caret.offsetNode)) element.ownerDocument.getSelection()?.collapse(caret.offsetNode, caret.offset)
  const listening = new AbortController()
  const on: AddEventListenerOptions = { signal: listening.signal }
  element.addEventListener('input', () => typed((element.textContent ?? '').replace(/\s+/g, ' ')), on)
  element.addEventListener(
    'keydown',
    (event) => {
      const key = typedKey(event)
      if (key !== 'Enter' && key !== 'Escape') return
      event.preventDefault()
      element.blur()
    },
    on,
  )
  element.addEventListener(
    'blur',
    () => {
      listening.abort()
      element.removeAttribute('contenteditable')
      ended()
    },
    on,
  )
}

/**
 * The page of a document with the drafts, on which one writes: a press on a text puts the cursor there, or into its field where the page shows it in other words. It
 * loads again when `version` changes, but not under somebody who types in it, and stays at its place. It follows the field of the form that one is in.
 */
export function PageFrame({ path, version, value, saved, write, showForm }: PageFrameProps) {
  const [isPhone, setPhone] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const address = `${siteRoutes.sitePreview.path}?path=${encodeURIComponent(path)}`
  const shown = useRef({ version, over: '' })
  // A page that cannot be drawn while a field has a fault stays as it was.
  if (!isTyping && shown.current.version !== version) shown.current = { version, over: isLoaded ? '&over=' : '' }
  const latest = useRef({ value, write })
  latest.current = { value, write }
  /** What the page in the frame was rendered from, and where its texts are. */
  const rendered = useRef<{ readonly value: unknown; readonly places: Places }>(undefined)
  const followed = useRef<string>(undefined)
  const showTyped = (): void => {
    const page = frame.current?.contentDocument
    if (page && rendered.current) showTexts(page, rendered.current.places, rendered.current.value, latest.current.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter
  useEffect(showTyped, [value])
  /** Shows where the page has the text of a field. */
  const follow = (name: string | undefined): void => {
    const page = frame.current?.contentDocument
    if (name === undefined || !page?.body) return
    followed.current = name
    const text = valueAt(latest.current.value, JSON.parse(name))
    const element = typeof text === 'string' ? placesOf(page, text)[0]?.parentElement : undefined
    if (!element) return
    const { top, bottom } = element.getBoundingClientRect()
    const height = page.documentElement.clientHeight
    if (top < 0 || bottom > height) page.documentElement.scrollTop += top - height / 3
  }
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void =>
      follow(target instanceof HTMLElement ? target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  })
  const onPress = (event: MouseEvent): void => {
    const pressed = event.target as HTMLElement
    if (pressed.isContentEditable) return
    // They lead away from the page.
    if (pressed.closest('a, button') !== null) event.preventDefault()
    for (let at: HTMLElement | null = pressed; at !== null && at.tagName !== 'BODY'; at = at.parentElement) {
      const field = fieldOfText(latest.current.value, at.textContent ?? '')
      if (field === undefined) continue
      const isSame = valueAt(latest.current.value, field) === (at.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (!isSame) {
        flushSync(showForm)
        if (focusField(field)) return
        continue
      }
      setTyping(true)
      showField(field)
      typeInto(
        at,
        { x: event.clientX, y: event.clientY },
        (text) => latest.current.write(field, text.trim()),
        () => setTyping(false),
      )
      return
    }
  }
  const onLoad = (): void => {
    setLoaded(true)
    // The browser's own page, where it could not be loaded, is of another origin.
    const page = frame.current?.contentDocument?.defaultView
    if (scrolled.current > 0) page?.scrollTo(0, scrolled.current)
    page?.addEventListener('scroll', () => (scrolled.current = page.scrollY), { passive: true })
    page?.addEventListener('click', onPress)
    rendered.current = { value: saved, places: new Map() }
    showTyped()
    follow(followed.current)
  }
  return (
    <div className={`stack gap-2 ${styles.preview}`}>
      <div className="row middle">
        <a href={address} target="_blank" rel="noreferrer">
          See the page with all drafts
        </a>
        <span className={`row gap-2 middle ${styles.widths}`}>
          <span role="status" className="soft small">
            {isLoaded ? 'Press a text to write there.' : 'The page is loading…'}
          </span>
          <Either label="Width" names={['Computer', 'Phone']} isSecond={isPhone} choose={setPhone} />
        </span>
      </div>
      <iframe
        ref={frame}
        title="The page with all drafts"
        loading="lazy"
        className={`${styles.page} ${isPhone ? styles.phone : ''}`}
        src={`${address}&version=${shown.current.version}${shown.current.over}${path.startsWith('content/forms/') ? '#form-title' : ''}`}
        onLoad={onLoad}
      />
    </div>
  )
}
