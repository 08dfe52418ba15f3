import { site } from '../../content/content.ts'
import { SignLinks } from './SignLinks.tsx'

/** Our profiles elsewhere, as signs with names. */
export function SocialLinks() {
  return <SignLinks links={site.social.map(({ kind, name, url }) => ({ kind, url, label: `${site.name} on ${name}` }))} />
}
