import { renderToStaticMarkup } from 'react-dom/server'
import { applicantPaths } from '../../../api/applicant-paths.ts'
import { Moment } from '../../../form-view/private-page/MeetingPage.tsx'
import { ShortPage } from '../../../form-view/private-page/ShortPage.tsx'
import { translateNodes } from '../../../form-view/private-page/translate-nodes.tsx'
import type { TimeView } from '../../../form-view/private-page/view.ts'
import field from '../../../form-view/view/form-field.module.css'
import type { FormType } from '../../../shared/form-types.ts'
import { spoken, translate } from '../../../shared/translate.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { kolamOf } from '../../../ui/kolam/application-kolam.ts'
import { offerLimits, offerPaths } from '../api.ts'
import styles from './offer.module.css'

/** A moment with the site's zone. */
type Zoned = TimeView & { readonly zone: string }

/** An offer as its founder sees it. The address is masked. */
interface OfferShown {
  readonly kind: 'offer'
  readonly id: string
  /** The id of the offer that is answered. */
  readonly offer: string
  readonly formType: FormType
  readonly reference: string
  readonly cohort: string
  readonly sentences: readonly string[]
  readonly version: number
  readonly hash: string
  readonly people: string
  readonly until: Zoned
  readonly state: 'offered' | 'taken' | 'declined' | 'lapsed'
  /** Whether the link of a letter is open in this browser. */
  readonly isOwner: boolean
  readonly address: string
  readonly answeredAt?: Zoned
  /** The name with which it was taken, or the reason for which it was declined. */
  readonly words: string
  readonly sheet?: { readonly text: string; readonly hash: string }
  /** What was typed, and why it was not saved. */
  readonly name?: string
  readonly reason?: string
  readonly fault?: { readonly of: 'name' | 'reason'; readonly text: string }
  readonly alert?: string
}

/** `none`: there is no offer now; `id`: of the application, when one is open in this browser. */
export type OfferView = OfferShown | { readonly kind: 'none'; readonly id?: string }

const titles = {
  offered: (cohort: string) => translate`A place in ${cohort}`,
  taken: (cohort: string) => translate`Your place in ${cohort}`,
  declined: (cohort: string) => translate`You declined the place in ${cohort}`,
  lapsed: (cohort: string) => translate`The offer of a place in ${cohort} is over`,
} as const

const Fault = ({ view: { fault }, of }: { readonly view: OfferShown; readonly of: 'name' | 'reason' }) =>
  fault?.of === of ? (
    <p className={field.fault} id={`offer-${of}-fault`} role="alert">
      {fault.text}
    </p>
  ) : null

const faulty = ({ fault }: OfferShown, of: 'name' | 'reason') =>
  fault?.of === of ? ({ 'aria-invalid': true, 'aria-describedby': `offer-${of}-fault` } as const) : {}

const Hidden = ({ view: { id, offer }, answer }: { readonly view: OfferShown; readonly answer: 'take' | 'decline' }) => (
  <>
    <input type="hidden" name="of" value={id} />
    <input type="hidden" name="offer" value={offer} />
    <input type="hidden" name="answer" value={answer} />
  </>
)

/** Takes the place, or declines. */
const Answer = ({ view }: { readonly view: OfferShown }) => (
  <>
    <form className="stack gap-3 start" method="post" action={offerPaths.offer}>
      <Hidden view={view} answer="take" />
      <h2>{translate`Take the place`}</h2>
      <p id="offer-name-what">
        {translate`You take it for everyone above, under the deal above. Type your own name: it stands on the sheet.`}
      </p>
      <label className={field.label} htmlFor="offer-name">
        {translate`Your name`}
      </label>
      <input
        className={field.input}
        id="offer-name"
        name="name"
        autoComplete="name"
        required
        maxLength={offerLimits.name}
        defaultValue={view.name}
        aria-describedby="offer-name-what"
        {...faulty(view, 'name')}
      />
      <Fault view={view} of="name" />
      <Button type="submit">{translate`Take the place`}</Button>
    </form>
    <details className={styles.decline} open={view.fault?.of === 'reason' || view.reason !== undefined}>
      <summary className="touch">{translate`Decline instead`}</summary>
      <form className="stack gap-3 start" method="post" action={offerPaths.offer}>
        <Hidden view={view} answer="decline" />
        <label className={field.label} htmlFor="offer-reason">
          {translate`Reason`} <span className={field.mark}>{translate`(optional)`}</span>
        </label>
        <textarea
          className={field.input}
          id="offer-reason"
          name="reason"
          rows={3}
          maxLength={offerLimits.reason}
          defaultValue={view.reason}
          {...faulty(view, 'reason')}
        />
        <Fault view={view} of="reason" />
        <Button type="submit" weight="line">
          {translate`Decline the place`}
        </Button>
      </form>
    </details>
  </>
)

/** A sentence of the deal. In another language, the one that was agreed stands below it: the hash is of that. */
const Sentence = ({ sentence }: { readonly sentence: string }) => {
  const translated = translate(sentence)
  return translated === sentence ? (
    <span lang={spoken() && 'en'}>{sentence}</span>
  ) : (
    <span>
      {translated}
      <br />
      <span className="soft small" lang="en">
        {sentence}
      </span>
    </span>
  )
}

