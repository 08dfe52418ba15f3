import { useEffect, useState } from 'react'
import type { Faults, Form } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { KolamDots } from '../../ui/kolam/KolamDots.tsx'
import type { FormState } from '../form-state.ts'
import { conditionName, conditionOf } from './conditions.ts'
import styles from './form-progress.module.css'
import { ids } from './ids.ts'

interface ProgressProps {
  readonly form: Form
  /** Missing if no script runs. A page without one may say which parts are done, but with no current part, -1: it cannot follow the visitor. */
  readonly state?: Pick<FormState, 'parts' | 'answered' | 'key'>
  readonly faults: Faults
  /** Whether the draft is saved. On a phone the bar shows this, because the draft's own line is far away. */
  readonly saved: boolean
}

/** The share of the line that complete answers draw. Its end is drawn when the application is sent. */
const openShare = 0.94

/** Draws the line; loaded at the first answer. If that fails, the dots remain, and the next answer tries again. */
function useKolam(answered: number) {
  const [loaded, setLoaded] = useState<typeof import('../../ui/kolam/Kolam.tsx')>()
  useEffect(() => {
    if (!import.meta.env.SSR && answered > 0) import('../../ui/kolam/Kolam.tsx').then(setLoaded, () => undefined)
  }, [answered])
  return loaded?.Kolam
}

/**
 * The kolam of the application, which grows with the answers, and the parts of the form as dots on a line, each a link. On a phone it is one
 * line of text with the current part.
 */
export const Progress = ({ form, state, faults, saved }: ProgressProps) => {
  const { parts, answered = 0, key = '' } = state ?? {}
  const Kolam = useKolam(answered)
  const { seed, ...dots } = kolamOf(form.type, key)
  const shownParts = form.sections
    .map((section, index) => ({ section, index }))
    .filter(({ index }) => parts?.shown[index] ?? true)
  const position = shownParts.findIndex(({ index }) => index === parts?.current)
  const at = Math.max(0, position)
  return (
    <nav className={styles.progress} aria-label={translate`Parts of this form`}>
      <p className={styles.now} aria-hidden="true">
        <span className={styles.nowTitle}>{shownParts[at]?.section.title}</span>
        {/* Without a script the current part is not known, and all conditional parts are shown. */}
        {position >= 0 && <span>{`${translate`${at + 1} of ${shownParts.length}`}${saved ? translate` · Saved` : ''}`}</span>}
      </p>
      {Kolam === undefined || key === '' ? (
        <KolamDots className={styles.kolam} {...dots} />
      ) : (
        <Kolam className={styles.kolam} share={answered * openShare} seed={seed} {...dots} />
      )}
      <ol className={styles.parts}>
        {shownParts.map(({ section, index }, nth) => {
          const done = parts?.done[index] === true
          const current = position >= 0 && nth === at
          const wrong = section.fields.filter((name) => faults[name] !== undefined).length
          const condition = import.meta.env.SSR && state === undefined ? conditionOf(form, section) : undefined
          return (
            <li
              key={section.title}
              data-if={condition && conditionName(condition)}
              className={classNames(styles.part, done && styles.done, current && styles.current, wrong > 0 && styles.wrong)}
            >
              <a href={`#${ids.part(index)}`} aria-current={current ? 'step' : undefined}>
                <span className={styles.title}>{section.title}</span>
                {done && <span className="visually-hidden">{translate` (complete)`}</span>}
                {wrong > 0 && (
                  <span className={styles.number}>
                    <span>{wrong}</span>
                    <span className="visually-hidden">{translate` to fix`}</span>
                  </span>
                )}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
