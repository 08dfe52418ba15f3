import { renderToStaticMarkup } from 'react-dom/server'
import { ShortPage } from '../../../form-view/private-page/ShortPage.tsx'
import { FieldInput } from '../../../form-view/view/FieldInput.tsx'
import { text } from '../../../forms/fields/text.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { helperPaths } from '../api.ts'
import type { HelperView } from './view.ts'

const code = text('The code from the email', { limit: 20, input: { autocomplete: 'one-time-code', inputMode: 'numeric' } })

/** A form with one button. */
const Press = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <form method="post" action={to}>
    <Button type="submit">{children}</Button>
  </form>
)

const CodeForm = ({ address, fault }: Extract<HelperView, { kind: 'code' }>) => (
  <ShortPage title="Check your email" line={0.8}>
    <p>We sent a code of six digits to {address}. It is valid for 10 minutes, in this browser.</p>
    <form className="stack" method="post" action={helperPaths.helperCode}>
      <FieldInput name="code" field={code} raw={{}} fault={fault} required hidden={false} wide />
      <div>
        <Button type="submit">Open the desk</Button>
      </div>
    </form>
  </ShortPage>
)

/** Opening the link changes nothing, because mail scanners open links. The pages work without a script. */
export const HelperPage = ({ view }: { readonly view: HelperView }) => (
  <>
    {view.kind === 'link' && (
      <ShortPage title={`Hello ${view.name}`} line={0.42}>
        <p>
          Your link works until the end of {view.until}. To be sure that it is you, we send a code to {view.address}: once for
          each browser.
        </p>
        <Press to={helperPaths.helper}>Send me the code</Press>
      </ShortPage>
    )}
    {view.kind === 'admin' && (
      <ShortPage title="You are signed in here as the admin" line={0.42}>
        <p>
          This is the link of {view.name}. A browser has one desk: if the link is opened here, you are signed out here, and
          nothing else changes. To see what {view.name} sees and stay signed in, open it in a private window.
        </p>
        <p>
          <ButtonLink href="/app">Stay signed in</ButtonLink>
        </p>
        <form method="post" action={helperPaths.helper}>
          <input type="hidden" name="instead" value="yes" />
          <Button type="submit" weight="line">
            Sign out and send {view.name} the code
          </Button>
        </form>
      </ShortPage>
    )}
    {view.kind === 'code' && <CodeForm {...view} />}
    {view.kind === 'used' && (
      <ShortPage title="This link has done its work" line={0.42}>
        <p>
          It opened the desk in one browser. For this one you need another link, which goes to {view.address}; the one before
          stays open.
        </p>
        <Press to={helperPaths.helperAgain}>Send me another link</Press>
      </ShortPage>
    )}
    {view.kind === 'mailed' && (
      <ShortPage title="Check your email" line={0.8}>
        <p>Another link is on its way to {view.address}. Open it in this browser.</p>
      </ShortPage>
    )}
    {view.kind === 'none' && (
      <ShortPage title="Nothing is open here">
        <p data-ended="">
          The link has ended, or it is not complete. Open the link from your email once more. It needs cookies. If that does not
          help, ask the person who gave it to you.
        </p>
      </ShortPage>
    )}
    {view.kind === 'limited' && (
      <ShortPage title="Please wait a moment">
        <p>There were very many requests. Try again in an hour.</p>
      </ShortPage>
    )}
  </>
)

/** The markup of a helper's page. */
export const renderHelperPage = (view: HelperView): string => renderToStaticMarkup(<HelperPage view={view} />)
