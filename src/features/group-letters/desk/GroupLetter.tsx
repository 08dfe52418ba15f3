import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import type { Filters } from '../../../dashboard/applications/filters.ts'
import { matchesQuery } from '../../../dashboard/applications/queries.ts'
import { type UnsentMessage, unsentMessages } from '../../../dashboard/browser-storage.ts'
import { CallError } from '../../../dashboard/client.ts'
import { typedAbove } from '../../../dashboard/decisions/decide.ts'
import { applicantLabel, formatCount, languageName } from '../../../dashboard/labels.ts'
import styles from '../../../dashboard/letters/letters.module.css'
import { Placeholders } from '../../../dashboard/letters/Placeholders.tsx'
import { SavedReplies, unfilled } from '../../../dashboard/letters/SavedReplies.tsx'
import { refusalOf, reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import dialog from '../../../dashboard/ui/dialog.module.css'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import { idFrom } from '../../../shared/ids.ts'
import { filledMessage, type LeftOut, messagePlaceholders, receiversOf, subjectPlaceholders } from '../rules.ts'
import { forgetSent, unsentId, writeToGroup } from './group-letter.ts'

interface GroupLetterProps {
  /** The list that it is for. */
  readonly filters: Filters
  /** The selection that it is for, in place of the whole list. */
  readonly records?: readonly ApplicationRecord[] | undefined
  readonly open: boolean
  close(): void
}

/** A letter to a group: written once, each one read as the person gets it, and sent after its hold. */
export function GroupLetter({ filters, records, open, close }: GroupLetterProps) {
  const list = useQuery({ ...matchesQuery(filters), enabled: open && records === undefined })
  // What it had when it was last opened is not who gets it now.
  const all = records ?? (list.isFetching ? undefined : list.data?.records)
  return (
    // A click beside it does not discard what was typed.
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Letter to a group</Dialog.Title>
          {all === undefined ? (
            <p role="status">{list.error === null ? 'Loading…' : list.error.message}</p>
          ) : all.some(({ hidden }) => hidden) ? (
            <p role="status">
              It is hidden who sent some of these, so their letters cannot be read before they go. Decide them first.
            </p>
          ) : (
            <GroupLetterForm all={all} isCapped={records === undefined && list.data?.capped === true} close={close} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Why an application gets none; for an ended review its state says it. */
const reasons: Readonly<Partial<Record<LeftOut, string>>> = {
  stopped: 'stopped our letters',
  same_person: 'another application of the same person gets it',
}

const greetingIn = (language: string): string => (language === '' ? 'Dear {name},\n\n' : '{name},\n\n')

/** The letter in a language, as far as it is written. */
const letterIn = (language: string): UnsentMessage =>
  unsentMessages.of(unsentId(language)) ?? { subject: '', text: greetingIn(language) }

const isBlank = ({ text }: UnsentMessage, language: string): boolean => ['', greetingIn(language).trim()].includes(text.trim())

const schema = { placeholders: messagePlaceholders, properties: { subject: { placeholders: subjectPlaceholders } } }

interface GroupLetterFormProps {
  readonly all: readonly ApplicationRecord[]
  /** Whether the list has more than these. */
  readonly isCapped: boolean
  close(): void
}

function GroupLetterForm({ all, isCapped, close }: GroupLetterFormProps) {
  const client = useQueryClient()
  const { to, leftOut } = receiversOf(all, ({ applicant_email, letters_stopped_at, ended }) => ({
    applicantEmail: applicant_email,
    isStopped: letters_stopped_at !== undefined,
    ended: ended?.state,
  }))
  /** Those of the applications, English first. */
  const languages = [...new Set(to.map(({ language = '' }) => language))].toSorted()
  const [language, setLanguage] = useState(languages[0] ?? '')
  const [letter, setLetter] = useState(() => letterIn(language))
  const readers = to.filter((record) => (record.language ?? '') === language)
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const isLarge = to.length > typedAbove
  const isConfirmed = !isLarge || typed.replace(/\D/g, '') === String(to.length)
  const shown = readers[at]

  const greeting = greetingIn(language)
  const keep = (next: UnsentMessage): void => {
    unsentMessages.store(unsentId(language), next)
    setLetter(next)
  }
  const show = (next: string): void => {
    setLanguage(next)
    setLetter(letterIn(next))
    setAt(0)
  }
  // Another text is another letter, with a key of its own.
  const change = (part: Pick<Partial<UnsentMessage>, 'subject' | 'text'>): void =>
    keep({ subject: letter.subject, text: letter.text, ...part })

  /** Sends each letter to those who read its language; who has none in theirs gets the English one. @returns who was refused */
  async function sendAll(): Promise<readonly { readonly id: string }[]> {
    const refused: { readonly id: string }[] = []
    const keys: string[] = []
    for (const each of languages) {
      const written = letterIn(each)
      if (isBlank(written, each)) continue
      const { subject, text, key = idFrom(new Date(), crypto.getRandomValues(new Uint8Array(16))) } = written
      const id = unsentId(each)
      keys.push(key)
      unsentMessages.store(id, { subject, text, key })
      const isRead = (own: string): boolean => own === each || (each === '' && isBlank(letterIn(own), own))
      const ids = to.filter((record) => isRead(record.language ?? '')).map((record) => record.id)
      refused.push(...(await writeToGroup(client, { subject, text, key, ids }, id)).refused)
    }
    if (refused.length === 0) forgetSent(keys)
    return refused
  }

  async function send(): Promise<void> {
    const all = languages.map((each) => ({ each, ...letterIn(each) }))
    const missing = all.find((written) => isBlank(written, written.each) && (written.each === '' || languages[0] !== ''))
    const blank = all.flatMap(({ text }) => unfilled(text) ?? [])[0]
    const untitled = all.find((written) => !isBlank(written, written.each) && written.subject.trim() === '')
    if (missing !== undefined) return setFault('Write the message below the greeting first.')
    if (blank !== undefined) return setFault(`Fill in first: ${blank}`)
    if (untitled !== undefined) return setFault(`The letter in ${languageName(untitled.each)} needs a subject.`)
    setBusy(true)
    setFault('')
    try {
      const refused = await sendAll()
      if (refused.length === 0) return close()
      const names = refused.map(({ id }) => to.find((record) => record.id === id)?.applicant_name ?? id)
      setFault(`${formatCount(refused.length)} were not written to: ${names.slice(0, 5).join(', ')}. Send again to try these.`)
    } catch (error) {
      reportFailure('writing to a group', error)
      setFault(
        error instanceof CallError && error.status === 0
          ? 'The server did not answer, so the letters may be on their way. Send again: each is sent only once.'
          : (refusalOf(error) ?? 'The letters were not sent.'),
      )
    }
    setBusy(false)
  }

  return (
    <form
      className={`stack ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && isConfirmed) void send()
      }}
    >
      <p className="soft">
        {formatCount(to.length)} {to.length === 1 ? 'person' : 'people'}, {formatCount(all.length)}{' '}
        {all.length === 1 ? 'application' : 'applications'}
        {isCapped && ', the first of the list'}. The letters wait in the outbox first, where each can be stopped.
      </p>
      {leftOut.length > 0 && (
        <details>
          <summary>{formatCount(leftOut.length)} left out</summary>
          <ul className="scrolls">
            {leftOut.map(({ of, why }) => (
              <li key={of.id}>
                {applicantLabel(of)}: {reasons[why] ?? why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {languages.length > 1 && (
        <fieldset className="row gap-2 middle">
          <legend>Each gets the letter in the language of their application; in English while there is none in it</legend>
          {languages.map((each) => (
            <label key={each} className="row gap-2 middle">
              <input type="radio" name="language" checked={each === language} onChange={() => show(each)} />
              {languageName(each)} ({formatCount(to.filter((record) => (record.language ?? '') === each).length)})
            </label>
          ))}
        </fieldset>
      )}
      <SavedReplies
        insert={(reply) =>
          change({
            subject: letter.subject || reply.subject,
            text: `${letter.text.trim() || greeting.trim()}\n\n${reply.text}`,
          })
        }
      />
      <Field label="Subject">
        <input
          data-field='["subject"]'
          required={language === ''}
          lang={language || undefined}
          maxLength={200}
          autoComplete="off"
          value={letter.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field label="Message">
        <textarea
          data-field='["text"]'
          rows={6}
          required={language === ''}
          lang={language || undefined}
          value={letter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <Placeholders schema={schema} />
      {shown !== undefined && (
        <section className="box" aria-label="As they get it">
          <div className="row gap-2 middle">
            <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
              Previous
            </Button>
            <Button disabled={at === readers.length - 1} onClick={() => setAt(at + 1)}>
              Next
            </Button>
          </div>
          <p role="status" className="soft">
            {formatCount(at + 1)} of {formatCount(readers.length)}: {shown.applicant_email}
          </p>
          <div lang={language || undefined}>
            <Filled letter={isBlank(letter, language) && languages[0] === '' ? letterIn('') : letter} record={shown} />
          </div>
        </section>
      )}
      {isLarge && (
        <Field label={`Type ${to.length} to confirm`}>
          <input inputMode="numeric" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
      <FormFooter
        submitLabel={`Send ${formatCount(to.length)}`}
        busyLabel="Sending…"
        busy={busy}
        disabled={!isConfirmed || to.length === 0}
        fault={fault}
        cancelLabel="Close"
        close={close}
      />
    </form>
  )
}

/** The letter as one person gets it. */
function Filled({ letter, record }: { readonly letter: { subject: string; text: string }; readonly record: ApplicationRecord }) {
  const { id, applicant_name: applicantName, company_name: companyName } = record
  const { subject, text } = filledMessage(letter, { id, applicantName, companyName })
  return (
    <>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className={`typed ${styles.preview}`}>{text}</p>
    </>
  )
}
