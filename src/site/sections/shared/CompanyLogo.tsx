import type { Company } from '../../../content/schema/portfolio.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './company-logo.module.css'
import { logoUrl } from './content-pictures.ts'
import tile from './tile.module.css'

/** A company's logo on a coloured tile with its first letter, which is visible if the logo fails to load. */
export function CompanyLogo({ company, className }: { company: Company; className?: string }) {
  const address = company.logo && logoUrl(company.logo)
  return (
    <span className={classNames(tile.tile, styles.logo, styles[`tone${tone(company.name)}`], className)}>
      <span aria-hidden="true">{company.name.slice(0, 1)}</span>
      {address && <img src={address} alt="" width="96" height="96" />}
    </span>
  )
}

/** The name of a company in URLs: `kanakku-lens`. */
export const companyId = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The link to a company's card. */
export const companyLink = (name: string): string => `/portfolio#${companyId(name)}`

/** One of four tones; equal names have equal tones. */
const tone = (name: string): number => Array.from(name).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4
