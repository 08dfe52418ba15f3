import { otherMail } from '../mail/other-mail.ts'

/** The text of a letter's draft. Without an application it is composed for an invented one. */
export interface LetterTest {
  readonly path: string
  readonly text: string
  readonly application?: string
}

/** A letter that is sent to the admin as a test. */
export const letterTest = otherMail<LetterTest>('letter_test', 'Test of a letter, to you')
