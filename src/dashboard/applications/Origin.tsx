import type { ApplicationResponse } from '../../api/responses.ts'
import type { Touch } from '../../applications/origin.ts'
import { shortDate } from '../../shared/dates.ts'
import { languageName } from '../labels.ts'

/** How the applicant found the site, as reported by the browser. It is untrusted, and shown as plain text only. */
export function OriginSection({ response }: { response: ApplicationResponse }) {
  const { origin, notice } = response
  const { language } = response.application
  const first = origin?.first && describe(origin.first)
  const last = origin?.last && describe(origin.last)
  if (first === undefined && last === undefined && !notice && language === undefined) return null
  return (
    <section className="stack gap-2">
      <h3>Source</h3>
      <dl className="facts lined small">
        {first !== undefined && <Line name={last === undefined || last === first ? 'Visit' : 'First visit'} text={first} />}
        {last !== undefined && last !== first && <Line name="Last visit" text={last} />}
        {language !== undefined && <Line name="Language" text={languageName(language)} />}
        {notice && <Line name="Privacy notice" text={shortDate(new Date(notice))} />}
      </dl>
    </section>
  )
}

const Line = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{text}</dd>
  </div>
)

/** `Landed on /startup-studio, from news.example, campaign cohort-6 (letter, mail)` */
function describe({ page, referrer, source, medium, campaign, term, content }: Touch): string {
  const channel = [source, medium].filter((part) => part !== undefined).join(', ')
  return [
    page !== undefined && (page === '/' ? 'landed on the home page' : `landed on ${page}`),
    referrer !== undefined && `from ${referrer}`,
    campaign !== undefined ? `campaign ${campaign}${channel && ` (${channel})`}` : channel && `by ${channel}`,
    term !== undefined && `searching for ${term}`,
    content !== undefined && `through ${content}`,
  ]
    .filter(Boolean)
    .join(', ')
}
