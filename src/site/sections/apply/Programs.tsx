import { cohortLine } from '../../../content/cohorts.ts'
import { cohorts, pages, programs, promises } from '../../../content/content.ts'
import { hasPage } from '../../../shared/existing-pages.ts'
import { translate } from '../../../shared/translate.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../../kolams.ts'
import { linkIn } from '../../languages.ts'
import dots from '../shared/dots.module.css'
import { Fold, inWords } from '../shared/Fold.tsx'
import styles from './programs.module.css'

/** The programmes, each with the background of the head of its card. */
const cards = [
  { program: programs.accelerator, kolam: kolams.accelerator, ground: undefined },
  { program: programs.startupStudio, kolam: kolams['startup-studio'], ground: 'turmeric' },
  { program: programs.fundRaise, kolam: kolams['fund-raise'], ground: 'sea' },
].filter(({ program }) => hasPage(program.applicationLink))

/** The id of a programme's card, such as `card-accelerator`. */
const cardId = (page: string): string => `card-${page.slice(1)}`

/** A list of a card; on a phone its first two lines, and the others folded. */
function Lines({ lines, className = '' }: { readonly lines: readonly string[]; readonly className?: string | undefined }) {
  const list = (part: readonly string[]) => (
    <ul className={`dots ${dots.dots} ${className}`}>
      {part.map((line) => (
        <li key={line}>{translate(line)}</li>
      ))}
    </ul>
  )
  return (
    <>
      {list(lines.slice(0, 2))}
      {lines.length > 2 && <Fold label={translate`${inWords(lines.length - 2, true)} more`}>{list(lines.slice(2))}</Fold>}
    </>
  )
}

/** What we get, and where it is. */
const dealOf = ({ facts }: (typeof cards)[number]['program']) =>
  facts.filter(({ title }) => title === 'You give' || title === 'Where')

/** The three programmes as cards: a head with title and kolam, benefits, eligibility, whether it is open at a moment, and the link to apply. */
export function Programs({ at }: { readonly at: Date }) {
  return (
    <section className="section" aria-labelledby="programmes">
      <div className="wrap">
        <h2 id="programmes" className="visually-hidden">
          {translate`Programmes`}
        </h2>
        <ul className={`stack ${styles.cards}`}>
          {cards.map(({ program, kolam, ground }) => (
            <li key={program.name} className="stack gap-3" id={cardId(program.applicationLink)}>
              <div className={styles.place} data-ground={ground}>
                <div className={`deep opening stack ${styles.door}`}>
                  <h3>{translate(program.title)}</h3>
                  <p className={`text-3 ${styles.duration}`}>{translate(program.duration)}</p>
                  <Kolam className={styles.kolam} {...kolam} />
                </div>
              </div>
              <p className="soft">{translate(program.description)}</p>
              <div>
                <h4 className="plain">{translate`What you get`}</h4>
                <Lines lines={program.features} />
              </div>
              <div>
                <h4 className="plain">{translate`The deal`}</h4>
                <dl className={styles.deal}>
                  {dealOf(program).map(({ title, text }) => (
                    <div key={title}>
                      <dt>{translate(title)}</dt>
                      <dd>{translate(text)}</dd>
                    </div>
                  ))}
                </dl>
                <a className="touch" href={linkIn('/terms')}>
                  {translate`All terms on one page`}
                </a>
              </div>
              <div>
                <h4 className="plain">{translate`Who can apply`}</h4>
                <Lines className={dots.rings} lines={program.eligibility} />
              </div>
              <div className={`stack gap-2 start ${styles.action}`}>
                <ButtonLink href={linkIn(program.applicationLink)}>
                  {translate`Apply`}
                  <span className="visually-hidden">{translate` to ${translate(program.title)}`}</span>
                </ButtonLink>
                <p className="soft">
                  {program === programs.accelerator
                    ? cohortLine(cohorts, at, promises.answers.Accelerator.words)
                    : translate(pages.apply.anyDay)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
