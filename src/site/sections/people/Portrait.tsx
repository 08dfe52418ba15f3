import { ProfileIcon } from '../../layouts/ProfileLinks.tsx'
import { inlinePortrait, portraitUrl } from '../shared/content-pictures.ts'
import styles from './portrait.module.css'

/**
 * A person's portrait on a tile with the initials, which are visible when the picture fails to load. `within` inlines the drawing in
 * the page.
 */
export function Portrait({ name, image, className, within }: { name: string; image: string; className?: string; within?: true }) {
  const address = within ? inlinePortrait(image) : portraitUrl(image)
  return (
    <span className={[styles.portrait, className].filter(Boolean).join(' ')}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {address && <img src={address} alt="" width="240" height="240" />}
    </span>
  )
}

/** `RA` of `Revathi Anbarasan`: the first letters of the first and the last name. */
export const initialsOf = (name: string): string => {
  const names = name.split(/\s+/).filter(Boolean)
  return [names[0], names.length > 1 ? names.at(-1) : undefined].map((part) => part?.slice(0, 1).toUpperCase() ?? '').join('')
}

/** A person's LinkedIn profile, in a new tab. */
export function LinkedInLink({ name, href }: { name: string; href: string }) {
  return (
    <a className={styles.profile} href={href} target="_blank" rel="noopener">
      <ProfileIcon kind="linkedin" />
      <span>
        <span className="visually-hidden">{name} on </span>LinkedIn<span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
