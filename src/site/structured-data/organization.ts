import { site } from '../../content/content.ts'
import type { Site } from '../../content/schema/site.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'

const id = `${publicUrlPlaceholder}/#organization`

/** Us, named on another page's data. */
export const organizationRef = { '@type': 'Organization', '@id': id, name: site.name, url: publicUrlPlaceholder }

/** Who we are, for search engines (schema.org). */
export const organization = (site: Site) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': id,
  name: site.name,
  alternateName: site.nativeName,
  description: site.description,
  url: publicUrlPlaceholder,
  logo: `${publicUrlPlaceholder}/icon-512.png`,
  email: site.email,
  telephone: site.phone.dial,
  address: {
    '@type': 'PostalAddress',
    streetAddress: `${site.address.street}, ${site.address.area}`,
    addressLocality: site.address.city,
    addressRegion: site.address.region,
    postalCode: site.address.postcode,
    addressCountry: 'IN',
  },
  sameAs: site.social.map(({ url }) => url),
})
