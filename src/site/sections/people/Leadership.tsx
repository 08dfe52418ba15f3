import { pages, team } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './leadership.module.css'
import { Portrait, Profiles } from './Portrait.tsx'

/** The number that the heading of the page speaks of, to dial, and when somebody answers. */
export const PhoneLink = ({ dial, display, hours }: { dial: string; display: string; hours: string }) => (
  <p className={`stack gap-2 start soft ${styles.phone}`}>
    <a href={`tel:${dial}`}>{display}</a> <span>{hours}</span>
  </p>
)

/** The people who run the accelerator, large. */
export function Leadership() {
  if (team.length === 0) return null
  return (
    <Section title={pages.team.leadership}>
      <ul className={`stack gap-7 three ${styles.people}`}>
        {team.map(({ name, role, bio, image, email, ...profiles }) => (
          <li key={name} className="stack gap-2">
            <Portrait name={name} image={image} className={styles.portrait} within />
            <h3>{name}</h3>
            <p className="label">{role}</p>
            <p className="soft">{bio}</p>
            <p className={`row middle ${styles.ways}`}>
              <Profiles person={{ name, ...profiles }} />
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** How we work: what we promise, in large letters, each with its sentence. */
export function Promises() {
  const { title, intro, items } = pages.team.values
  return (
    <Section title={title} intro={intro} ground="deep">
      <ul className={`rows loose ${styles.promises}`}>
        {items.map(({ title: promise, text }) => (
          <li key={promise} className="stack gap-2">
            <h3 className="text-5 deep-ink">{promise}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
