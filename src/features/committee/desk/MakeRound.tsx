import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, call } from '../../../dashboard/client.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { refusalOf, reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { copyText } from '../../../dashboard/ui/copy-text.ts'
import dialog from '../../../dashboard/ui/dialog.module.css'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import { committeeRoutes, type MadeRoundResponse } from '../api.ts'
import { committeePath } from './committee.ts'
import { peopleIn } from './round-words.ts'

interface MakeRoundProps {
  readonly open: boolean
  /** The ids of the applications. */
  readonly ids: readonly string[]
  close(): void
}

/** The dialog that makes a round of a committee: chosen applications, and a link for each member. */
export function MakeRound({ open, ids, close }: MakeRoundProps) {
  const [made, setMade] = useState<MadeRoundResponse>()
  const end = (): void => {
    setMade(undefined)
    close()
  }
  return (
    // A click beside it does not discard what was typed, or the links.
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && end()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>
            {made === undefined
              ? `Show ${ids.length === 1 ? '1 application' : `${formatCount(ids.length)} applications`} to a committee`
              : 'The links'}
          </Dialog.Title>
          <Dialog.Description className="soft">
            {made === undefined
              ? 'Each person gets a link of their own, reads without an account, and scores from 1 to 5. They see no contact data, decide nothing and reach nothing else.'
              : 'One for each person. You find them again on the page Committee, where you end them, too.'}
          </Dialog.Description>
          {made === undefined ? <RoundForm ids={ids} done={setMade} close={end} /> : <MadeLinks made={made} close={end} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface RoundFormProps extends Pick<MakeRoundProps, 'ids' | 'close'> {
  done(made: MadeRoundResponse): void
}

function RoundForm({ ids, done, close }: RoundFormProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  async function make(fields: FormData): Promise<void> {
    const people = peopleIn(String(fields.get('people')))
    if (!people.ok)
      return setFault(
        `“${people.fault}”: write a name, then a comma and one e-mail address such as meera@example.in, or a name alone.`,
      )
    setBusy(true)
    setFault('')
    try {
      const body = {
        ids,
        title: String(fields.get('title')),
        members: people.value,
        days: Number(fields.get('days')),
        with_names: fields.has('names'),
        readers: fields.get('readers') === '' ? null : Number(fields.get('readers')),
        mail: fields.has('mail'),
      }
      done(await call(committeeRoutes.makeCommittee, { body }))
      await client.invalidateQueries({ queryKey: ['committees'] })
    } catch (error) {
      reportFailure('making a round', error)
      setFault(
        error instanceof CallError && error.status === 0
          ? 'The server did not answer, so the round may be made, and its links mailed. Look at the page Committee first.'
          : (refusalOf(error) ?? 'The round was not made.'),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void make(new FormData(event.currentTarget))
      }}
    >
      <Field label="Title, as the committee sees it">
        <input name="title" required maxLength={120} autoComplete="off" />
      </Field>
      <Field label="People, one on each line: name, then e-mail if they have one">
        <textarea name="people" required rows={4} placeholder="Meera Iyer, meera@example.in" />
      </Field>
      <Field label="Readers for each application; empty: everybody reads all">
        <input name="readers" type="number" min={1} max={20} />
      </Field>
      <Field label="Days that the links work">
        <input name="days" type="number" min={1} max={60} defaultValue={14} required />
      </Field>
      <label className="check">
        <input type="checkbox" name="mail" defaultChecked />
        Mail each link to whoever has an e-mail address
      </label>
      <label className="check">
        <input type="checkbox" name="names" />
        Show the applicants’ names and files, too
      </label>
      <FormFooter submitLabel="Make the links" busyLabel="Making…" busy={busy} fault={fault} close={close} />
    </form>
  )
}

const MadeLinks = ({ made, close }: { readonly made: MadeRoundResponse; close(): void }) => (
  <div className="stack">
    {made.links.map(({ name, url, mailed }) => (
      <div key={name} className="fields">
        <Field label={mailed ? `${name}: on its way by mail` : `${name}: send this link yourself`}>
          <input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        </Field>
        <Button aria-label={`Copy the link of ${name}`} onClick={() => copyText(url)}>
          Copy
        </Button>
      </div>
    ))}
    <div className={`row ${dialog.buttons}`}>
      <a href={committeePath}>Committee</a>
      <Button onClick={close}>Close</Button>
    </div>
  </div>
)
