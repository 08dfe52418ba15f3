import {
  type ApplicationRecord,
  type ApplicationResponse,
  type MessageRecord,
  toMessageRecord,
  toRecord,
} from '../../api/responses.ts'
import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import { meetingThen } from '../changes/meeting-times.ts'
import type { Desk } from './desk.ts'

/** An application as a record of the API. */
export const recordOf = ({ formVersions }: Pick<Desk, 'formVersions'>, application: Application): ApplicationRecord =>
  toRecord(application, formVersions.isCurrent(application))

/** Entries of the outbox as records of the API. @param history see `toMessageRecord` */
export const messageRecords = (
  { mailTitles }: Pick<Desk, 'mailTitles'>,
  entries: readonly OutboxEntry[],
  history?: readonly HistoryEntry[],
): readonly MessageRecord[] =>
  entries.map((entry) => {
    const title = entry.topic === 'mail.other' ? mailTitles.get(entry.payload.mail) : undefined
    return { ...toMessageRecord(entry, history), ...(title !== undefined && { title }) }
  })

/** The response about an application whose meeting may be at the time of another one. */
export async function meetingResponse(desk: Desk, application: Application): Promise<ApplicationResponse> {
  const records = (await meetingThen(desk, application)).map((other) => recordOf(desk, other))
  const neighbours = records.map(({ id, form_type, applicant_name, applicant_email, company_name, status }) => ({
    ...{ id, form_type, applicant_name, applicant_email, company_name, status },
  }))
  return { ...applicationResponse(desk, application), ...(neighbours.length > 0 && { same_time: neighbours }) }
}

/** The response about one application. */
export const applicationResponse = (desk: Pick<Desk, 'formVersions'>, application: Application): ApplicationResponse => ({
  success: true,
  application: recordOf(desk, application),
})
