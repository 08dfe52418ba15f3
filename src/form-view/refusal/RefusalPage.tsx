import { translate } from '../../shared/translate.ts'
import { waitInWords } from '../../shared/wait-in-words.ts'
import own from '../../ui/kolam/kolam.module.css'
import { kolam } from '../../ui/kolam/kolam.ts'
import { ShortPage } from '../private-page/ShortPage.tsx'
import { translateNodes } from '../private-page/translate-nodes.tsx'
import styles from './refusal.module.css'
import type { RefusalView } from './view.ts'

/** A kolam whose line takes as long as the visitor waits, by SMIL, because the page has no script. */
function Clock({ seconds }: { readonly seconds: number }) {
  const { dots, path, viewBox } = kolam('wait', 7, 'octagon')
  return (
    <svg className={`drawing ${styles.clock}`} viewBox={viewBox} aria-hidden="true">
      {/* The dash is longer than the line: one of the same length leaves a gap at its end. */}
      <path className={`${own.line} ${styles.line}`} d={path} pathLength={1} strokeDasharray={1.3} strokeDashoffset={1.3}>
        <animate attributeName="stroke-dashoffset" from="1.3" to="0.25" dur={`${seconds}s`} fill="freeze" />
      </path>
      <path className={own.dots} d={dots.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
    </svg>
  )
}

/**
 * The page for a native post that was refused before its answers were read: how long to wait, and the way back to the answers, which the browser still has.
 */
export const RefusalPage = ({ view: { message, waitS, isOverLimit, formPath } }: { readonly view: RefusalView }) => {
  const wait = waitS === undefined ? undefined : waitInWords(waitS)
  return (
    <ShortPage
      title={wait === undefined ? translate`This was not sent` : translate`Please wait ${wait}`}
      drawing={waitS === undefined ? undefined : <Clock seconds={Math.ceil(waitS)} />}
    >
      <p role="alert" className={`note ${styles.alert}`}>
        {message}
      </p>
      <p className="text-3">
        {translateNodes`Nothing is lost: your browser’s ${<strong>{translate`Back button`}</strong>} leads to your answers, as you wrote them.`}
        {wait !== undefined && translate` They can be sent again in ${wait}.`}
        {wait !== undefined && (
          <span className={styles.clockNote}>{translate` That is when the line of this kolam closes.`}</span>
        )}
      </p>
      {isOverLimit && (
        <p className="soft small">{translate`Many messages came from your network at once. Everyone on a shared network counts together.`}</p>
      )}
      {formPath !== undefined && (
        <p className="soft small">
          {translate`Are they not there? `}
          <a href={formPath}>{translate`Start with an empty form`}</a>.
        </p>
      )}
    </ShortPage>
  )
}
