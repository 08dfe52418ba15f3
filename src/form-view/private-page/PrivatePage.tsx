// This file is long, because it has the states of one page, each with its parts, which nothing else uses.

import { applicantPaths } from '../../api/applicant-paths.ts'
import { spoken, translate, untranslated } from '../../shared/translate.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { EmailField } from '../view/EmailField.tsx'
import emailForm from '../view/email-form.module.css'
import field from '../view/form-field.module.css'
import { AnswerRequest, ChangeAnswers, UnsavedAnswers } from './AnswerForms.tsx'
import { ApplicationPart } from './ApplicationPart.tsx'
import { MeetingPage } from './MeetingPage.tsx'
import styles from './private-page.module.css'
import { ShortPage } from './ShortPage.tsx'
import { translateNodes } from './translate-nodes.tsx'
import type { PrivatePageView } from './view.ts'

const afterRequest = [
  untranslated`An email with your links comes, usually within a few minutes.`,
  untranslated`A link opens your page: where your application stands, and by when you hear from us.`,
  untranslated`There you can read, change or withdraw what you sent.`,
]

interface LinksFormProps {
  readonly email?: string
  readonly fault?: string
}

/** Where the links of an address are requested, in the language of this page. */
const lostLink = (): string => `${applicantPaths.lostLink}${spoken() ? `?language=${spoken()}` : ''}`

/** The form that sends the links of an address. The response is the same for every address, so that it reveals nothing. */
const LinksForm = ({ email, fault }: LinksFormProps) => (
  <form className={`row ${emailForm.form}`} method="post" noValidate={spoken() !== undefined} action={lostLink()}>
    <EmailField id="lost-link-email" email={email} fault={fault} />
    <Button type="submit">{translate`Send me my links`}</Button>
  </form>
)

const missingTexts = {
  cookie: untranslated`This browser has not kept the link that you opened: it refuses cookies, or the page was closed here. Allow cookies for this site, then open the link again.`,
  application: untranslated`That application is not open in this browser. Open its link from one of our emails again. If it was deleted, no link opens it.`,
} as const

const LostLink = ({ email, fault, missing }: Extract<PrivatePageView, { kind: 'lost' }>) => (
  <ShortPage title={translate`Your application`} line={0.42} next={afterRequest.map((step) => translate(step))}>
    {missing !== undefined && <p role="alert">{translate(missingTexts[missing])}</p>}
    <p>{translate`Every application has a page of its own, which its private link opens. Lost the link? Tell us the address that you gave in the form, and we send the links of all its applications there.`}</p>
    <LinksForm email={email} fault={fault} />
  </ShortPage>
)

const Requested = () => (
  <ShortPage title={translate`Check your email`} line={0.8}>
    <p>{translate`If an application came from that address, an email with its links goes there, usually within minutes. An address gets at most one email of this kind an hour and three a day, also when somebody else gives it in a form: after these, it comes when the next one may be sent.`}</p>
    <p>{translate`No email? Look in your spam folder, or try another address that you may have used. An address whose owner has stopped our emails gets none.`}</p>
    <p>
      <ButtonLink weight="line" href={lostLink()}>{translate`Try another address`}</ButtonLink>
    </p>
  </ShortPage>
)

/** Why a link may be unknown: the usual reason first. */
const unknownReasons = [
  [untranslated`A part of it is missing.`, untranslated`Open it from the email itself, or copy all of it.`],
  [untranslated`All other links were ended.`, untranslated`Somebody did that on the application’s page. A new link opens it.`],
  [untranslated`Your email address was corrected.`, untranslated`Links that we sent to the earlier one have ended.`],
  [untranslated`The application was deleted.`, untranslated`Then there is nothing left to open.`],
] as const

const Unknown = () => (
  <ShortPage title={translate`This link doesn’t open`} line={0.2}>
    <dl className={`rows faint ${styles.reasons}`}>
      {unknownReasons.map(([reason, remedy]) => (
        <div key={reason}>
          <dt>{translate(reason)}</dt>
          <dd>{translate(remedy)}</dd>
        </div>
      ))}
    </dl>
    <h2>{translate`Get a new link`}</h2>
    <p>{translate`Tell us the address that you gave in the form. An email with the links of all your applications goes there.`}</p>
    <LinksForm />
  </ShortPage>
)

