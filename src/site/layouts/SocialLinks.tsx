import { site } from '../../content/content.ts'
import styles from './social-links.module.css'
import { socialMarks } from './social-marks.ts'

/** Our profiles elsewhere, as signs with names. */
export function SocialLinks() {
  return (
    <ul className={styles.links}>
      {site.social.map(({ kind, name, url }) => (
        <li key={kind}>
          <a href={url} rel="noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={socialMarks[kind]} />
            </svg>
            <span className="visually-hidden">
              {site.name} on {name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
