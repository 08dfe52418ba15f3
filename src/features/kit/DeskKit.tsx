import { useState } from 'react'
import { Banner } from '../../dashboard/ui/Banner.tsx'
import { Button } from '../../dashboard/ui/Button.tsx'
import { Field } from '../../dashboard/ui/Field.tsx'
import { Switch } from '../../dashboard/ui/Switch.tsx'
import '../../dashboard/desk.css'

const tones = ['plain', 'approve', 'pitch', 'reject', 'quiet', 'danger'] as const
const views = [
  { value: 'list', name: 'List' },
  { value: 'board', name: 'Board' },
] as const

/** What the pages of the desk share: each component in its states. */
export function DeskKit() {
  const [view, setView] = useState<'list' | 'board'>('list')
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
      </section>
      <Banner title="Something has to be done" action={<Button>Do it</Button>}>
        What it is, and what happens otherwise.
      </Banner>
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
        <Field label="With a fault">
          <input aria-invalid="true" aria-describedby="kit-fault" />
        </Field>
        <span className="fault" id="kit-fault">
          With a fault is empty
        </span>
      </div>
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
