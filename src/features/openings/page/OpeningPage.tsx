import { renderToStaticMarkup } from 'react-dom/server'
import { ShortPage } from '../../../form-view/private-page/ShortPage.tsx'
import { AddressForm } from '../../../form-view/view/AddressForm.tsx'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { openingPaths } from '../api.ts'

/** What the list is for, in the words of its button. */
const tellMe = 'Tell me the start date first'

/** A cohort that is open: its name, its deadline in a sentence, and where to apply. */
export interface OpenNow {
  readonly cohort: string
  readonly deadline: string
  readonly formPath: string
}

/** The pages for an address that wants a letter when the next cohort opens. Addresses are masked. */
export type OpeningView =
  /** The form for an address. */
  | { readonly kind: 'request'; readonly formPath: string; readonly email?: string; readonly fault?: string }
  | { readonly kind: 'requested' }
  /** The page that the mailed link opens. `waits`: the address is confirmed. */
  | { readonly kind: 'link'; readonly address: string; readonly waits: boolean; readonly confirm: string; readonly off: string }
  /** The address is not on the list. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'open' } & OpenNow)

const afterRequest = [
  'We send you a link. Press the button on its page, and you’re on the list.',
  'One email goes out when the next cohort opens.',
  'Then we delete the address. We delete it after 3 days if you don’t confirm it, and whenever you leave the list.',
]

const Request = (view: Extract<OpeningView, { kind: 'request' }>) => (
  <ShortPage title={tellMe} line={0.42} next={afterRequest}>
    <p>
      Leave your address, and we write to you when the next cohort opens, with its start date. You don’t have to wait: what you
      send now is read for that cohort. <a href={view.formPath}>Apply now</a>
    </p>
    <AddressForm {...view} to={openingPaths.opens} action={tellMe} />
  </ShortPage>
)

const Requested = () => (
  <ShortPage title="Check your email" line={0.8}>
    <p>
      If this address isn’t confirmed yet, an email with a link goes there. Open the link and press the button on its page: then
      you’re on the list. It can take an hour: an address gets at most one email of this kind an hour and three a day. After the
      third it gets none until the next day.
    </p>
    <p>No email? Look in your spam folder, or check the address and try again a day later.</p>
    <p>
      <ButtonLink weight="line" href={openingPaths.opens}>
        Try again
      </ButtonLink>
    </p>
  </ShortPage>
)

/** Opening this page changes nothing, because mail scanners open links. */
const Link = ({ address, waits, confirm, off }: Extract<OpeningView, { kind: 'link' }>) => (
  <ShortPage title={waits ? 'You’re on the list' : 'Shall we tell you when it opens?'} line={waits ? 1 : 0.8}>
    <p>
      {waits
        ? `We send one email to ${address} when the next cohort of the accelerator opens. Then we delete the address.`
        : `Press the button, and we send one email to ${address} when the next cohort of the accelerator opens. If you didn’t request that, close this page: we delete the address after 3 days.`}
    </p>
    <div className="row">
      {!waits && (
        <form method="post" action={confirm}>
          <Button type="submit">Yes, tell me</Button>
        </form>
      )}
      <form method="post" action={off}>
        <Button type="submit" weight="line">
          Take me off the list
        </Button>
      </form>
    </div>
  </ShortPage>
)

const None = () => (
  <ShortPage title="You’re not on the list">
    <p>
      We don’t write to you about cohorts: the address was deleted after our email, or because it was taken off the list or wasn’t
      confirmed. If you expected something else here, your link may be incomplete.
    </p>
    <p>
      <ButtonLink weight="line" href={openingPaths.opens}>
        {tellMe}
      </ButtonLink>
    </p>
  </ShortPage>
)

/** The page for an address that wants a letter when the next cohort opens. It has only forms and links, so that it works without a script. */
export const OpeningPage = ({ view }: { readonly view: OpeningView }) => (
  <>
    {view.kind === 'request' && <Request {...view} />}
    {view.kind === 'requested' && <Requested />}
    {view.kind === 'link' && <Link {...view} />}
    {view.kind === 'none' && <None />}
    {view.kind === 'open' && (
      <ShortPage title={`${view.cohort} is open`} line={1}>
        <p>{view.deadline}</p>
        <p>
          <ButtonLink href={view.formPath}>Apply now</ButtonLink>
        </p>
      </ShortPage>
    )}
  </>
)

export const renderOpening = (view: OpeningView): string => renderToStaticMarkup(<OpeningPage view={view} />)
