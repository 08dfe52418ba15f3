import type { Outcome } from '../../applications/outbox.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type Mailer, MailFault, type Message } from './port.ts'
import { timeoutWords } from './resend.ts'

/** The attempts and time limits for a message that someone waits for. Times are in milliseconds. */
export interface Budget {
  readonly attempts: number
  /** The time limit of one attempt, from the connection to the provider's response. */
  readonly attemptMs: number
  /** The pause after the first attempt. The pause after the second is twice as long. */
  readonly pauseMs: number
  /** The time limit of all attempts and pauses together. */
  readonly totalMs: number
}

/**
 * Three attempts of 15 s each, with a pause of 1 s times the attempt between them (specification, section 9), as far as they fit into 30 s. The response
 * must arrive before a proxy gives up the request (60 s in integrations/nginx): otherwise the sender sees an error for a message that is sent later.
 */
export const requestBudget: Budget = { attempts: 3, attemptMs: 15 * second, pauseMs: second, totalMs: 30 * second }

/** The error text of the passcode call: the provider's own text for a timeout, otherwise that of the error catalogue. */
export const passcodeWords = (fault: MailFault): string | undefined => (fault.reason === timeoutWords ? timeoutWords : undefined)

/** The error text of the admin's mail call: the provider's reason. */
export const mailCallWords = (fault: MailFault): string => fault.reason

/**
 * Sends a message that someone waits for, within the budget. A permanent refusal is not retried.
 * @param wait resolves after `ms` milliseconds
 * @param words the error text for the last failure; undefined: that of the error catalogue
 * @param clock a monotonic time in milliseconds
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
      return await mailer.send(message, AbortSignal.timeout(Math.min(budget.attemptMs, left)))
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

/** Sends a message of the outbox, in one attempt. @returns the outcome for the outbox */
export async function sendOnce(mailer: Mailer, message: Message): Promise<Outcome> {
  try {
    await mailer.send(message)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    const { permanent, reason: fault, ofRecipient } = error
    return { kind: permanent ? 'refused' : 'failed', fault, ...(ofRecipient && { ofRecipient: true }) }
  }
}
