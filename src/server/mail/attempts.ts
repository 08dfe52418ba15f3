import type { Outcome } from '../../applications/outbox.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type Mailer, MailFault, type Message } from './port.ts'
import { timeoutWords } from './resend.ts'

/** How a message that someone waits for is tried. All in milliseconds. */
export interface Budget {
  readonly attempts: number
  /** One attempt, from the connection to the provider's answer. */
  readonly attemptMs: number
  /** The pause after the first attempt; after the second it is twice as long. */
  readonly pauseMs: number
  /** All attempts and pauses together. */
  readonly totalMs: number
}

/**
 * Three attempts, 15 s each, 1 s times the attempt between them (specification, section 9), as far as they fit into 30 s: whoever waits must get our
 * answer before a proxy gives the request up (60 s in integrations/nginx), or a message would go out after its sender was told that it did not.
 */
export const requestBudget: Budget = { attempts: 3, attemptMs: 15 * second, pauseMs: second, totalMs: 30 * second }

/** The passcode call: the catalogue's words, and the provider's timeout by its own. */
export const passcodeWords = (fault: MailFault): string | undefined => (fault.reason === timeoutWords ? timeoutWords : undefined)

/** The mail call of the admin: why, in the words of who refused. */
export const mailCallWords = (fault: MailFault): string => fault.reason

/**
 * Sends a message that someone waits for, and ends within the budget. A permanent refusal is not tried again.
 * @param wait resolves after so many milliseconds
 * @param words what is said of the last failure; undefined: the catalogue's sentence
 * @param clock the time in milliseconds, which nobody sets
 * @throws AppError EMAIL_SEND_FAILED
 */
export async function sendNow(
  mailer: Mailer,
  message: Message,
  wait: (ms: number) => Promise<void>,
  words: (fault: MailFault) => string | undefined = passcodeWords,
  budget: Budget = requestBudget,
  clock: () => number = () => performance.now(),
): Promise<{ readonly id: string }> {
  const end = clock() + budget.totalMs
  for (let attempt = 1; ; attempt += 1) {
    const left = Math.max(1, Math.ceil(end - clock()))
    try {
      return await mailer.send(message, undefined, AbortSignal.timeout(Math.min(budget.attemptMs, left)))
    } catch (error) {
      const fault =
        error instanceof MailFault ? error : new MailFault(`Unexpected error: ${(error as Error).message}`, { cause: error })
      const pause = attempt * budget.pauseMs
      const isLast = attempt === budget.attempts || clock() + pause >= end
      if (fault.permanent || isLast) throw new AppError('EMAIL_SEND_FAILED', { message: words(fault), cause: fault })
      await wait(pause)
    }
  }
}

/** Hands a message of the outbox to the provider; what became of it. */
export async function handOver(mailer: Mailer, message: Message, acquire: () => Promise<void>): Promise<Outcome> {
  try {
    await mailer.send(message, acquire)
    return { kind: 'sent' }
  } catch (error) {
    if (error instanceof MailFault) return { kind: error.permanent ? 'refused' : 'failed', fault: error.reason }
    throw error
  }
}
