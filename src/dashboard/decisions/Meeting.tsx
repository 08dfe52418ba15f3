import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ApplicationRecord, ApplicationResponse, MeetingNeighbour } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { mergeResponse } from '../applications/cache.ts'
import { noFilters, urlOf } from '../applications/url-state.ts'
import { CallError, call } from '../client.ts'
import { applicantLabel, formatMoment, fromInput, toInput, zoneHint } from '../labels.ts'
import { serverNow } from '../server-time.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import { MomentInput } from '../ui/MomentInput.tsx'
import styles from './decisions.module.css'
import { asStep, type Labelled, offerEditUndo } from './undo.ts'

/** A time that is typed and not saved. */
interface Typed {
  readonly value: string
  /** The time that was set when the typing began, or when a save was last refused. */
  readonly seen: string | null
  /** Whether the reviewer was asked about a time before the application was sent. */
  readonly isAsked?: true
}

interface MeetingProps {
  readonly record: ApplicationRecord
  /** The applications whose meeting is at the same time. */
  readonly sameTime?: readonly MeetingNeighbour[] | undefined
}

/** The time of the meeting, in the site's zone. */
export function Meeting({ record, sameTime = [] }: MeetingProps) {
  const client = useQueryClient()
  const id = useId()
  const { meeting_scheduled_at: at } = record
  const [typed, setTyped] = useState<Typed>()
  const [writes, setWrites] = useState(true)
  const time = typed === undefined ? null : (fromInput(typed.value) ?? at)
  const mayWrite = time !== null && time > serverNow().toISOString() && record.ended === undefined

  async function save(current: Typed): Promise<void> {
    const { value, seen } = current
    const next = fromInput(value)
    if (next !== null && next < record.submitted_at && !current.isAsked) return setTyped({ ...current, isAsked: true })
    const outcome = next === at ? 'saved' : await saveMeeting(client, record, next, seen, writes && mayWrite)
    if (outcome === 'saved') setTyped((later) => (later?.value === value ? undefined : later))
    // The reviewer reads which time is set, and saves again to replace it.
    else if (outcome !== 'failed') setTyped((later) => later && { ...later, seen: outcome.set })
  }

  return (
    <form
      className={`row middle ${styles.meeting}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== undefined) void save(typed)
      }}
    >
      <label htmlFor={id}>Meeting{zoneHint()}</label>
      <MomentInput
        id={id}
        name="meeting"
        value={typed?.value ?? toInput(at)}
        change={(value) => setTyped({ seen: typed === undefined ? at : typed.seen, value })}
      />
      <Button type="submit">Save meeting</Button>
      {mayWrite && (
        <label className="check small">
          <input type="checkbox" checked={writes} onChange={(event) => setWrites(event.target.checked)} />
          Write to them, for their calendar
        </label>
      )}
      {typed?.isAsked && (
        <p role="alert" className="soft small">
          This is before the application was sent. Save again to keep it.
        </p>
      )}
      {at !== null && <p className="soft small">Set for {formatMoment(at)}</p>}
      {sameTime.length > 0 && (
        <p role="note" className="small">
          <span>At the same time there is another meeting:</span>{' '}
          {sameTime.map((other) => (
            <a key={other.id} href={urlOf({ ...noFilters, details: other.id })} dir="auto">
              {applicantLabel(other)}
            </a>
          ))}
        </p>
      )}
    </form>
  )
}

/**
 * Saves the time of the meeting (ISO 8601), or clears it (null), unless it is no longer `seen`. Returns whether it succeeded; if it is no longer `seen`,
 * the time that is set. @param writes whether a letter informs the applicant
 */
export async function saveMeeting(
  client: QueryClient,
  record: Labelled & { readonly meeting_scheduled_at?: string | null },
  at: string | null,
  seen: string | null,
  writes: boolean,
): Promise<'saved' | 'failed' | { readonly set: string | null }> {
  const { id } = record
  return asStep(`The meeting with ${applicantLabel(record)}`, async (step) => {
    try {
      const response = await call(routes.changeApplication, {
        at: { id },
        body: { meeting_scheduled_at: at, meeting_from: seen, ...(writes && { meeting_letter: true }) },
      })
      mergeResponse(client, response)
      void client.invalidateQueries({ queryKey: ['application', id] })
      const { revision } = response.application
      offerEditUndo(client, { step, title: at === null ? 'Meeting cleared' : 'Meeting saved', record, revision, upTo: revision })
      return 'saved'
    } catch (error) {
      showFailure('saving the meeting', 'Failed to save the meeting', error)
      if (!(error instanceof CallError && error.status === 409)) return 'failed'
      await client.invalidateQueries({ queryKey: ['application', id] })
      return {
        set:
          client.getQueryData<ApplicationResponse>(['application', id])?.application.meeting_scheduled_at ??
          record.meeting_scheduled_at ??
          null,
      }
    }
  })
}
