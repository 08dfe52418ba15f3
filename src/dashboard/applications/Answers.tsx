import { createContext, Fragment, useContext } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { type DetailItem, detail } from '../../forms/views/detail.ts'
import styles from './answers.module.css'
import { Resume } from './Resume.tsx'
import { pieces, webHref } from './safe-links.ts'

/** Answers of at most this many characters, without a line break, stand beside each other. */
const short = 60
/** A word of more characters has no room there. */
const shortWord = 28

const isShort = ({ kind, text }: DetailItem): boolean =>
  kind !== 'textarea' &&
  kind !== 'file' &&
  text.length <= short &&
  !text.includes('\n') &&
  text.split(' ').every((word) => word.length <= shortWord)

/** What was answered, as prose under the questions, by section. */
export function Answers({ record }: { record: ApplicationRecord }) {
  const form = useContext(FormsContext)[record.form_type]
  if (form === undefined) return null
  return (
    <div className={styles.answers} data-answers="">
      {detail(form, record.form_data).map(({ readerTitle, items }) => {
        const answered = items.filter((item) => item.text.trim() !== '')
        const unanswered = items.filter((item) => item.text.trim() === '')
        return (
          <section key={readerTitle} className={styles.section}>
            <h3>{readerTitle}</h3>
            <dl>
              {answered.map((item) => (
                <div key={item.name} className={isShort(item) ? styles.fact : styles.prose}>
                  <dt>{item.label}</dt>
                  <dd>
                    <Answer item={item} id={record.id} />
                  </dd>
                </div>
              ))}
            </dl>
            {unanswered.length > 0 && (
              <p className={styles.unsaid}>Not answered: {unanswered.map((item) => item.label).join(', ')}</p>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** An answer; what it links to opens apart and is not told where the reader came from. */
function Answer({ item, id }: { item: DetailItem; id: string }) {
  const { kind, text } = item
  if (kind === 'email') return <a href={`mailto:${encodeURIComponent(text.trim()).replace('%40', '@')}`}>{breakable(text)}</a>
  if (kind === 'tel') return <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>
  if (kind === 'file') return <Resume id={id} name={text} />
  if (kind === 'url') {
    const href = webHref(text)
    return href === undefined ? text : <Outside href={href} text={text} />
  }
  return pieces(text).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    piece.href === undefined ? piece.text : <Outside key={at} href={piece.href} text={piece.text} />,
  )
}

const Outside = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {breakable(text)}
  </a>
)

/** An address that may go on in the next line behind each of its signs, and not in the middle of a word. */
const breakable = (text: string) =>
  (text.match(/[^/.@?&=_-]*[/.@?&=_-]+|[^/.@?&=_-]+/g) ?? []).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** The forms, to read answers by. An answer that names a cohort which content no longer has is shown as it was sent. */
export const FormsContext = createContext(allForms({ cohorts: [] }))
