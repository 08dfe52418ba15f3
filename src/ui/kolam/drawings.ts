import wordmark from '../wordmark/wordmark.module.css'
import styles from './kolam.module.css'

/** The style sheet of the pages of a site without the line, or without drawings, wherever they are drawn; empty for one with both. The mark stays. */
export function drawingSheet(drawings: 'kolam' | 'dots' | 'none' = 'kolam'): string {
  const drawing = `.${styles.kolam}:not(.${wordmark.mark})`
  if (drawings === 'dots') return `${drawing} :is(.${styles.line},.${styles.pen}){display:none}`
  return drawings === 'none' ? `${drawing}{display:none}` : ''
}
