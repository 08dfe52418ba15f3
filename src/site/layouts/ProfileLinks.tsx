import { site } from '../../content/content.ts'
import styles from './profile-links.module.css'

/** Icons of other sites in the style of Lucide, which has no brand icons. The globe is from Lucide. */
const icons = {
  website: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20',
  linkedin: 'M4 9.5V20M4 4.5v.01M10 20V9.5M10 14c0-2.8 1.8-4.5 4.4-4.5S19.5 11.2 19.5 14v6',
  instagram:
    'M7.5 3h9A4.5 4.5 0 0 1 21 7.500v9a4.5 4.5 0 0 1-4.5 4.500h-9A4.5 4.5 0 0 1 3 16.500v-9A4.5 4.5 0 0 1 7.5 3zM12 8.250a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.500M17.25 6.750v.01',
  x: 'M4 4l16 16M20 4l-6.8 7.300M10.8 12.700L4 20',
  youtube:
    'M6 5.500h12A3.5 3.5 0 0 1 21.5 9v6a3.5 3.5 0 0 1-3.5 3.500H6A3.5 3.5 0 0 1 2.5 15V9A3.5 3.5 0 0 1 6 5.500zM10 9.200v5.600l4.8-2.800z',
} as const

/** The icon of another site, in the colour of the text. The label is on the link around it. */
export function ProfileIcon({ kind }: { kind: keyof typeof icons }) {
  return (
    <svg className={`drawing ${styles.icon}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[kind]} />
    </svg>
  )
}

interface IconLink {
  readonly kind: keyof typeof icons
  readonly url: string
  /** The link's text for screen readers: whose profile, and on which site. */
  readonly label: string
}

/** Links that show only an icon: the profiles of a company. */
export function IconLinks({ links, className = '' }: { links: readonly IconLink[]; className?: string }) {
  return (
    <ul className={`row gap-1 ${styles.links} ${className}`}>
      {links.map(({ kind, url, label }) => (
        <li key={kind}>
          <a href={url} rel="noopener">
            <ProfileIcon kind={kind} />
            <span className="visually-hidden">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The links to our profiles on other sites. */
export function SocialLinks() {
  return <IconLinks links={site.social.map(({ kind, name, url }) => ({ kind, url, label: `${site.name} on ${name}` }))} />
}
