import type { Application } from '../../applications/application.ts'
import { checkedName } from '../../applications/checked-name.ts'
import { earliestChange } from '../../applications/meetings.ts'
import { type Outcome, ownFaults } from '../../applications/outbox.ts'
import type { Core } from '../../server/feature.ts'
import { sendOnce } from '../../server/mail/attempts.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { type OtherMailHandler, otherMail } from '../../server/mail/other-mail.ts'
import type { Message } from '../../server/mail/port.ts'
import { readState } from '../../server/my/own-application.ts'
import type { Slots } from '../../server/records/slots.ts'
import { after, day, minute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { inSentence } from '../../shared/in-sentence.ts'
import { reminderName as name, remindedSince } from './store.ts'

const choice = otherMail<{ readonly applicationId: string }>(name, 'Reminder to choose a time')

/** How long an applicant is left alone after an invitation or a reminder. */
const restMs = day

/**
 * Queues a letter to each of these applicants who was invited to pitch and has no time, unless they were invited or reminded within a day.
 * @returns how many get one
 */
export async function remindToChoose(core: Core, invited: readonly Application[], by: string): Promise<number> {
  let reminded = 0
  for (const { id } of invited) {
    let isNew = false
    await core.note(id, async (application) => {
      const at = core.now()
      const since = after(at, -restMs)
      isNew =
        isWaiting(application) &&
        (application.reviewedAt ?? since) <= since &&
        application.lettersStoppedAt === null &&
        (await remindedSince(core.engine, [id], since)).size === 0
      if (!isNew) return undefined
      const mail = [choice.draft({ applicationId: id }, { key: `${name}:${id}:${at.getTime()}`, about: id, dueAt: at })]
      return { by, text: 'Reminded to choose a time for the meeting', mail, write: async () => undefined }
    })
    if (isNew) reminded += 1
  }
  return reminded
}

const isWaiting = ({ status, meetingAt, withdrawnAt }: Application): boolean =>
  status === 'pitch' && meetingAt === null && withdrawnAt === null

interface ChoiceMail {
  readonly to: string
  readonly application: Pick<Application, 'id' | 'applicantName'>
  /** The title of its form. */
  readonly title: string
  /** The private link of the application. */
  readonly link: string
}

export function composeChoice({ to, application, title, link }: ChoiceMail, settings: LetterSettings, id: string): Message {
  const values = {
    ...about(settings),
    applicantName: checkedName(application.applicantName) ?? 'applicant',
    formTitle: inSentence(title),
    reference: reference(application.id),
    privateLink: link,
  }
  return draw(id, to, settings, settings.wording.template(name), values)
}

/** Why a reminder is not sent now; undefined when it is. */
async function reasonAgainst(core: Core, slots: Pick<Slots, 'open'>, application: Application): Promise<Outcome | undefined> {
  const { applications, outbox, holdS, now } = core
  if (!isWaiting(application) || (await slots.open(earliestChange(now()), application.id)).length === 0)
    return { kind: 'obsolete' }
  if (application.lettersStoppedAt !== null || (await outbox.isStopped(application.applicantEmail)))
    return { kind: 'refused', fault: ownFaults.stopped }
  const { progress } = await readState({ applications, outbox, delivery: { holdS }, now }, application)
  return progress.status === 'pitch'
    ? undefined
    : { kind: 'postponed', until: after(now(), minute), why: 'The invitation has not been sent' }
}

/** Sends the reminders. One whose applicant has a time meanwhile, or for whom none is open any more, is not sent. */
export const choiceMails = (core: Core, slots: Pick<Slots, 'open'>): OtherMailHandler =>
  choice.sentBy(async ({ applicationId }, entry) => {
    const application = await core.applications.byId(applicationId)
    if (application === undefined) return { kind: 'deleted' }
    const reason = await reasonAgainst(core, slots, application)
    if (reason !== undefined) return reason
    const { title } = await core.formVersions.of(application)
    const { url: link } = await core.links.ofOwner(application)
    return sendOnce(
      core.mailer,
      composeChoice({ to: application.applicantEmail, application, title, link }, core.letters, entry.id),
    )
  })
