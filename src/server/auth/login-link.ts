import { paths } from '../../api/paths.ts'
import { loginTokenPlaceholder } from '../../shared/built-pages.ts'
import { minute } from '../../shared/dates.ts'
import { programCommand } from '../config.ts'
import { makeToken, type TimedTokens } from './timed-token.ts'

/** How long a sign-in link is valid. */
const linkLife = 10 * minute

/** The purpose in the token of a sign-in link. */
export const linkPurpose = 'login link'

/** The path and query of a new sign-in link. */
export const loginLink = (parts: TimedTokens): string => `${paths.loginLink}?token=${makeToken(parts, linkPurpose, linkLife)}`

/** The built page with a button that sends the token. Opening the page does not use the token up: mail scanners open links too. */
export const pageWithToken = (page: string, token: string): string =>
  page.replace(loginTokenPlaceholder, token.replace(/[^\w.-]/g, ''))

const refusal = `<p role="alert">This link was used before, or is older than ten minutes. Create another one: <code>${programCommand('login-link')}</code></p>`

/** The built page with a sentence in place of its form, which has the button. */
export function pageRefused(page: string): string {
  const [start, end] = [page.indexOf('<form'), page.indexOf('</form>')]
  return page.slice(0, start) + refusal + page.slice(end + '</form>'.length)
}
