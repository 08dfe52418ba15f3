import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessResponse } from '../../api/access.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { canUsePasskeys, type Ending } from './access.ts'

interface PasskeyListProps {
  readonly passkeys: AccessResponse['passkeys']
  readonly isBusy: boolean
  end(ending: Ending): void
}

/** The admin's passkeys: each has a name and can be removed; this device can add one. */
export function PasskeyList({ passkeys, isBusy, end }: PasskeyListProps) {
  return (
    <section aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">Passkeys</h3>
      <ul className="lined">
        {passkeys.map(({ id, name: label, created_at: created, used_at: used }) => (
          <li key={id} className="row gap-2 middle">
            <div className="entry">
              <b>{label}</b>
              <p className="soft small">
                Added {formatMoment(created)}
                {used !== null && `, last used ${formatMoment(used)}`}.
              </p>
            </div>
            <Button
              tone="quiet"
              disabled={isBusy}
              aria-label={`Remove ${label}`}
              onClick={() => end({ end: () => call(routes.removePasskey, { at: { id } }), endsOwn: false })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <AddPasskey />
      ) : (
        <p>Passkeys need a domain name in the address bar; they do not work with an IP address.</p>
      )}
    </section>
  )
}

/** The form that adds a passkey of this device and gives it a name. */
function AddPasskey() {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [fault, setFault] = useState<string>()

  async function add(): Promise<void> {
    setAdding(true)
    const { addPasskey } = await import('./passkey.ts')
    const refused = await addPasskey(name.trim())
    setAdding(false)
    setFault(refused)
    if (refused === undefined) setName('')
    await client.invalidateQueries({ queryKey: ['access'] })
  }

  return (
    <>
      <form
        className="stack gap-3 start"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label="Name of the new passkey, such as the name of the device">
          <input value={name} onChange={(event) => setName(event.target.value)} required maxLength={60} />
        </Field>
        <Button type="submit" disabled={isAdding}>
          Add a passkey
        </Button>
      </form>
      <p role="alert" className="fault">
        {fault}
      </p>
    </>
  )
}
