import { renderToStaticMarkup } from 'react-dom/server'
import { applicantPaths } from '../../../api/applicant-paths.ts'
import { ShortPage } from '../../../form-view/private-page/ShortPage.tsx'
import field from '../../../form-view/view/form-field.module.css'
import type { FormType } from '../../../shared/form-types.ts'
import { translate } from '../../../shared/translate.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { kolamOf } from '../../../ui/kolam/application-kolam.ts'
import { type CardTexts, cardLimits, cardPath } from '../api.ts'
import type { Sentence } from '../sentences.ts'

/** A card as its founder sees it. The address is masked. */
interface CardShown {
  readonly kind: 'card'
  readonly id: string
  readonly formType: FormType
  readonly cohort: string
  readonly sentences: readonly Sentence[]
  readonly texts: CardTexts
  /** When it was last saved, in milliseconds; empty before. */
  readonly seen: string
  /** Whether the link of a letter is open in this browser. */
  readonly isOwner: boolean
  readonly address: string
  readonly consent?: 'given' | 'withheld' | 'ended'
  readonly saidOn?: string
  /** What was chosen, and why it was not saved. */
  readonly chosen?: string
  readonly faults?: Readonly<Record<string, string>>
  readonly alert?: string
}

/** `none`: no place is taken now. */
export type CardView = CardShown | { readonly kind: 'none'; readonly id?: string }

const labels = (): Readonly<Record<keyof CardTexts, string>> => ({
  name: translate`Name`,
  description: translate`What it does, in two sentences`,
  line: translate`One sentence, for the list of the cohort`,
  founders: translate`Founders`,
  website: translate`Website`,
  category: translate`Field`,
  stage: translate`Stage`,
})

const Fault = ({ of, text }: { readonly of: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p className={field.fault} id={`card-${of}-fault`} role="alert">
      {text}
    </p>
  )

/** A sentence in its field, with the answers that it was made from. */
function Part({ view, sentence: { part, from } }: { readonly view: CardShown; readonly sentence: Sentence }) {
  const fault = view.faults?.[part]
  const shared = {
    ...{ id: `card-${part}`, name: part, className: field.input, maxLength: cardLimits[part], defaultValue: view.texts[part] },
    ...{
      required: part !== 'website',
      'aria-describedby': `card-${part}-from${fault === undefined ? '' : ` card-${part}-fault`}`,
    },
    ...(fault !== undefined && { 'aria-invalid': true as const }),
  }
  const isFixed = part === 'category' || part === 'stage' || !view.isOwner
  return (
    <div className="stack gap-2">
      {isFixed ? (
        <>
          <p className={field.label}>{labels()[part]}</p>
          <p className="typed">{view.texts[part]}</p>
        </>
      ) : (
        <>
          <label className={field.label} htmlFor={`card-${part}`}>
            {labels()[part]}
          </label>
          {part === 'description' ? (
            <textarea rows={4} {...shared} />
          ) : part === 'line' ? (
            <textarea rows={2} {...shared} />
          ) : (
            <input {...shared} />
          )}
          <Fault of={part} text={fault} />
        </>
      )}
      <div className="soft small breaks" id={`card-${part}-from`}>
        {from.map(({ question, answer }) => (
          <p key={question}>
            {translate`From your answer to “${question}”:`} <span className="typed">{answer}</span>
          </p>
        ))}
        {from.length === 0 && <p>{translate`You gave no answer that says it.`}</p>}
      </div>
    </div>
  )
}

const Choice = ({ view, value, text }: { readonly view: CardShown; readonly value: 'yes' | 'no'; readonly text: string }) => {
  const stored = view.consent === undefined ? undefined : view.consent === 'given' ? 'yes' : 'no'
  return (
    <label className="row gap-2 touch" htmlFor={`consent-${value}`}>
      <input
        id={`consent-${value}`}
        type="radio"
        name="consent"
        value={value}
        required
        defaultChecked={(view.chosen ?? stored) === value}
      />
      {text}
    </label>
  )
}

const Summary = ({ view: { consent, saidOn = '', cohort } }: { readonly view: CardShown }) => {
  if (consent === 'given')
    return <p>{translate`You agreed on ${saidOn}. You can correct the sentences here, or take it back, at any time.`}</p>
  if (consent === 'ended')
    return (
      <p>{translate`You took it back on ${saidOn}. We take your company from the site as soon as we read it; you can agree again at any time.`}</p>
    )
  if (consent === 'withheld')
    return <p>{translate`You said no on ${saidOn}. Nothing of your company is shown; you can agree at any time.`}</p>
  return (
    <p>
      {translate`We would like to show your company among our companies and in the list of ${translate(cohort)}. These sentences are made from your answers. Correct them, then say whether we may show them. Without your yes, nothing is shown.`}
    </p>
  )
}

const Card = ({ view }: { readonly view: CardShown }) => (
  <ShortPage
    title={translate`Your card on our site`}
    line={view.consent === undefined ? 0.8 : 1}
    kolam={kolamOf(view.formType, view.id)}
  >
    {view.alert !== undefined && (
      <p className={field.fault} role="alert">
        {view.alert}
      </p>
    )}
    <Summary view={view} />
    <form className="stack gap-5" method="post" action={cardPath}>
      <input type="hidden" name="of" value={view.id} />
      <input type="hidden" name="seen" value={view.seen} />
      {view.sentences.map((sentence) => (
        <Part key={sentence.part} view={view} sentence={sentence} />
      ))}
      {view.isOwner && (
        <>
          <fieldset
            className="stack gap-2"
            aria-describedby={view.faults?.consent === undefined ? undefined : 'card-consent-fault'}
          >
            <legend className={field.label}>{translate`May our site show this?`}</legend>
            <Choice view={view} value="yes" text={translate`Yes, show the card and the line`} />
            <Choice view={view} value="no" text={translate`No, show nothing of us`} />
            <Fault of="consent" text={view.faults?.consent} />
          </fieldset>
          <p className="soft small">{translate`A logo is added when you send us one. Before it is public, a person of ours reads it once more.`}</p>
          <p>
            <Button type="submit">{translate`Save`}</Button>
          </p>
        </>
      )}
    </form>
    {!view.isOwner && (
      <p>
        {translate`To answer, open this page from an email of ours to ${view.address}.`}{' '}
        <a href={applicantPaths.lostLink}>{translate`Have the link sent again`}</a>
      </p>
    )}
    <p>
      <ButtonLink weight="quiet" href={`${applicantPaths.my}?of=${view.id}`}>
        {translate`Back to your application`}
      </ButtonLink>
    </p>
  </ShortPage>
)

/** The page of a card. It has only a form and links, so that it works without a script. */
export const CardPage = ({ view }: { readonly view: CardView }) =>
  view.kind === 'card' ? (
    <Card view={view} />
  ) : (
    <ShortPage title={translate`There is no card here`} line={0.2}>
      <p>{translate`A card is drafted when the place in a cohort is taken, and stays while it is.`}</p>
      <p>
        <ButtonLink weight="line" href={view.id === undefined ? applicantPaths.my : `${applicantPaths.my}?of=${view.id}`}>
          {translate`Your application`}
        </ButtonLink>
      </p>
    </ShortPage>
  )

export const renderCard = (view: CardView): string => renderToStaticMarkup(<CardPage view={view} />)
