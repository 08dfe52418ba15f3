import type { MessageRecord } from '../../api/replies.ts'

const letterNames: Readonly<Record<string, string>> = {
  confirmation: 'Confirmation to the applicant',
  approval: 'Approval to the applicant',
  pitch_invitation: 'Pitch invitation to the applicant',
  rejection: 'Rejection to the applicant',
  after_meeting_rejection: 'Rejection after the meeting, to the applicant',
}

/** What a message is, for people. */
export const messageName = ({ topic, letter }: MessageRecord): string =>
  topic === 'sheet.row'
    ? 'Row in the spreadsheet'
    : topic === 'sheet.removal'
      ? 'Deletion of a row in the spreadsheet'
      : (letterNames[letter] ?? 'Message')
