import { useState } from 'react'
import { Banner } from '../../dashboard/ui/Banner.tsx'
import { Button } from '../../dashboard/ui/Button.tsx'
import { DeleteDialog } from '../../dashboard/ui/DeleteDialog.tsx'
import { Field, FormFooter } from '../../dashboard/ui/Field.tsx'
import { MomentInput } from '../../dashboard/ui/MomentInput.tsx'
import { NewRows } from '../../dashboard/ui/NewRows.tsx'
import { Notice } from '../../dashboard/ui/Screen.tsx'
import { Switch } from '../../dashboard/ui/Switch.tsx'
import { Toasts } from '../../dashboard/ui/Toasts.tsx'
import { toast } from '../../dashboard/ui/toast.ts'
import '../../dashboard/desk.css'

const tones = ['plain', 'approve', 'pitch', 'reject', 'quiet', 'danger', 'main'] as const
const views = [
  { value: 'list', name: 'List' },
  { value: 'board', name: 'Board' },
] as const

/** What the pages of the desk share: each component in its states. */
export function DeskKit() {
  const [view, setView] = useState<'list' | 'board'>('list')
  const [moment, setMoment] = useState('2026-12-01T10:00')
  const [subject, setSubject] = useState<string>()
  return (
    <div className="wrap section stack gap-6">
      <h1>Kit of the desk</h1>
      <section className="stack gap-3">
        <h2>Buttons</h2>
        {tones.map((tone) => (
          <div key={tone} className="row gap-2">
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} disabled>{`${tone}, disabled`}</Button>
          </div>
        ))}
        <div className="row gap-2">
          <Button tone="icon" aria-label="Dismiss">
            ×
          </Button>
        </div>
      </section>
      <Banner title="Something has to be done" action={<Button>Do it</Button>}>
        What it is, and what happens otherwise.
      </Banner>
      <NewRows list="kit" held={3} noun="application" show={() => undefined} />
      <Notice title="Nothing is here yet">
        <p>What will be here, and when.</p>
      </Notice>
      <Notice title="It could not be loaded" failed>
        <Button>Try again</Button>
      </Notice>
      <section className="row gap-2">
        <Button onClick={() => toast.success('Saved', 'Thari Loom Works', { label: 'Undo', run: () => undefined }, 10_000)}>
          Show that it was saved
        </Button>
        <Button onClick={() => toast.failure('Not saved', 'The connection was lost.')}>Show that it failed</Button>
        <Button onClick={() => setSubject('the view')}>Ask before deleting</Button>
      </section>
      <Toasts />
      <DeleteDialog
        subject={subject}
        title={(name) => `Delete ${name}?`}
        text={() => 'It cannot be brought back.'}
        close={() => setSubject(undefined)}
        remove={() => undefined}
      />
      <Switch<'list' | 'board'> label="View" options={views} value={view} choose={setView} />
      <div className="fields">
        <Field label="A text">
          <input defaultValue="typed" />
        </Field>
        <Field label="A choice">
          <select>
            <option>One</option>
            <option>Two</option>
          </select>
        </Field>
        <Field label="A moment">
          <MomentInput value={moment} change={setMoment} />
        </Field>
        <Field label="With a fault">
          <input aria-invalid="true" aria-describedby="kit-fault" />
        </Field>
        <span className="fault" id="kit-fault">
          With a fault is empty
        </span>
      </div>
      {[false, true].map((busy) => (
        <FormFooter
          key={String(busy)}
          submitLabel="Save"
          busy={busy}
          fault={busy ? '' : 'It was not saved.'}
          cancelLabel={busy ? 'Cancel while it saves' : 'Cancel'}
          close={() => undefined}
        />
      ))}
      <table className="figures">
        <caption>Figures</caption>
        <tbody>
          {['One', 'Two'].map((name, at) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{at * 12}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
