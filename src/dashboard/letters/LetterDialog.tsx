import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { LetterResponse } from '../../api/letter-responses.ts'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import { unsentSentences } from '../browser-storage.ts'
import type { DecisionWords, ReviewAction } from '../decisions/review-action.ts'
import { deskFeatures } from '../features.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { LetterFormatSwitch, Switch } from '../ui/Switch.tsx'
import { useMedia } from '../ui/use-media.ts'
import { AdditionFields, type AdditionText, additionOf, noAddition } from './AdditionFields.tsx'
import { LetterView } from './LetterView.tsx'
import { letterQuery, type OpenLetter, showLetter, useOpenLetter } from './letters.ts'

export type Decide = (record: ApplicationRecord, act: ReviewAction, wording?: DecisionWords) => void

/** The dialog that previews or shows a letter. With `decide`, the reviewer can add to a preview and make its decision. */
export function LetterDialog({ decide }: { readonly decide?: Decide }) {
  const open = useOpenLetter()
  const popup = useRef<HTMLDivElement>(null)
  // Keeps showing its content during the closing animation.
  const last = useRef(open)
  if (open !== undefined) last.current = open
  return (
    <Dialog.Root open={open !== undefined} onOpenChange={(stays) => !stays && showLetter(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} data-print="no" />
        <Dialog.Popup className={`${dialog.popup} ${dialog.sheet}`} ref={popup} initialFocus={popup}>
          {last.current !== undefined && (
            <Opened key={JSON.stringify(last.current.choices[0]?.source)} letter={last.current} decide={decide} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Opened({ letter: { recipient, choices, about }, decide }: { letter: OpenLetter; decide: Decide | undefined }) {
  const [chosen, choose] = useState(choices[0]?.name ?? '')
  const [plain, setPlain] = useState(false)
  const dark = useMedia('(prefers-color-scheme: dark)')
  const narrow = useMedia('(width < 40rem)')
  const application = choices[0]?.decision?.record.id
  // The dialog may have been closed before, or the decision may have failed.
  const [text, setText] = useState(() => ({
    ...noAddition,
    sentence: application === undefined ? '' : (unsentSentences.of(application) ?? ''),
  }))
  const changeText = (next: AdditionText): void => {
    setText(next)
    if (application !== undefined) unsentSentences.store(application, next.sentence || undefined)
  }
  const addition = useDeferredValue(additionOf(text))
  const choice = choices.find(({ name }) => name === chosen)
  const { data, error, refetch } = useQuery({
    ...letterQuery(choice?.source ?? { id: '', letter: '' }, choice?.request ?? addition),
    enabled: choice !== undefined,
  })
  return (
    <>
      <div className={`line ${dialog.bar}`}>
        <Dialog.Title>
          {choices.length > 1 ? 'The letters to' : 'The letter to'} {recipient}
        </Dialog.Title>
        <Dialog.Close render={<Button tone="icon" className={dialog.print} />} aria-label="Close">
          <X aria-hidden="true" size={20} />
        </Dialog.Close>
      </div>
      <div className={`${dialog.body} stack`} data-scroll="">
        <Dialog.Description className="soft small">{about}</Dialog.Description>
        <div className="row gap-2">
          {choices.length > 1 && (
            <Switch
              label="The letter if you"
              options={choices.map(({ name }) => ({ value: name, name }))}
              value={chosen}
              choose={(next) => {
                choose(next)
                setText({ ...text, reason: '' })
              }}
            />
          )}
          <LetterFormatSwitch plain={plain} choose={setPlain} />
        </div>
        {choice !== undefined && decide !== undefined && (
          <Deciding choice={choice} decide={decide} reasons={data?.reasons ?? []} text={text} setText={changeText} />
        )}
        {data !== undefined ? (
          <LetterView letter={data.letter} plain={plain} dark={dark} narrow={narrow} />
        ) : error !== null ? (
          <div role="alert" className="stack gap-3 start">
            <p>This letter cannot be shown. {error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <p>Loading…</p>
        )}
      </div>
    </>
  )
}

interface DecidingProps {
  readonly choice: OpenLetter['choices'][number]
  readonly decide: Decide
  readonly reasons: LetterResponse['reasons']
  readonly text: AdditionText
  setText(text: AdditionText): void
}

/** The fields for what is added to the letter of a decision, and the buttons that decide. */
function Deciding({ choice: { name, decision }, decide, reasons, text, setText }: DecidingProps) {
  const additions = useRef<Record<string, unknown>>({})
  if (decision === undefined) return null
  const act = (wording: Wording): void => {
    showLetter(undefined)
    // What is undefined is not sent.
    decide(decision.record, decision.act, { ...wording, ...(decision.act === 'approved' && { with: additions.current }) })
  }
  return (
    <div className="stack gap-3 box">
      <AdditionFields reasons={reasons} value={text} change={setText} />
      {decision.act === 'approved' &&
        deskFeatures.map(
          ({ name: feature, approval: Part }) =>
            Part && (
              <Part
                key={feature}
                record={decision.record}
                change={(typed) => {
                  additions.current = { ...additions.current, [feature]: typed }
                }}
              />
            ),
        )}
      <div className="acts">
        <Button tone={name === 'Reject' ? 'reject' : 'approve'} onClick={() => act(additionOf(text))}>
          {name} with this letter
        </Button>
        {decision.act !== 'delay' && (
          <Button tone="quiet" onClick={() => act({ letter: 'none' })}>
            {name} without a letter
          </Button>
        )}
      </div>
    </div>
  )
}
