import type { Application } from '../../applications/application.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { duplicateCheck, submit } from '../../applications/submission.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Answers } from '../../forms/form.ts'
import { validate } from '../../forms/views/validate.ts'
import { after, day } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { sha256 } from '../crypto/hashes.ts'
import type { Deadlines, Excuse } from '../deadlines/port.ts'
import { bytesOf, type Space } from '../disk/space.ts'
import type { Applications, IdempotencyClaim } from '../records/applications/port.ts'
import { checkFiles } from './files.ts'
import type { Provenance, Sender, SentFiles, Submission, Suspect } from './port.ts'
import type { Scan } from './scan.ts'

/** How long an idempotency key is valid (contract, section 4). */
const keyLife = 7 * day

const newQuestion = untranslated`This form was changed while it was open, and has a new question. If you do not see it, reload the page: your answers are kept.`

export interface Receiving {
  readonly applications: Pick<Applications, 'add'>
  readonly delivery: Delivery
  now(): Date
  readonly suspect: Suspect
  /** Undefined when no scanner is configured. */
  readonly scan?: Scan | undefined
  /** The due moment of an application. */
  dueAt(form: FormType, submittedAt: Date): Date
  readonly deadlines: Pick<Deadlines, 'judge'>
  readonly space: Space
  /** Called when an outbox entry was stored. */
  poke(): void
}

/** Whether the application is in time for the cohort that it chooses. */
const judgeDeadline = ({ deadlines }: Receiving, { cohortPreference, email }: Answers, excuse: Excuse, at: Date) =>
  deadlines.judge(cohortPreference, String(email ?? ''), excuse, at)

/**
 * The idempotency key of a submission with a hash of its content; undefined without a key. The result of a virus scan is left out, so that a repeat is the
 * same submission even if the scanner was available only once.
 */
const claimOf = (key: string | undefined, content: readonly unknown[], at: Date): IdempotencyClaim | undefined =>
  key === undefined
    ? undefined
    : {
        key,
        content: sha256(JSON.stringify(content, (name, value) => (name === 'scanned' ? undefined : value))),
        until: after(at, keyLife),
      }

/**
 * Receives a submission: validates it, and stores the record, its files and its outbox entries durably before it returns. A submission that looks
 * like spam is quarantined, with the same response.
 * @returns the new application, or the earlier one with the same idempotency key and content
 * @throws AppError FORM_VALIDATION_FAILED (400 with details; 413 or 422 for files, 422 for a key that was used with other content),
 *   DUPLICATE_SUBMISSION; and the errors of `Space` and the store
 */
export async function receive(
  parts: Receiving,
  { form, raw, idempotencyKey, language }: Submission,
  sent: SentFiles,
  { origin, notice, judged, excuse, ...sender }: Provenance & Sender & { readonly speed: number },
): Promise<Pick<Application, 'id' | 'applicantEmail'>> {
  const checked = await checkFiles(judged.form, sent, parts.scan)
  // A file field takes an uploaded file only: a text value under its name is ignored.
  const values = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !(judged.form.fields[name] && isFileField(judged.form.fields[name]))),
  )
  const read = validate(judged.form, { ...values, ...checked.answers })
  const faults = { ...(read.ok ? {} : read.fault), ...checked.faults }
  if (!read.ok || Object.keys(faults).length > 0)
    throw new AppError('FORM_VALIDATION_FAILED', {
      details: faults,
      ...(checked.status && { status: checked.status }),
      ...(judged.isEarlier && Object.keys(faults).some((name) => !(name in raw)) && { message: translate(newQuestion) }),
    })

  const at = parts.now()
  const received = {
    form,
    answers: read.value,
    origin,
    notice,
    formVersion: judged.version,
    language,
    ip: sender.ip,
    ...(form.type === 'Accelerator' && (await judgeDeadline(parts, read.value, excuse, at))),
    idempotencyKey,
    quarantined: parts.suspect({ form, raw, idempotencyKey, language }, read.value, sender, at),
    at,
    dueAt: parts.dueAt(form.type, at),
    delivery: parts.delivery,
  }
  const change = submit(received)
  const { applicantEmail } = change.application
  await parts.space.reserve(sender.ip, bytesOf(read.value, checked.files), idempotencyKey)
  const added = await parts.applications.add({
    change,
    files: checked.files,
    duplicate: duplicateCheck(received, checked.hashes, sha256),
    idempotency: claimOf(idempotencyKey, [form.type, read.value, checked.hashes], at),
  })
  switch (added.kind) {
    case 'added':
      if (change.outbox.length > 0) parts.poke()
      return { id: added.id, applicantEmail }
    case 'already_added':
      return { id: added.id, applicantEmail }
    case 'duplicate':
      throw new AppError('DUPLICATE_SUBMISSION')
    case 'key_reused':
      throw new AppError('FORM_VALIDATION_FAILED', {
        status: 422,
        message: translate`This was already sent with other answers. Please reload the page and send it again.`,
      })
  }
}
