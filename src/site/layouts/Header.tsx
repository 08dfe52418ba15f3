import { Menu as MenuIcon, X } from 'lucide-react'
import { site } from '../../content/content.ts'
import { translate } from '../../shared/translate.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Wordmark } from '../../ui/wordmark/Wordmark.tsx'
import { englishPath, languagesFor, type ServedLanguage } from '../languages.ts'
import { ownMark } from '../sections/shared/content-pictures.ts'
import styles from './header.module.css'

const navigationPaths = new Set([...site.navigation, site.apply].map(({ to }) => to))
/** The footer's links that the navigation lacks. */
const furtherLinks = site.footer.flatMap(({ links }) => links).filter(({ to }) => !navigationPaths.has(to))

/**
 * The header of every page. On phones the links, including those of the footer, are in a popover, which works without a script. `slim`: a lower
 * header. `desk`: all links are in the menu at every width, which a button of the rail opens (dashboard/desk.css). `bare`: without links.
 */
export function Header({ path, slim, desk, bare }: { path: string; slim: boolean; desk: boolean; bare: boolean }) {
  return (
    <header
      className={`${desk ? '' : 'deep opening'} ${styles.header} ${slim ? styles.slim : ''}`}
      data-desk-header={desk ? '' : undefined}
    >
      <a className={`screen ${styles.skip}`} href="#main">
        Skip to the content
      </a>
      <div className={`wrap row middle ${styles.bar}`}>
        <Wordmark name={site.name} seed={site.mark} logo={ownMark} />
        {!bare && <Menu path={path} />}
      </div>
    </header>
  )
}

/** The header of a page in another language: our mark, and the page in English. */
export function TranslatedHeader({ path, language }: { path: string; language: ServedLanguage }) {
  const hasEnglish = languagesFor(englishPath(path)).includes(language)
  return (
    <header className={`deep opening ${styles.header}`}>
      <a className={`screen ${styles.skip}`} href="#main">{translate`Skip to the content`}</a>
      <div className={`wrap row middle ${styles.bar}`}>
        <Wordmark name={site.name} seed={site.mark} logo={ownMark} />
        <a className="touch screen" href={hasEnglish ? englishPath(path) : '/'} hrefLang="en" lang="en">
          English
        </a>
      </div>
    </header>
  )
}

/** The button that opens the menu, and the links. */
const Menu = ({ path }: { path: string }) => (
  <>
    <button className={`touch screen ${styles.open}`} type="button" popoverTarget="menu">
      <MenuIcon aria-hidden="true" size={22} />
      <span>Menu</span>
    </button>
    <nav id="menu" className={`screen ${styles.nav}`} popover="auto" aria-label="Main">
      <div className={`row middle ${styles.top}`}>
        <Wordmark name={site.name} seed={site.mark} logo={ownMark} />
        <button className={`touch ${styles.close}`} type="button" popoverTarget="menu" popoverTargetAction="hide">
          <X aria-hidden="true" size={22} />
          Close
        </button>
      </div>
      <ul className="quiet">
        {site.navigation.map(({ label, to }) => (
          <li key={to}>
            <a href={to} aria-current={path === to ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ButtonLink className={styles.apply} href={site.apply.to} aria-current={path === site.apply.to ? 'page' : undefined}>
        {site.apply.label}
      </ButtonLink>
      <ul className={`quiet ${styles.more}`}>
        {furtherLinks.map(({ label, to }) => (
          <li key={to}>
            <a href={to} aria-current={path === to ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </>
)
