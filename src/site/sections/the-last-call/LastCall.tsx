import { pages, site } from '../../../content/content.ts'
import { callable } from '../../../content/placeholders.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { frieze } from '../../../ui/kolam/Frieze.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import kolam from '../../../ui/kolam/kolam.module.css'
import { isExampleNumber } from '../../demonstration.ts'
import { kolams } from '../../kolams.ts'
import styles from './last-call.module.css'

const { helplines } = pages['the-last-call']
const { template, first } = pages['the-last-call']
const mail = `mailto:${site.email}?body=${encodeURIComponent(template.join('\r\n'))}`
const numbers = callable(helplines, site.address.country)

/** The button of a helpline. */
const Call = ({ number }: { readonly number: string }) => <a href={`tel:${number.replace(/[ -]/g, '')}`}>Call {number}</a>

/** The top of a page for founders in trouble: few words, one button, no animation. */
export function CallHero() {
  const { hero, availability } = pages['the-last-call']
  return (
    <section className="deep opening">
      <div className={`wrap stack gap-5 ${styles.inner}`}>
        <Kolam className={styles.kolam} {...kolams['the-last-call']} />
        <h1>{hero.title}</h1>
        <p className={'lead'}>{hero.text}</p>
        <p className={`stack ${styles.ways}`}>
          <ButtonLink href={chatLink(site.chatUrl, site.phone.dial, template)} rel="noopener">
            {hero.action}
          </ButtonLink>
          <span>
            Support {availability}.
            {!isExampleNumber && (
              <>
                {' '}
                Or call <a href={`tel:${site.phone.dial}`}>{site.phone.display}</a>.
              </>
            )}{' '}
            No chat app? Write to <a href={mail}>{site.email}</a>.
          </span>
          {isExampleNumber && <strong>This is an example site. Nobody reads the chat or the email.</strong>}
          <span>
            <a href={first.to}>{first.label}</a>
          </span>
        </p>
        {numbers.length > 0 && (
          <p className={styles.helplines}>
            {helplines.text}
            <br />
            {numbers.map(({ name, number }) => (
              <span key={number}>
                {name}: <Call number={number} />{' '}
              </span>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}

/**
 * The URL that opens a chat with the number `dial` (`+` and digits) and a prefilled text of `lines`.
 */
export const chatLink = (chatUrl: string, dial: string, lines: readonly string[]): string =>
  `${chatUrl.replace(/\/$/, '')}/${dial.replace(/\D/g, '')}?text=${encodeURIComponent(lines.join('\n'))}`

/** The line of each way, between the dot of the caller and ours: around both; around both, but not closed again; around the caller alone. */
const ways = [
  { dots: 2, share: 1 },
  { dots: 2, share: 0.8 },
  { dots: 1, share: 1 },
] as const

/** How we can help, each way with a drawing of two dots. */
export function Ways() {
  return (
    <ul className={`stack gap-7 three ${styles.support}`}>
      {pages['the-last-call'].support.items.map(({ title, text }, at) => {
        const { dots, share } = ways[at % ways.length] ?? ways[0]
        return (
          <li key={title} className="stack gap-2">
            <svg className="drawing" viewBox="-1.6 -1.6 7.2 3.2" aria-hidden="true">
              <path
                className={kolam.line}
                d={frieze(dots, 1).paths[0]}
                pathLength={share < 1 ? 1 : undefined}
                strokeDasharray={share < 1 ? `${share} 1` : undefined}
              />
              <path className={kolam.dots} d="M0 0h0M4 0h0" />
            </svg>
            <h3 className="text-3">{title}</h3>
            <p>{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** Our promises to a caller, and whom to call in a personal emergency. */
export function Promises() {
  const { promises, urgent } = pages['the-last-call']
  return (
    <section className={`section ${styles.section}`}>
      <div className={'wrap stack gap-7 split turned'}>
        <div className="stack">
          <h2 className="text-4">{promises.title}</h2>
          <ul className="rows faint text-3">
            {promises.items.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <aside className={`stack ${styles.urgent}`} aria-labelledby="urgent">
          <h2 className="text-4" id="urgent">
            {urgent.title}
          </h2>
          <p>{urgent.text}</p>
          {numbers.map(({ name, number, text }) => (
            <div key={number}>
              <h3 className="text-3">{name}</h3>
              <p>{text}</p>
              <p className={`text-3 ${styles.number}`}>
                <Call number={number} />
              </p>
            </div>
          ))}
        </aside>
      </div>
    </section>
  )
}
