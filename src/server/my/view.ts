import type { ApplicantRequest, Application } from '../../applications/application.ts'
import type { Progress, SentLetter } from '../../applications/progress.ts'
import type { KnownRequest } from '../../applications/requests.ts'
import { mayWithdraw, returnBy } from '../../applications/withdrawal.ts'
import type { ApplicationView, OwnMeeting, RequestView, Step } from '../../form-view/private-page/view.ts'
import type { Form } from '../../forms/form.ts'
import { detail } from '../../forms/views/as-text.ts'
import { endOfDay, longDate } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { masked } from '../../shared/mailbox.ts'
import { translate } from '../../shared/translate.ts'

const titleOf = ({ title, subject }: SentLetter): string =>
  title === undefined ? (subject ?? translate`A message from us`) : translate(title)

function summaryOf({ status }: Progress, promise: string, meeting: OwnMeeting | undefined): string {
  if (meeting?.at !== undefined) return translate`Our meeting is set.`

  switch (status) {
    case 'pending':
      return promise
    case 'pitch':
      return translate`You are invited to a conversation.`
    case 'approved':
      return translate`We would like to go ahead with you.`
    case 'rejected':
      return translate`We are not able to go ahead this time.`
  }
}

/** The stages of an application: those that are over, the current one, and those to come. `due`: until when we answer. */
function stepsOf({ status, since, invited }: Progress, submittedOn: string, due: Date | undefined): readonly Step[] {
  const received: Step = { label: translate`Received`, day: submittedOn, state: 'done' }
  const answer: Step = {
    label: translate`Our answer`,
    state: 'ahead',
    ...(due !== undefined && { day: translate`by ${longDate(due)}` }),
  }
  if (status === 'pending') return [received, { label: translate`Being read`, state: 'current' }, answer]
  const read: Step = { label: translate`Read`, state: 'done' }
  const invitation = (state: Step['state']): Step => ({
    label: translate`Invited to a conversation`,
    state,
    ...(invited !== null && { day: longDate(invited) }),
  })
  if (status === 'pitch') return [received, read, invitation('current'), answer]
  return [
    received,
    read,
    ...(invited === null ? [] : [invitation('done')]),
    { ...answer, state: 'current', ...(since !== null && { day: longDate(since) }) },
  ]
}

/** The last day for the answer to a request, as a text. */
export const lastDay = ({ day }: Pick<ApplicantRequest, 'day'>): string | undefined =>
  day === undefined ? undefined : longDate(endOfDay(day))

/** Open requests first, then answered ones. */
const requestViews = (requests: readonly KnownRequest[]): readonly RequestView[] =>
  requests
    .filter(({ state }) => state !== 'ended')
    .map(({ request }) => ({
      id: request.id,
      text: request.text,
      until: lastDay(request),
      answer: request.answer && {
        day: longDate(new Date(request.answer.at)),
        text: request.answer.text,
        file: request.answer.file?.name,
      },
    }))
    .toSorted((a, b) => Number(a.answer !== undefined) - Number(b.answer !== undefined))

/** What happens next, beside the summary. Only a letter that was sent is mentioned. */
function nextOf(
  { status, since, invited, letters }: Progress,
  hasOpenRequest: boolean,
  meeting: OwnMeeting | undefined,
  address: string,
): string {
  const isByLetter = letters.some(({ at }) => at.getTime() === since?.getTime())
  switch (status) {
    case 'pending':
      return hasOpenRequest
        ? translate`When we have it, we read on.`
        : translate`A person reads all of it. Then an email goes to ${address}.`
    case 'pitch':
      if (meeting !== undefined) return meeting.at === undefined ? '' : translate`Our answer comes after it.`
      return invited === null
        ? translate`We agree on a time with you.`
        : translate`Our email of ${longDate(invited)} says how to choose a time.`
    case 'approved':
      return since !== null && isByLetter
        ? translate`Our email of ${longDate(since)} says how we begin.`
        : translate`We agree with you how we begin.`
    case 'rejected':
      return translate`You are welcome to come back when something has changed.`
  }
}

const stateOf = { pending: 'reading', pitch: 'invited', approved: 'approved', rejected: 'rejected' } as const

