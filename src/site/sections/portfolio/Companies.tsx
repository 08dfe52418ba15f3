import { pages, portfolio } from '../../../content/content.ts'
import type { Company } from '../../../content/schema/portfolio.ts'
import { isDemonstration } from '../../demonstration.ts'
import { IconLinks } from '../../layouts/ProfileLinks.tsx'
import { CompanyLogo, companyId } from '../shared/CompanyLogo.tsx'
import { Paper } from '../shared/Paper.tsx'
import { Quote } from '../shared/Result.tsx'
import styles from './companies.module.css'

const all = 'All'

/** The categories in use, in the order of the companies. */
const categories = [...new Set(portfolio.map(({ category }) => category))]

/** A CSS string for a style element. */
const cssText = (text: string): string => `"${text.replace(/[^a-z0-9 ]/gi, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** The id of a category's button. Without a script, it is the URL's fragment while the category is chosen. */
const fieldId = (category: string): string => `field-${companyId(category)}`

/**
 * CSS rules that show only the companies of the chosen category, in the list and in the hero's kolam. Without a script, a button loads the page with
 * the category as the fragment of the URL. With a script, company-filter.js sets `aria-pressed`, and the fragment has no effect.
 */
const filterRules = categories
  .map((category) => {
    const value = cssText(category)
    const chosen = `main:is(:has([value=${value}][aria-pressed=true]),:not(:has([aria-pressed])):has(#${fieldId(category)}:target))`
    const unlike = `:not([data-category=${value}])`
    return `${chosen} #company-list>${unlike}{display:none}${chosen} a[data-category]${unlike}{opacity:.3}`
  })
  .join('')

/** The filter's buttons and the companies. */
export function Companies() {
  if (portfolio.length === 0) return null
  return (
    <section className="section" aria-labelledby="companies">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, with the names of our categories */}
      <style dangerouslySetInnerHTML={{ __html: filterRules }} />
      <div className="wrap">
        <h2 id="companies" className="visually-hidden">
          Companies
        </h2>
        <form action="/portfolio">
          <fieldset id="filter" className={`row gap-2 ${styles.filter}`}>
            <legend className="visually-hidden">Show the companies of one category</legend>
            {[all, ...categories].map((category) => (
              <button
                key={category}
                id={fieldId(category)}
                type="submit"
                formAction={`/portfolio#${fieldId(category)}`}
                value={category === all ? '' : category}
              >
                {category}
              </button>
            ))}
          </fieldset>
        </form>
        <p id="filter-count" className={`soft small ${styles.count}`} role="status" />
        <ul id="company-list" className={`rows loose ended stack two ${styles.companies}`}>
          {portfolio.map((company) => (
            <li key={company.name} className="stack" id={companyId(company.name)} data-category={company.category}>
              <CompanyLogo company={company} className={styles.logo} />
              <h3>{company.name}</h3>
              <p className={`soft small row ${styles.facts}`}>
                <span>{company.category}</span>
                <span className="visually-hidden">, stage: </span>
                <span className="small label">
                  <i className="dot" />
                  {company.stage}
                </span>
              </p>
              <p className={`soft ${styles.about}`}>{company.description}</p>
              <div className={`row middle ${styles.links}`}>
                <IconLinks links={linksOf(company)} />
                {company.founders && (
                  <a className={`touch ${styles.opens}`} href={`#${companyId(company.name)}`}>
                    The sheet<span className="visually-hidden"> of {company.name}</span>
                  </a>
                )}
              </div>
              <Sheet company={company} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** What a company was before and is now, who did it, and what nearly ended it. Only the one in the address is open. */
function Sheet({ company }: { readonly company: Company }) {
  const { name, founders, programme, mentor, result, nearly } = company
  if (founders === undefined) return null
  const lines = [
    ['Founders', founders],
    ['Mentor', mentor],
    ['Takes', company.interns?.replace(/^takes /, '')],
  ] as const
  return (
    <div className={styles.sheet}>
      <Quote company={company} />
      <Paper
        own
        paper={{
          title: name,
          corner: programme ?? company.category,
          figure: result,
          lines: lines.flatMap(([title, text]) => (text === undefined ? [] : [{ title, text }])),
          last: nearly === undefined ? undefined : { title: 'Nearly killed it', text: nearly },
          note: isDemonstration ? pages.portfolio.note : '',
          invented: false,
        }}
      />
      <a className="touch" href="#companies">
        Close
      </a>
    </div>
  )
}

const linksOf = ({ name, website, linkedin, instagram }: Company) => [
  { kind: 'website' as const, url: website, label: `${name}: website` },
  ...(linkedin === undefined ? [] : [{ kind: 'linkedin' as const, url: linkedin, label: `${name} on LinkedIn` }]),
  ...(instagram === undefined ? [] : [{ kind: 'instagram' as const, url: instagram, label: `${name} on Instagram` }]),
]
