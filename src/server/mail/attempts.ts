import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type Mailer, MailFault, type Message } from './port.ts'
import { timeoutWords } from './resend.ts'

/** How often a message that someone waits for is tried (specification, section 9). */
const attempts = 3

/** The passcode call: the catalogue's words, and the provider's timeout by its own. */
export const passcodeWords = (fault: MailFault): string | undefined => (fault.says === timeoutWords ? timeoutWords : undefined)

/** The mail call of the admin: why, in the words of who refused. */
export const mailCallWords = (fault: MailFault): string => fault.says

/**
 * Sends a message that someone waits for: up to three attempts, a second times the attempt between them. A permanent refusal is not tried again.
 * @param wait resolves after so many milliseconds
 * @param words what is said of the last failure; undefined: the catalogue's sentence
 * @throws AppError EMAIL_SEND_FAILED
 */
export async function sendNow(
  mailer: Mailer,
  message: Message,
  wait: (ms: number) => Promise<void>,
  words: (fault: MailFault) => string | undefined = passcodeWords,
): Promise<{ readonly id: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await mailer.send(message)
    } catch (error) {
      const fault =
        error instanceof MailFault ? error : new MailFault(`Unexpected error: ${(error as Error).message}`, { cause: error })
      if (fault.permanent || attempt === attempts) throw new AppError('EMAIL_SEND_FAILED', { say: words(fault), cause: fault })
      await wait(attempt * second)
    }
  }
}
