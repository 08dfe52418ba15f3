import type { Mentor } from '../../../content/schema/people.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ProfileIcon } from '../../layouts/ProfileLinks.tsx'
import { inlinePortrait, portraitUrl } from '../shared/content-pictures.ts'
import tile from '../shared/tile.module.css'
import styles from './portrait.module.css'

/**
 * A person's portrait on a tile with the initials, which are visible if the picture fails to load. `within` inlines the drawing in the page.
 */
export function Portrait({ name, image, className, within }: { name: string; image: string; className?: string; within?: true }) {
  const address = within ? inlinePortrait(image) : portraitUrl(image)
  return (
    <span className={classNames(tile.tile, styles.portrait, className)}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <img
        src={address}
        alt=""
        width="240"
        height="240"
        loading={!within && /\.(webp|jpg)$/.test(address) ? 'lazy' : undefined}
      />
    </span>
  )
}

/** `RA` of `Revathi Anbarasan`: the first letters of the first and the last name. */
export const initialsOf = (name: string): string => {
  const names = name.split(/\s+/).filter(Boolean)
  return [names[0], names.length > 1 ? names.at(-1) : undefined].map((part) => part?.slice(0, 1).toUpperCase() ?? '').join('')
}

/** Links to a person's profiles on other sites; each opens a new tab. */
export function Profiles({ person }: { person: Pick<Mentor, 'name' | 'linkedin' | 'instagram'> }) {
  const { name, linkedin, instagram } = person
  const profiles = [
    { kind: 'linkedin', site: 'LinkedIn', href: linkedin },
    { kind: 'instagram', site: 'Instagram', href: instagram },
  ] as const
  return profiles.map(
    ({ kind, site, href }) =>
      href !== undefined && (
        <a key={kind} className="touch" href={href} target="_blank" rel="noopener">
          <ProfileIcon kind={kind} />
          <span>
            <span className="visually-hidden">{name} on </span>
            {site}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </a>
      ),
  )
}
