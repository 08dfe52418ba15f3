import { isAdmin } from '../session/rights.ts'
import { sitePath } from './url-state.ts'

/** The way to the questions about who we are, while the site has the name of the example. */
export const Untouched = () =>
  isAdmin() &&
  document.documentElement.dataset.untouched !== undefined && (
    <p>
      The site still has the name, the numbers and the people of an example. <a href={`${sitePath}#begin`}>Say who you are</a>:
      name, city, time zone, currency, colours and pages.
    </p>
  )
