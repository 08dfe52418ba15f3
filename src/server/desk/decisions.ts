import { type Application, isInReview, isStatus, type Status } from '../../applications/application.ts'
import { type Change, cancelledMeeting, move, type Reason, type Wording } from '../../applications/moves.ts'
import type { Act } from '../../applications/outgoing/change.ts'
import { countCharacters } from '../../shared/characters.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { refuseEnded } from '../changes/save-changes.ts'
import { invalid } from '../http/faults.ts'
import type { Outbox } from '../records/outbox/port.ts'

/** What a decision depends on. */
export interface Deciding {
  readonly outbox: Pick<Outbox, 'forApplication'>
  /** The reasons that a rejection of this form can give. */
  reasons(form: FormType): readonly Reason[]
}

const maxSentenceLength = 2_000

/** What a request says about a decision's letter. `reason` is the id of a reason in content/mail/reasons.yaml. */
export type RequestedWording = Wording

/**
 * Reads the sentence of a letter.
 * @param faults receives a fault under `name` when the sentence is invalid
 * @returns the trimmed sentence; undefined when it is empty or invalid
 */
export function readSentence(
  value: unknown,
  faults: Record<string, string>,
  { name, label } = { name: 'sentence', label: 'The sentence' },
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) {
    faults[name] = `${label} must be text`
    return undefined
  }
  const sentence = value.replace(/\r\n?/g, '\n').trim()
  if (countCharacters(sentence) > maxSentenceLength) faults[name] = `${label} can have 2,000 characters at most`
  return sentence === '' ? undefined : sentence
}

/** Reads the wording of the letter for the decision `status` from a body. `faults` receives a fault for each invalid value. */
export function readWording(
  { letter, reason, sentence: value }: Readonly<Record<string, unknown>>,
  status: unknown,
  faults: Record<string, string>,
): RequestedWording {
  const sentence = readSentence(value, faults)
  const isSilent = letter === 'none'
  if (letter !== undefined && !isSilent) faults.letter = 'The letter must be none, or left out'
  if (reason !== undefined && reason !== null && (typeof reason !== 'string' || status !== 'rejected'))
    faults.reason = 'Only a rejection has a reason'
  if (status === undefined && (letter ?? sentence) !== undefined) faults.status = 'Only a decision has a letter'
  if (isSilent && (sentence ?? reason ?? undefined) !== undefined) faults.letter = 'A reason or sentence needs a letter'
  return {
    ...(isSilent && { letter: 'none' }),
    ...(typeof reason === 'string' && { reason }),
    ...(sentence !== undefined && { sentence }),
  }
}

/**
 * Replaces the id of a reason by its text.
 * @throws AppError FORM_VALIDATION_FAILED for a reason that the form does not have
 */
export function withReasonText(
  { reason: id, ...wording }: RequestedWording,
  reasons: (form: FormType) => readonly Reason[],
  form: FormType,
): Wording {
  if (id === undefined) return wording
  const reason = reasons(form).find((candidate) => candidate.id === id)
  if (reason === undefined) throw invalid('reason', 'This form does not have this reason')
  return { reason: reason.text, ...wording }
}

/**
 * Reads the status that a decision replaces: the one that the reviewer saw; undefined when the body does not name it.
 * @param faults receives a fault under `from` when it is invalid
 */
export function readFrom(value: unknown, faults: Record<string, string>): Status | undefined {
  if (isStatus(value)) return value
  if (value !== undefined) faults.from = 'Unknown status'
  return undefined
}

/** @throws AppError CONFLICT when an application has another status than the one that the reviewer saw (decision 0007) */
export function refuseOtherStatus(application: Application, from: Status | undefined): void {
  if (from !== undefined && from !== application.status && isInReview(application))
    throw new AppError('CONFLICT', { message: `It was decided in another window: it is ${application.status} now.` })
}

/** @throws AppError CONFLICT when the applicant has changed answers since the revision that the reviewer saw (decision 0007) */
export function refuseNewAnswers(application: Application, seen: number | undefined): void {
  if (seen !== undefined && application.answersRevision > seen && isInReview(application))
    throw new AppError('CONFLICT', { message: 'The applicant has changed the answers. Please read them, then decide.' })
}

/**
 * The change to another status, with its letter.
 * @param hasMeeting the same call sets the time of the meeting, which a rejection then leaves
 * @throws AppError INVALID_STATUS_TRANSITION when the table of moves forbids it; FORM_VALIDATION_FAILED for a reason that the form does not have
 */
export async function decisionChange(
  { outbox, reasons }: Deciding,
  application: Application,
  to: Status,
  requested: RequestedWording,
  act: Act,
  hasMeeting = false,
): Promise<Change> {
  refuseEnded(application, 'it cannot be decided')
  const wording = withReasonText(requested, reasons, application.formType)
  const messages = await outbox.forApplication(application.id)
  const meeting = to === 'rejected' && !hasMeeting ? cancelledMeeting(application, messages, act.at) : undefined
  const moved = move(application, to, messages, act, wording, meeting)
  if (!moved.ok) throw new AppError(moved.fault)
  return moved.value
}