/** Says to the holder of a sender's link, who may not be the owner of the address, why it has ended. */
const Ended = ({ address }: Extract<PrivatePageView, { kind: 'ended' }>) => (
  <ShortPage title={translate`This link has ended`} line={0.2}>
    <p role="alert">
      {translate`It came with the form, and it ended when the link in an email of ours to ${address} was opened. That one opens the application now: the links are in our emails.`}
    </p>
    <p>{translate`Was that address mistyped? Then email us the right one.`}</p>
    <h2>{translate`Get a new link`}</h2>
    <p>{translate`Tell us the address that you gave in the form. An email with the links of all your applications goes there.`}</p>
    <LinksForm />
  </ShortPage>
)

/** The confirmation of a withdrawal. */
const Withdraw = ({
  id,
  formType,
  title,
  reference,
  hasNoLetter,
  reason,
  fault,
}: Extract<PrivatePageView, { kind: 'withdraw' }>) => (
  <ShortPage title={translate`Withdraw your application?`} line={1} kolam={kolamOf(formType, id)}>
    <p>
      {hasNoLetter
        ? translateNodes`${title}, reference ${<strong>{reference}</strong>}. We stop reading it. You can take this back on your page for 30 days; after that it is closed.`
        : translateNodes`${title}, reference ${<strong>{reference}</strong>}. We stop reading it, and after an email that confirms this you get no more about it. You can take this back on your page for 30 days; after that it is closed.`}
    </p>
    <form className="stack gap-3 start" method="post" action={applicantPaths.withdraw}>
      <input type="hidden" name="of" value={id} />
      <label className={field.label} htmlFor="withdraw-reason">
        {translate`Reason `}
        <span className={field.mark}>{translate`(optional)`}</span>
      </label>
      <textarea
        className={field.input}
        id="withdraw-reason"
        name="reason"
        rows={4}
        defaultValue={reason}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : 'withdraw-fault'}
      />
      {fault !== undefined && (
        <p className={field.fault} id="withdraw-fault" role="alert">
          {translate(fault)}
        </p>
      )}
      <p className="row">
        <Button type="submit">{translate`Withdraw it`}</Button>
        <ButtonLink weight="line" href={`${applicantPaths.my}?of=${id}`}>{translate`Keep it`}</ButtonLink>
      </p>
    </form>
  </ShortPage>
)

type Stop = Extract<PrivatePageView, { kind: 'stop' }>

/** Asks the owner of an address whether they applied. Opening the page changes nothing, because mail scanners open links too. */
const StopLetters = ({ token, address, title, submittedOn, stopped }: Stop) => (
  <ShortPage title={stopped === 'none' ? translate`Did you not send this?` : translate`You get no more emails`}>
    <p>
      {stopped === 'none' &&
        translate`Somebody sent us this ${title} on ${submittedOn}, and gave ${address} as their address. Perhaps they mistyped it.`}
      {stopped === 'these' &&
        translate`We send nothing more to ${address} about this ${title}, and our team sees that you did not send it.`}
      {stopped === 'all' &&
        translate`We send nothing more to ${address}, whatever is sent to us with it. Our team sees that you did not send this ${title}.`}
    </p>
    <p>
      {stopped === 'none'
        ? translate`If it was not you, we send nothing more to this address about it. If forms with this address keep arriving, you can stop everything that we send to it.`
        : translate`If that was a mistake, you can get emails again. We then send those that we held back about it.`}
    </p>
    <form method="post" action={applicantPaths.stopLetters}>
      <input type="hidden" name="token" value={token} />
      <p className="row">
        {stopped === 'none' && (
          <Button type="submit" name="letters" value="stop">{translate`It was not me: stop the emails`}</Button>
        )}
        {stopped !== 'all' && (
          <Button
            type="submit"
            name="letters"
            value="stop_all"
            weight="line"
          >{translate`Stop everything to this address`}</Button>
        )}
        <Button type="submit" name="letters" value="resume" weight="line">
          {stopped === 'none' ? translate`It was me` : translate`It was me: send emails again`}
        </Button>
      </p>
    </form>
  </ShortPage>
)

const Notice = ({ id, title, text, typed = '' }: Extract<PrivatePageView, { kind: 'notice' }>) => (
  <ShortPage title={translate(title)}>
    <p role="alert">{translate(text)}</p>
    {typed !== '' && (
      <>
        <h2>{translate`What you wrote`}</h2>
        <p className="typed">{typed}</p>
      </>
    )}
    {id !== undefined && (
      <p>
        <ButtonLink href={`${applicantPaths.my}?of=${id}`}>{translate`Back to your application`}</ButtonLink>
      </p>
    )}
  </ShortPage>
)

