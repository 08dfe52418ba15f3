import { pages, site } from '../../../content/content.ts'
import { hasPage } from '../../../shared/existing-pages.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import styles from './partners.module.css'

const letter = `mailto:${site.partnerEmail}?subject=${encodeURIComponent(site.partnerSubject)}`

/** The section for institutions and service partners, with two dots and a line between them. */
export function Partners() {
  const { title, text, action, mail } = pages.home.partners
  return (
    <section className="section">
      <div className={`wrap stack gap-6 split ${styles.inner}`}>
        <Kolam className={styles.mark} seed="partners" size={5} shape="diamond" />
        <div className={'stack start'}>
          <h2>{title}</h2>
          <p className="lead">{text}</p>
          <div className="row">
            <ButtonLink href={action.to}>{action.label}</ButtonLink>
            <ButtonLink weight="line" href={letter}>
              {mail}
            </ButtonLink>
          </div>
          {hasPage('/service-provider') && (
            <p className="soft">
              Prefer a form? <a href="/service-provider">Apply as a service provider</a>.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
