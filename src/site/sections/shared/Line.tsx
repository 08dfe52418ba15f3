import { translate } from '../../../shared/translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import '../../../ui/thread/thread.css'
import styles from './line.module.css'
import { Unbroken } from './Unbroken.tsx'

interface Stop {
  /** When it happens, such as `Week 1-2`. Without it, the stops are numbered. */
  readonly when?: string
  readonly title: string
  readonly text: string
}

/** Steps in order on one line through dots: from top to bottom on a phone, from left to right on wide screens. */
export function Line({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className={classNames('thread across', styles.line, stops.length === 5 && styles.of5)}>
      {stops.map(({ when, title, text }, at) => (
        <li key={title} className="stack gap-1">
          <span className="small label">{when === undefined ? translate`Step ${at + 1}` : translate(when)}</span>
          <h3 className="text-3">{translate(title)}</h3>
          <p>
            <Unbroken text={translate(text)} />
          </p>
        </li>
      ))}
    </ol>
  )
}