type Applications = Extract<PrivatePageView, { kind: 'applications' }>

const OtherAddresses = ({ address, otherAddresses }: Applications) => (
  <div className="note screen">
    <p>{translateNodes`This browser has opened links of several addresses. You see what came from ${<strong>{address}</strong>}.`}</p>
    <ul>
      {otherAddresses.map((other) => (
        <li key={other.id}>
          <a className="touch" href={`${applicantPaths.my}?of=${other.id}`}>
            {translate`Show what came from ${other.address}`}
          </a>
        </li>
      ))}
    </ul>
  </div>
)

const Applications = (view: Applications) => {
  const { applications, otherAddresses, address, isAnother, isOwner } = view
  const several = applications.length > 1
  return (
    <>
      <header className={styles.head}>
        <div className="wrap stack">
          <h1 className="text-4">{several ? translate`Your applications` : translate`Your application`}</h1>
          {isAnother && (
            <p role="alert">
              {several
                ? translate`That application is not open in this browser, or was deleted. You see others.`
                : translate`That application is not open in this browser, or was deleted. You see another one.`}
            </p>
          )}
          {otherAddresses.length > 0 && <OtherAddresses {...view} />}
          {several && (
            <nav aria-label={translate`Your applications`}>
              <ul className={`row screen ${styles.contents}`}>
                {applications.map(({ id, title, reference }) => (
                  <li key={id}>
                    <a className="touch" href={`#application-${reference}`}>
                      {title}, {reference}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </header>
      {applications.map((application) => (
        <ApplicationPart key={application.id} application={application} />
      ))}
      <footer className={`screen ${styles.foot}`}>
        <div className="wrap stack gap-7 two">
          <div className="stack start">
            <p className="soft">
              {several
                ? translate`Everything that we store about these applications: answers, emails and files, as a ZIP file.`
                : translate`Everything that we store about this application: answers, emails and files, as a ZIP file.`}
            </p>
            <ButtonLink
              weight="line"
              href={`${applicantPaths.ownData}?of=${applications[0]?.id}`}
            >{translate`Download your data`}</ButtonLink>
          </div>
          {isOwner && (
            <form className="stack start" method="post" action={applicantPaths.endLinks}>
              <input type="hidden" name="of" value={applications[0]?.id} />
              <p className="soft">{translate`Did somebody else send this in your name, or get one of your links? End all links but this browser’s; our next emails have new ones. Then change it, or withdraw it.`}</p>
              <Button type="submit" weight="line">{translate`End all other links`}</Button>
            </form>
          )}
          <form className="stack start" method="post" action={applicantPaths.closePrivatePage}>
            <p className="soft">
              {isOwner
                ? translate`This page stays open in this browser for 30 days after you last opened a link from ${address}.`
                : translate`This page stays open in this browser for 30 days, or until a link in our emails to ${address} is opened: that one takes its place.`}{' '}
              {translate`On a computer that others use, close it when you are done; the link opens it again.`}
            </p>
            <Button type="submit" weight="line">{translate`Close this page here`}</Button>
          </form>
        </div>
      </footer>
    </>
  )
}

/** The applicant's own page: their applications, or a form that mails the links. It has only forms and links, so that it works without a script. */
export const PrivatePage = ({ view }: { readonly view: PrivatePageView }) => (
  <>
    {view.kind === 'applications' && <Applications {...view} />}
    {view.kind === 'lost' && <LostLink {...view} />}
    {view.kind === 'requested' && <Requested />}
    {view.kind === 'stop' && <StopLetters {...view} />}
    {view.kind === 'unknown' && <Unknown />}
    {view.kind === 'ended' && <Ended {...view} />}
    {view.kind === 'withdraw' && <Withdraw {...view} />}
    {view.kind === 'change' && <ChangeAnswers view={view} />}
    {view.kind === 'answer' && <AnswerRequest view={view} />}
    {view.kind === 'meeting' && <MeetingPage {...view} />}
    {view.kind === 'unsaved' && <UnsavedAnswers view={view} />}
    {view.kind === 'notice' && <Notice {...view} />}
  </>
)