/** Until when we answer a pending application; undefined while we need something from the applicant, or have it since and are late. */
function answerBy({ status, due }: Progress, requests: readonly KnownRequest[]): Date | undefined {
  if (status !== 'pending' || requests.some(({ state }) => state === 'open')) return undefined
  const isAnswered = requests.some(({ request: { answer } }) => answer !== undefined && new Date(answer.at) > due)
  return isAnswered ? undefined : due
}

/** The summary of a pending application: what we need, or by when we answer. */
function pendingSummary(due: Date | undefined, hasOpenRequest: boolean): string {
  if (hasOpenRequest) return translate`We need something from you.`
  return due === undefined ? translate`We have your answer, and read it next.` : translate`You hear from us by ${longDate(due)}.`
}

function stoppedPart({ applicantEmail }: Application, { status }: Progress) {
  if (status !== 'pending' && status !== 'pitch') return {}
  const address = masked(applicantEmail)
  return {
    summary: translate`Our emails to ${address} are stopped.`,
    next: translate`The owner of that address said that they did not send this, so no answer can reach you. If it is yours, the last link of our emails lets them come again. If it was mistyped, email us the right one.`,
  } satisfies Partial<ApplicationView>
}

/** The answers by section. Addresses are masked there too, as everywhere on the page: a link may be opened by someone else. */
const maskedSections = (form: Form, { answers, applicantEmail }: Application): ApplicationView['sections'] =>
  detail(form, answers).map((section) => ({
    ...section,
    items: section.items.map(({ text, ...item }) => ({
      ...item,
      text: item.kind === 'email' ? masked(text) : text.replaceAll(applicantEmail.trim() || text, masked),
    })),
  }))

/** An application as its applicant sees it while it is in review. */
export function viewOf(
  application: Application,
  form: Form,
  progress: Progress,
  {
    changeable,
    changedAt,
    requests,
    meeting,
  }: {
    readonly changeable: boolean
    readonly changedAt: Date | undefined
    readonly requests: readonly KnownRequest[]
    readonly meeting: OwnMeeting | undefined
  },
): ApplicationView {
  const submittedOn = longDate(application.submittedAt)
  const isStopped = application.lettersStoppedAt !== null
  const due = isStopped ? undefined : answerBy(progress, requests)
  const hasOpenRequest = progress.status === 'pending' && requests.some(({ state }) => state === 'open')
  return {
    id: application.id,
    formType: form.type,
    title: form.title,
    reference: reference(application.id),
    submittedOn,
    name: application.companyName || application.applicantName,
    // While letters are stopped, the summary says so, not what we need.
    state: hasOpenRequest && !isStopped ? 'requested' : stateOf[progress.status],
    summary: summaryOf(progress, pendingSummary(due, hasOpenRequest), meeting),
    next: nextOf(progress, hasOpenRequest, meeting, masked(application.applicantEmail)),
    steps: stepsOf(progress, submittedOn, due),
    changeable,
    requests: requestViews(requests),
    ...(meeting !== undefined && { meeting }),
    ...(changedAt !== undefined && { changedOn: longDate(changedAt) }),
    ...(isStopped && stoppedPart(application, progress)),
    sections: maskedSections(form, application),
    letters: progress.letters.map((letter) => ({ title: titleOf(letter), day: longDate(letter.at), to: masked(letter.to) })),
  }
}

/** What its page says of a withdrawal: whether it is possible; summary and stages of a withdrawn application, in place of those of the review. */
export function withdrawalPart(application: Application, progress: Progress, now: Date): Partial<ApplicationView> {
  const { withdrawnAt, submittedAt } = application
  const withdrawable = mayWithdraw(application, progress)
  if (withdrawnAt === null) return { withdrawable }
  const until = returnBy(withdrawnAt)
  const day = longDate(withdrawnAt)
  return {
    withdrawable,
    state: 'withdrawn',
    summary: now < until ? translate`You withdrew this on ${day}.` : translate`This application is closed.`,
    next: now < until ? translate`Nobody reads it any more.` : '',
    steps: [
      { label: translate`Received`, day: longDate(submittedAt), state: 'done' },
      { label: translate`Withdrawn`, day, state: 'current' },
    ],
    returnUntil: now < until ? longDate(until) : '',
  }
}
