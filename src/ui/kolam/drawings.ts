import wordmark from '../wordmark/wordmark.module.css'
import styles from './kolam.module.css'

/** The style sheet of the pages of a site without the line, or without drawings, wherever a section draws them; empty for one with both. The mark stays. */
export function drawingSheet(drawings: 'kolam' | 'dots' | 'none' = 'kolam'): string {
  const [other, line] = [`:not(.${wordmark.mark})`, `.${styles.line},.${styles.pen}`]
  if (drawings === 'dots') return `${other}>:is(${line}){display:none}`
  return drawings === 'none' ? `.${styles.kolam}${other},${other}>:is(${line},.${styles.dots}){display:none}` : ''
}
