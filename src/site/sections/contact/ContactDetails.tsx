import { pages, site } from '../../../content/content.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { isExampleNumber } from '../../demonstration.ts'
import { SocialLinks } from '../../layouts/ProfileLinks.tsx'
import styles from './contact-details.module.css'
import { OfficeMap } from './OfficeMap.tsx'

const { address, office } = site

/** Address, phone and email, next to the map. */
export function ContactDetails() {
  const { visit } = pages.contact
  return (
    <section className={`section ${styles.ways}`} aria-labelledby="ways">
      <div className={'wrap stack gap-7 split'}>
        <div>
          <h2 id="ways" className="visually-hidden">
            Address, phone, email
          </h2>
          <dl className={`facts rows faint ${styles.list}`}>
            <div>
              <dt>Address</dt>
              <dd>
                <address>
                  {address.street}
                  <br />
                  {address.area},{' '}
                  <span className="unbroken">
                    {address.city} {address.postcode}
                  </span>
                  <br />
                  {address.region}, {address.country}
                </address>
              </dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>
                <a className="touch breaks" href={`mailto:${site.email}`}>
                  {site.email}
                </a>
              </dd>
            </div>
            <div>
              <dt>Phone</dt>
              <dd>
                <a className="touch" href={`tel:${site.phone.dial}`}>
                  {site.phone.display}
                </a>
                {isExampleNumber && <span className="soft small"> An example: nobody answers.</span>}
              </dd>
            </div>
            <div>
              <dt>Open</dt>
              <dd>{site.hours}</dd>
            </div>
            {site.social.length > 0 && (
              <div>
                <dt>Also on</dt>
                <dd>
                  <SocialLinks />
                </dd>
              </div>
            )}
          </dl>
        </div>
        {(office ?? visit) && (
          <div className={`stack gap-2 start ${styles.visit}`}>
            {office && <OfficeMap office={office} />}
            {visit && (
              <>
                <h3 className="text-3">{visit.title}</h3>
                <p className="soft">{visit.text}</p>
              </>
            )}
            {office && (
              <ButtonLink
                weight="quiet"
                href={`geo:${office.latitude},${office.longitude}?q=${office.latitude},${office.longitude}`}
              >
                Open in Maps
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
