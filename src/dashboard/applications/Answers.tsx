import { MessageCircle } from 'lucide-react'
import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react'
import { answerFile } from '../../api/paths.ts'
import type { ApplicationRecord } from '../../api/responses.ts'
import { allForms } from '../../forms/definitions/all.ts'
import type { FormsEdits } from '../../forms/edits.ts'
import type { FormSnapshot, Option } from '../../forms/form.ts'
import { formOfSnapshot } from '../../forms/snapshot.ts'
import { type DetailItem, detail } from '../../forms/views/as-text.ts'
import { saysWho } from '../../forms/views/without-contact.ts'
import { Contact, isContact } from './Contact.tsx'
import { Resume } from './Resume.tsx'
import styles from './reading.module.css'
import { chatHref, pieces, webHref } from './safe-links.ts'

/** Answers up to this length in characters, without a line break, are facts. */
const short = 60
/** An answer with a longer word does not fit into a shared line. */
const shortWord = 28

/** Whether an answer is a fact, and not prose. */
export const isShort = ({ kind, text }: DetailItem): boolean =>
  kind !== 'textarea' &&
  kind !== 'file' &&
  text.length <= short &&
  !text.includes('\n') &&
  text.split(' ').every((word) => word.length <= shortWord)

interface AnswersProps {
  readonly record: ApplicationRecord
  /** The form version of the application, if the form has changed since then. */
  readonly snapshot: FormSnapshot | undefined
}

/** The answers by section; undefined until their form is known: an earlier version comes with the response for the application. */
function useSections({ record, snapshot }: AnswersProps) {
  const today = useContext(FormsContext)[record.form_type]
  if (record.earlier_form && snapshot === undefined) return undefined
  const form = snapshot === undefined ? today : formOfSnapshot(today, snapshot)
  return { form, sections: detail(form, record.form_data) }
}

/** How to reach the applicant, in one line. */
export function ContactLine(props: AnswersProps) {
  const items = useSections(props)?.sections.flatMap((section) => section.items.filter(isContact)) ?? []
  return <Contact items={items} answer={(item) => <Answer item={item} record={props.record} isWhole />} />
}

/**
 * The long answers under their questions, by section, and then the short ones together. How to reach the applicant is in the head (`ContactLine`).
 */
export function Answers(props: AnswersProps) {
  const { record, snapshot } = props
  const answered = useSections(props)
  if (answered === undefined) return null
  const { form, sections } = answered
  const all = sections.flatMap(({ items }) => items)
  const facts = all.filter((item) => item.text.trim() !== '' && !isContact(item) && isShort(item))
  const unanswered = all.filter(({ text, name }) => text.trim() === '' && !(record.hidden && saysWho(form, name)))
  return (
    <div className={`stack gap-6 ${styles.answers}`} data-answers="">
      {sections.map(({ readerTitle, items }) => {
        const prose = items.filter((item) => item.text.trim() !== '' && !isContact(item) && !isShort(item))
        return <Section key={readerTitle} title={readerTitle} items={prose} record={record} />
      })}
      <Section title="Facts" items={facts} record={record} isFacts />
      {unanswered.length > 0 && <p className="soft small">Not answered: {unanswered.map(({ label }) => label).join(', ')}</p>}
      {snapshot !== undefined && (
        <p className="soft small">The form has changed since then. These are the questions of that time.</p>
      )}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly items: readonly DetailItem[]
  readonly record: ApplicationRecord
  readonly isFacts?: boolean
}

const Section = ({ title, items, record, isFacts = false }: SectionProps) =>
  items.length === 0 ? null : (
    <section className="stack gap-2">
      <h3>{title}</h3>
      <dl className={isFacts ? styles.short : styles.long}>
        {items.map((item) => (
          <div key={item.name}>
            <dt>{item.label}</dt>
            <dd>
              <Answer item={item} record={record} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

const isScanned = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'scanned' in answer

/** An answer. Its links open in a new tab and send no referrer. `isWhole`: no line ends inside an address, and a link is without its scheme. */
export function Answer({ item, record, isWhole }: { item: DetailItem; record: ApplicationRecord; isWhole?: boolean }) {
  const breakable = isWhole ? withoutScheme : withBreaks
  const { kind, text, name } = item
  if (kind === 'email') return <a href={`mailto:${encodeURIComponent(text.trim()).replace('%40', '@')}`}>{breakable(text)}</a>
  if (kind === 'tel') {
    const chat = chatHref(text)
    return (
      <span>
        <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>
        {chat !== undefined && (
          <>
            {' '}
            <Outside href={chat} text={<MessageCircle className={styles.chat} aria-label="WhatsApp" size="1em" />} />
          </>
        )}
      </span>
    )
  }
  if (kind === 'file')
    return <Resume record={record} href={answerFile(record.id, name)} name={text} scanned={isScanned(record.form_data[name])} />
  if (kind === 'url') {
    const href = webHref(text)
    return href === undefined ? text : <Outside href={href} text={breakable(text)} />
  }
  return pieces(text).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change order
    piece.href === undefined ? piece.text : <Outside key={at} href={piece.href} text={breakable(piece.text)} />,
  )
}

const Outside = ({ href, text }: { href: string; text: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {text}
  </a>
)

const withoutScheme = (text: string): string => text.trim().replace(/^https?:\/\/|\/$/gi, '')

/** A URL or address with line breaks allowed after its punctuation, not inside a word. */
const withBreaks = (text: string) =>
  (text.match(/[^/.@?&=_-]*[/.@?&=_-]+|[^/.@?&=_-]+/g) ?? []).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

interface PlainAnswersProps {
  readonly record: Pick<ApplicationRecord, 'form_type' | 'form_data'>
  /** The answers that are shown; without it, all. */
  isShown?(item: DetailItem): boolean
}

/** The answers as terms of a `dl`, under today's questions, without links. */
export function PlainAnswers({ record, isShown = () => true }: PlainAnswersProps) {
  const form = useContext(FormsContext)[record.form_type]
  return detail(form, record.form_data)
    .flatMap(({ items }) => items)
    .filter((item) => item.text.trim() !== '' && isShown(item))
    .map(({ name, label, text }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))
}

/** The forms with which answers are shown. The name of a removed cohort is shown as it is stored. */
export const FormsContext = createContext(allForms({ cohorts: [] }))

/** What the page of a desk knows about the forms. */
export interface FormContent {
  /** What differs from their definitions. */
  readonly edits: FormsEdits
  /** All cohorts in the content, including closed ones. */
  readonly cohorts?: readonly Option[]
}

const noCohorts: readonly Option[] = []

/** Shows the answers in it with the current forms. */
export function WithForms({ edits, cohorts = noCohorts, children }: FormContent & { readonly children: ReactNode }) {
  const forms = useMemo(() => allForms({ cohorts }, undefined, edits), [cohorts, edits])
  return <FormsContext value={forms}>{children}</FormsContext>
}
