import { Sign } from '../../layouts/Sign.tsx'
import styles from './profile-link.module.css'

/** A person's LinkedIn profile, in a new tab. */
export function ProfileLink({ name, href }: { name: string; href: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener">
      <Sign kind="linkedin" />
      <span>
        <span className="visually-hidden">{name} on </span>LinkedIn<span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
