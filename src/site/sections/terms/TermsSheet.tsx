import { facts, pages } from '../../../content/content.ts'
import { hasPage } from '../../../shared/existing-pages.ts'
import { translate } from '../../../shared/translate.ts'
import { linkIn } from '../../languages.ts'
import { FactLines } from '../shared/Facts.tsx'
import styles from './terms-sheet.module.css'

/** The terms of each programme, and what holds for all of them. It prints on one sheet. */
export function TermsSheet() {
  const { placeholder, programs, all } = pages.terms
  return (
    <div className={`wrap stack gap-7 section breaks ${styles.sheet}`}>
      {!facts.confirmed && <p className={styles.placeholder}>{translate(placeholder)}</p>}
      <div className={`stack gap-7 ${styles.programs}`}>
        {programs
          .filter(({ to }) => hasPage(to))
          .map(({ title, to, terms }) => (
            <section key={title}>
              <h2 className="text-4">
                <a className="touch" href={linkIn(to)}>
                  {translate(title)}
                </a>
              </h2>
              <dl className="facts rows faint tight">
                <FactLines facts={terms} />
              </dl>
            </section>
          ))}
      </div>
      <section>
        <h2 className="text-4">{translate(all.title)}</h2>
        <dl className="facts rows faint tight">
          <FactLines facts={all.items} />
        </dl>
      </section>
    </div>
  )
}
