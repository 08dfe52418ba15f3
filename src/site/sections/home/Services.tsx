import { ArrowRight } from 'lucide-react'
import { pages, programs } from '../../../content/content.ts'
import { hasPage } from '../../../shared/existing-pages.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../../kolams.ts'
import { Section } from '../shared/Section.tsx'
import styles from './services.module.css'

const { startupStudio, accelerator, fundRaise, accelerationAsService } = programs
const marks = [
  { program: startupStudio, kolam: kolams['startup-studio'] },
  { program: accelerator, kolam: kolams.accelerator },
  { program: fundRaise, kolam: kolams['fund-raise'] },
  { program: accelerationAsService, kolam: kolams['acceleration-as-service'] },
].filter(({ program }) => hasPage(program.applicationLink))

/** The four programmes as a full-width list, each with its own kolam. */
export function Services() {
  const { title, intro } = pages.home.services
  return (
    <Section title={title} intro={intro}>
      <ul className={`rows flush ended ${styles.list}`}>
        {marks.map(({ program, kolam }) => (
          <li key={program.name}>
            <a className="stack middle" href={program.applicationLink}>
              <Kolam className={styles.mark} {...kolam} />
              <h3>{program.name}</h3>
              <p>{program.description}</p>
              <span className={`row middle label ${styles.duration}`}>
                {program.duration} <ArrowRight className="arrow" aria-hidden="true" size={24} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