/** The deal, who takes part, and until when. */
const Terms = ({ view: { sentences, people, until, version, hash } }: { readonly view: OfferShown }) => (
  <>
    <ol className={`rows faint breaks ${styles.deal}`}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Sentence sentence={sentence} />
        </li>
      ))}
    </ol>
    <dl className={`facts rows faint tight breaks ${styles.facts}`}>
      <div>
        <dt>{translate`Who takes part`}</dt>
        <dd className="typed">{people}</dd>
      </div>
      <div>
        <dt>{translate`Answer by`}</dt>
        <dd>
          <Moment moment={until} zone={until.zone} />
        </dd>
      </div>
      <div>
        <dt>{translate`The text`}</dt>
        <dd>{translateNodes`Version ${version}, SHA-256 ${<span className={styles.hash}>{hash}</span>}`}</dd>
      </div>
    </dl>
  </>
)

/** The sheet of a taken place. Only this goes on paper. */
const Sheet = ({ id, sheet: { text, hash } }: { readonly id: string; readonly sheet: NonNullable<OfferShown['sheet']> }) => (
  <section className={`stack gap-3 start ${styles.sheet}`} aria-labelledby="sheet">
    <h2 id="sheet">{translate`The sheet`}</h2>
    <p className="screen">
      {translate`When you print this page, the sheet goes on paper. We have the same one, with the same hash.`}
    </p>
    <p className={`typed breaks ${styles.text}`}>{text}</p>
    <p className="small">{translateNodes`SHA-256 of this sheet ${<span className={styles.hash}>{hash}</span>}`}</p>
    <p className="screen">
      <ButtonLink weight="line" href={`${offerPaths.sheet}?of=${id}`}>
        {translate`The sheet as text`}
      </ButtonLink>
    </p>
  </section>
)

const Summary = ({ view }: { readonly view: OfferShown }) => {
  const { state, words, answeredAt = view.until, until } = view
  const name = <b className="typed">{words}</b>
  const moment = <Moment moment={answeredAt} zone={answeredAt.zone} />
  if (state === 'taken') return <p>{translateNodes`${name} took it on ${moment}. To give it back, reply to our email.`}</p>
  if (state === 'declined')
    return (
      <>
        <p>{words === '' ? translate`We have read that you don’t take it.` : translate`We have read that you don’t take it:`}</p>
        {words !== '' && <p className="typed">{words}</p>}
        <p>{translate`If you want it after all, reply to our email: we can offer it again while a place is free.`}</p>
      </>
    )
  if (state === 'lapsed') {
    const end = <Moment moment={until} zone={until.zone} />
    return (
      <p>
        {translateNodes`It could be taken until ${end}. Reply to our email if you still want it: we may extend it while the place is free.`}
      </p>
    )
  }
  return <p>{translate`Read the five sentences with everyone who takes part. Then take the place or decline.`}</p>
}

const Offer = ({ view }: { readonly view: OfferShown }) => (
  <ShortPage
    title={titles[view.state](translate(view.cohort))}
    line={view.state === 'taken' ? 1 : view.state === 'offered' ? 0.8 : 0.2}
    kolam={kolamOf(view.formType, view.id)}
  >
    {view.alert !== undefined && (
      <p className={field.fault} role="alert">
        {view.alert}
      </p>
    )}
    {view.alert !== undefined && view.reason !== undefined && view.state !== 'offered' && <p className="typed">{view.reason}</p>}
    <Summary view={view} />
    {view.sheet === undefined ? <Terms view={view} /> : <Sheet id={view.id} sheet={view.sheet} />}
    {view.state === 'offered' && view.isOwner && <Answer view={view} />}
    {view.state === 'offered' && !view.isOwner && (
      <p>
        {translate`To answer, open this page from an email of ours to ${view.address}.`}{' '}
        <a href={applicantPaths.lostLink}>{translate`Have the link sent again`}</a>
      </p>
    )}
    <p className="screen">
      <ButtonLink weight="quiet" href={`${applicantPaths.my}?of=${view.id}`}>
        {translate`Back to your application`}
      </ButtonLink>
    </p>
  </ShortPage>
)

const None = ({ id }: { readonly id?: string | undefined }) => (
  <ShortPage title={translate`There is no offer here`} line={0.2}>
    <p>
      {translate`An offer shows here while it can be answered and after it was. We may have taken it back, or your application is withdrawn: your page says how it stands.`}
    </p>
    <p>
      <ButtonLink weight="line" href={id === undefined ? applicantPaths.my : `${applicantPaths.my}?of=${id}`}>
        {translate`Your application`}
      </ButtonLink>
    </p>
  </ShortPage>
)

/** The page of an offer. It has only forms and links, so that it works without a script. */
export const OfferPage = ({ view }: { readonly view: OfferView }) =>
  view.kind === 'none' ? <None id={view.id} /> : <Offer view={view} />

export const renderOffer = (view: OfferView): string => renderToStaticMarkup(<OfferPage view={view} />)
