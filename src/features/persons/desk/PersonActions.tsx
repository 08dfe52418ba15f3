import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fromHere } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import button from '../../../dashboard/ui/button.module.css'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import type { OwnedRecord } from '../records.ts'
import { EraseButton } from './Erasures.tsx'
import { archiveUrl, correctAddresses, sendLinks } from './person.ts'

/** What can be done with the chosen applications of a person. */
export function PersonActions({ chosen }: { readonly chosen: readonly OwnedRecord[] }) {
  const [withReview, setWithReview] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const ids = chosen.map(({ application }) => application.id)
  const addresses = [...new Set(chosen.map(({ application }) => application.applicant_email))]
  const [address] = addresses
  const listed = chosen.filter(({ visibility }) => visibility === 'listed')
  if (ids.length === 0 || address === undefined) return <p className="soft small">Choose at least one application.</p>
  return (
    <section className="stack gap-3 strip" aria-label="Actions">
      <div className="acts">
        <a className={button.button} href={archiveUrl(ids, withReview)} download>
          Download as ZIP
        </a>
        <label className="check small">
          <input type="checkbox" checked={withReview} onChange={(event) => setWithReview(event.target.checked)} />
          with our notes and scores
        </label>
        {addresses.length === 1 && (
          <Button
            subject={address}
            onClick={() => void sendLinks(address)}
            title="On their own page they can download their data and change answers"
          >
            Email them their links
          </Button>
        )}
        {listed.length > 0 && addresses.length === 1 && (
          <Button aria-expanded={correcting} onClick={() => setCorrecting(!correcting)}>
            Correct the address
          </Button>
        )}
        <EraseButton ids={ids} who={addresses.join(', ')} />
      </div>
      {correcting && <Correct listed={listed} address={address} close={() => setCorrecting(false)} />}
    </section>
  )
}

interface CorrectProps {
  readonly listed: readonly OwnedRecord[]
  readonly address: string
  close(): void
}

/** Corrects the address of the chosen applications that are listed. */
function Correct({ listed, address, close }: CorrectProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const save = async (email: string): Promise<void> => {
    const goOn = fromHere()
    setBusy(true)
    const failure = await correctAddresses(client, listed, email)
    setBusy(false)
    setFault(failure)
    if (failure !== '') return
    close()
    goOn(encodeURIComponent(email))
  }
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(String(new FormData(event.currentTarget).get('email')).trim())
      }}
    >
      <Field label={`The right address of ${listed.length === 1 ? 'this application' : `these ${listed.length} applications`}`}>
        <input name="email" type="email" required autoComplete="off" spellCheck={false} defaultValue={address} />
      </Field>
      <p className="soft small">
        Letters that failed go there immediately. The private links of the earlier address end. Answers are changed by the
        applicant, on the page that their link opens.
      </p>
      <FormFooter submitLabel="Save the address" busy={busy} fault={fault} close={close} />
    </form>
  )
}
