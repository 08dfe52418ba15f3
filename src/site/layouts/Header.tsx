import { Menu, X } from 'lucide-react'
import { site } from '../../content/content.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Wordmark } from '../../ui/wordmark/Wordmark.tsx'
import styles from './header.module.css'

/** The head of every page; on phones the links are in a popover, which needs no script. `slim`: the desk's, without the menu. */
export function Header({ path, slim }: { path: string; slim: boolean }) {
  return (
    <header className={`deep ${styles.header} ${slim ? styles.slim : ''}`}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={`wrap ${styles.bar}`}>
        <Wordmark name={site.name} />
        <button className={styles.open} type="button" popoverTarget="menu">
          <Menu aria-hidden="true" size={22} />
          Menu
        </button>
        <nav id="menu" className={styles.nav} popover="auto" aria-label="Main">
          <button className={styles.close} type="button" popoverTarget="menu" popoverTargetAction="hide">
            <X aria-hidden="true" size={22} />
            Close
          </button>
          <ul>
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
        </nav>
      </div>
    </header>
  )
}
