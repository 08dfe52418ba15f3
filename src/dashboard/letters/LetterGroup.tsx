import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'
import { isNotice } from '../../applications/outbox.ts'
import { formatCount, formatTime, letterLabel } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteQuestion } from '../ui/DeleteQuestion.tsx'
import { HeldLetter } from './HeldLetter.tsx'
import { sendHeld, takeAllBack } from './held-letters.ts'
import styles from './letters.module.css'
import { keyOf, type useEditedLetters } from './use-edited-letters.ts'

/** More letters of one kind than this are folded into one line. */
const few = 5

interface LetterGroupProps {
  /** The waiting letters of one kind that are sent on one day; not empty. */
  readonly letters: readonly HeldLetterRecord[]
  readonly editors: Omit<ReturnType<typeof useEditedLetters>, 'shown'>
}

/** The waiting letters of one kind. A crowd is one line, which opens. The lists are the same for both, so that an open editor stays. */
export function LetterGroup({ letters, editors: { isEdited, isGone, edit } }: LetterGroupProps) {
  const [chosen, choose] = useState<boolean>()
  const isCrowd = letters.length > few
  const isOpen = !isCrowd || (chosen ?? letters.some(isEdited))
  return (
    <div>
      {isCrowd && <Crowd letters={letters} isOpen={isOpen} setOpen={choose} />}
      {isOpen && (
        <ul data-list="" data-steady="outbox">
          {letters.map((held) => (
            <HeldLetter
              key={keyOf(held)}
              held={held}
              isGone={isGone(held)}
              editing={isEdited(held)}
              setEditing={(open) => edit(held, open)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** `05:20`, or `05:20 to 13:20` for letters that are sent one after the other; empty for letters that are sent by hand. */
function timesOf(letters: readonly HeldLetterRecord[]): string {
  const times = letters.filter(({ by_hand }) => by_hand === undefined).map(({ due_at }) => due_at)
  const [first, last] = [times[0], times.at(-1)].map((at) => (at === undefined ? '' : formatTime(new Date(at))))
  return first === last ? (first ?? '') : `${first} to ${last}`
}

/** The only one of some texts; undefined if they differ. */
const only = (texts: readonly string[]): string | undefined => (new Set(texts).size === 1 ? texts[0] : undefined)

interface CrowdProps extends Pick<LetterGroupProps, 'letters'> {
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
}

/** Many letters of one kind as one line: how many, when they are sent, why they wait, and what was added to all of them. */
function Crowd({ letters, isOpen, setOpen }: CrowdProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [toTakeBack, setToTakeBack] = useState<CrowdProps['letters']>()
  const act = (work: Promise<void>): void => {
    setBusy(true)
    // The toast said why.
    void work.catch(() => undefined).finally(() => setBusy(false))
  }
  const kind = letters[0]?.letter ?? ''
  const count = formatCount(letters.length)
  const title = `${letterLabel(kind)}, ${count} letters`
  const added = only(letters.map(({ reason, sentence }) => [reason, sentence].filter(Boolean).join('\n\n')))
  const fault = only(letters.map(({ last_fault }) => last_fault))
  return (
    <div className={`row ${styles.letter}`} data-crowd={kind}>
      <div className="entry">
        <p>
          <strong>{title}</strong>
          <span className="below">{timesOf(letters)}</span>
          {fault !== '' && <span className="below">{fault ?? 'They wait for several reasons.'}</span>}
        </p>
        {added !== '' && <blockquote className="quote small">{added ?? 'What was added to them differs.'}</blockquote>}
      </div>
      <div className="acts">
        {!isNotice(kind) && (
          <>
            <Button disabled={busy} onClick={() => act(sendHeld(client, letters))}>
              {`Send these ${count}`}
            </Button>
            <Button tone="quiet" disabled={busy} aria-haspopup="dialog" onClick={() => setToTakeBack(letters)}>
              {`Take these ${count} back`}
            </Button>
          </>
        )}
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : 'Show each'}
        </Button>
      </div>
      <DeleteQuestion
        subject={toTakeBack}
        title={(of) => `Take ${formatCount(of.length)} letters back?`}
        verb="Take back"
        text={() => 'None of them is sent, and what they announce is undone: the applications are as they were before.'}
        close={() => setToTakeBack(undefined)}
        remove={(of) => act(takeAllBack(client, of, title))}
      />
    </div>
  )
}
