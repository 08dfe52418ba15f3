import { Fragment } from 'react'
import { privacyPerson, site } from '../../content/content.ts'
import { companyText } from '../../content/facts.ts'
import { pathIn } from '../../languages/form.ts'
import { translate } from '../../shared/translate.ts'
import { NativeName } from '../../ui/wordmark/Wordmark.tsx'
import { isDemonstration } from '../demonstration.ts'
import type { ServedLanguage } from '../languages.ts'
import styles from './footer.module.css'
import { SocialLinks } from './ProfileLinks.tsx'

/** The footer of the desk and of the sign-in: one line. */
export const FooterLine = () => (
  <footer className={`deep screen small ${styles.line}`}>
    <p className="wrap">
      <span>{companyText(site)}</span> <a href={`mailto:${site.email}`}>{site.email}</a>
      {site.footer
        .flatMap(({ links }) => links)
        .filter(({ to }) => to === '/privacy' || to === '/terms')
        .map(({ label, to }) => (
          <Fragment key={to}>
            {' '}
            <a href={to}>{label}</a>
          </Fragment>
        ))}
    </p>
  </footer>
)

/** The pages that there are in another language. */
const groupsIn = ({ code, pages }: ServedLanguage) => {
  const labels: Readonly<Record<string, string>> = {
    '/apply': translate`Apply`,
    '/terms': translate`Terms`,
    '/privacy': translate`Privacy`,
  }
  return [{ title: translate`Pages`, links: pages.map((page) => ({ label: labels[page], to: pathIn(code, page) })) }]
}

/** The footer of every page, on the same background everywhere: who we are, and the pages that there are in its language. */
export function Footer({ path, language }: { path: string; language: ServedLanguage | undefined }) {
  const { address } = site
  const groups = language === undefined ? site.footer : groupsIn(language)
  return (
    <footer className={`deep screen ${styles.footer}`}>
      <div className={`wrap stack gap-5 ${styles.columns}`}>
        <div className={`stack ${styles.us}`}>
          <p className={`text-3 ${styles.tagline}`}>{translate(site.tagline)}</p>
          <address className="soft" lang={language && 'en'}>
            {address.street}, {address.area}
            <br />
            {address.city} {address.postcode}, {address.region}, {address.country}
            <br />
            <a href={`mailto:${site.email}`}>{site.email}</a> <a href={`tel:${site.phone.dial}`}>{site.phone.display}</a>
          </address>
          <p className={`soft small breaks ${styles.legal}`}>
            {language ? <span lang="en">{companyText(site)}</span> : companyText(site)}
            {`. ${translate`Grievances: ${privacyPerson.name}, at these addresses.`}`}
            {isDemonstration && ` ${translate`This is a demonstration: people and figures are examples.`}`}
          </p>
          {language === undefined && site.social.length > 0 && <SocialLinks />}
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="plain">{title}</h2>
            <ul className="quiet">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <a className="touch" href={to} aria-current={path === to ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles.threshold}>
        <NativeName native={site.nativeName ?? site.name} name={site.name} />
      </div>
    </footer>
  )
}
