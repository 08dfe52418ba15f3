import { otherMail } from '../../server/mail/other-mail.ts'
import type { LetterTest } from './letters.ts'

/** A letter that is sent to the admin as a test. A start loads nothing else of the letters. */
export const letterTest = otherMail<LetterTest>('letter_test', 'Test of a letter, to you')
