import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import styles from './resume.module.css'

/** What a page is taken for until it has been read: A4, height over width. */
const a4 = Math.SQRT2

/** A canvas of more pixels is refused by browsers. */
const mostPixels = 16_000_000

export interface PdfPageProps {
  readonly file: PDFDocumentProxy
  /** From 1. */
  readonly number: number
  /** CSS pixels. */
  readonly width: number
}

/** One page: drawn when it comes near, with its text over it, to be selected and to be heard. */
export function PdfPage({ file, number, width }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [ratio, setRatio] = useState(a4)
  const [isFaulty, setFaulty] = useState(false)

  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '800px' })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear) return
    let isLeft = false
    const ends: (() => void)[] = []
    const draw = async (): Promise<void> => {
      const page = await file.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      if (isLeft || canvas.current === null || text.current === null) return
      setRatio(plain.height / plain.width)
      const scale = width / plain.width
      const sharp = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (width * width * (plain.height / plain.width))))
      const viewport = page.getViewport({ scale: scale * sharp })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: canvas.current, viewport })
      ends.push(() => drawing.cancel())
      await drawing.promise
      if (isLeft) return
      text.current.replaceChildren()
      text.current.style.setProperty('--total-scale-factor', String(scale))
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text.current,
        viewport: page.getViewport({ scale }),
      })
      ends.push(() => layer.cancel())
      await layer.render()
    }
    draw().catch(() => {
      if (!isLeft) setFaulty(true)
    })
    return () => {
      isLeft = true
      for (const end of ends) end()
    }
  }, [file, number, width, isNear])

  return (
    <div className={styles.page} ref={frame} style={{ width, height: Math.round(width * ratio) }} data-page={number}>
      {isFaulty && <p className={styles.fault}>Page {number} cannot be drawn.</p>}
      <canvas ref={canvas} />
      <div className={styles.text} ref={text} />
    </div>
  )
}
