import type { MessageRecord } from '../api/replies.ts'

/** What each message says. */
const titles: Readonly<Record<string, string>> = {
  passcode: 'Passcode to the admin',
  confirmation: 'Confirmation',
  approval: 'Approval',
  pitch_invitation: 'Pitch invitation',
  rejection: 'Rejection',
  after_meeting_rejection: 'Rejection after the meeting',
}

/** A letter's name, for people. */
export const letterTitle = (letter: string): string => titles[letter] ?? 'Message'

/** What a message is, for people. */
export function messageName({ topic, letter, subject }: MessageRecord): string {
  if (topic === 'sheet.row') return 'Row in the spreadsheet'
  if (topic === 'sheet.removal') return 'Deletion of a row in the spreadsheet'
  if (letter === 'written') return `Message to the applicant: ${subject ?? ''}`
  if (!(letter in titles)) return 'Message'
  return `${letterTitle(letter)}${letter === 'after_meeting_rejection' ? ',' : ''} to the applicant`
}
