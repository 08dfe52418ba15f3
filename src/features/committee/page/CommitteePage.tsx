import { renderToStaticMarkup } from 'react-dom/server'
import { fillPath } from '../../../api/route.ts'
import record from '../../../form-view/private-page/application-part.module.css'
import { ShortPage } from '../../../form-view/private-page/ShortPage.tsx'
import { FieldInput } from '../../../form-view/view/FieldInput.tsx'
import { options, radio } from '../../../forms/fields/select.ts'
import { textarea } from '../../../forms/fields/text.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { kolamOf } from '../../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { committeePaths } from '../api.ts'
import { maxComment } from '../rules.ts'
import styles from './committee.module.css'
import type { CommitteeApplicationView, CommitteeListView, CommitteeView } from './view.ts'

const conflictWords = 'Conflict of interest: I do not score it'

const score = radio('Your score', options({ '1': '1', '2': '2', '3': '3', '4': '4', '5': '5', conflict: conflictWords }), {
  hint: '1: not for us. 3: undecided. 5: I want it in.',
})
const comment = textarea('Comment', {
  required: false,
  rows: 5,
  limit: maxComment,
  hint: 'What decided it for you. Only the person who decides reads it; the applicant may ask to see it.',
})

const reviewWords = ({ score, conflict }: { readonly score: number | null; readonly conflict: boolean }): string => {
  if (conflict) return 'Conflict of interest'
  return score === null ? 'No score' : `Score ${score} of 5`
}

const shown = (withNames: boolean): string =>
  withNames
    ? 'E-mail addresses, telephone numbers and links are left out.'
    : 'Names, e-mail addresses, telephone numbers, links and files are left out.'

/** `about 50 minutes`, `about 2 hours`. */
const durationWords = (minutes: number): string => {
  if (minutes === 1) return 'about a minute'
  return minutes < 90 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`
}

const isDone = (row: { readonly score: number | null; readonly conflict: boolean }): boolean => row.conflict || row.score !== null

const List = ({ view: { memberId, name, title, until, withNames, rows, minutes } }: { readonly view: CommitteeListView }) => {
  const done = rows.filter(isDone).length
  const next = rows.find((row) => !isDone(row))
  return (
    <>
      <header className={styles.head}>
        <div className="wrap stack gap-3">
          <h1 className="text-5">{title}</h1>
          <p>
            Hello {name}. {rows.length === 1 ? 'One application waits' : `${rows.length} applications wait`} for your view, until
            the end of <strong>{until}</strong>. {shown(withNames)} What you save stays saved, and you can change it until then.
          </p>
          <p className="row middle">
            {next !== undefined && (
              <ButtonLink href={fillPath(committeePaths.committeeApplication, { member: memberId, application: next.id })}>
                {done === 0 ? 'Start reading' : 'Go on reading'}
              </ButtonLink>
            )}
            <span>
              <strong>
                {done} of {rows.length} scored.
              </strong>{' '}
              {next !== undefined && `${durationWords(minutes).replace('about', 'About')} left.`}
            </span>
          </p>
        </div>
      </header>
      <div className={`wrap ${styles.body}`}>
        <ol className={`rows breaks ${styles.list}`}>
          {rows.map((row) => (
            <li key={row.id} className="stack">
              <Kolam {...kolamOf(row.formType, row.id)} className={`deep-ink ${styles.mark}`} />
              <div>
                <h2 className="text-3">
                  <a href={fillPath(committeePaths.committeeApplication, { member: memberId, application: row.id })}>
                    {row.name}
                  </a>
                </h2>
                <p className="soft small">
                  {[row.person, row.title, row.reference].filter((text) => text !== '' && !row.name.includes(text)).join(' · ')}
                </p>
                {row.gist !== '' && <p className={styles.gist}>{row.gist}</p>}
              </div>
              <p
                className={classNames('soft small', styles.state)}
                data-done={row.conflict || row.score !== null ? '' : undefined}
              >
                {row.conflict || row.score !== null ? reviewWords(row) : row.isRead ? 'Opened, not scored' : 'Not opened'}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

const Reading = ({ view }: { readonly view: CommitteeApplicationView }) => {
  const { memberId, id, name, person, review, revision, fault, saved, sections, files, previous, next } = view
  const pathOf = (application: string): string => fillPath(committeePaths.committeeApplication, { member: memberId, application })
  const chosen = review.conflict ? 'conflict' : String(review.score ?? '')
  // As the desk reads: what they wrote at length, then the facts.
  const essays = sections.flatMap(({ items }) => items).filter(({ kind, text }) => kind === 'textarea' && text !== '')
  const facts = sections
    .map((section) => ({ ...section, items: section.items.filter((item) => !essays.includes(item)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      <header className={styles.head}>
        <div className="wrap">
          <div className="row middle">
            <h1 className="text-5">{name}</h1>
            <nav className={`row middle ${styles.steps}`} aria-label="Applications">
              <a href={fillPath(committeePaths.committeeMember, { member: memberId })}>All applications</a>
              {previous !== undefined && (
                <a rel="prev" href={pathOf(previous)}>
                  Previous
                </a>
              )}
              {next !== undefined && (
                <a rel="next" href={pathOf(next)}>
                  Next
                </a>
              )}
            </nav>
          </div>
          <p className="soft small">
            {view.position} of {view.total} · {view.title} · {person !== '' && `${person} · `}
            {view.done} scored
            {view.done < view.total && `, ${durationWords(view.minutes)} left`} · open until the end of {view.until}
          </p>
        </div>
      </header>
      <div className={`wrap stack gap-6 ${styles.body} ${styles.columns}`}>
        <section className="stack gap-5" aria-labelledby="answers">
          <h2 className="visually-hidden" id="answers">
            What they wrote
          </h2>
          {essays.map((item) => (
            <div key={item.name} className="stack gap-1">
              <h3 className="text-3">{item.label}</h3>
              <p className="typed">{item.text}</p>
            </div>
          ))}
          {facts.map((section) => (
            <div key={section.title} className={`stack gap-2 ${record.answers}`}>
              <h3 className="text-3">{section.readerTitle}</h3>
              <dl className="facts rows faint tight">
                {section.items.map((item) => (
                  <div key={item.name}>
                    <dt>{item.label}</dt>
                    <dd className={classNames('typed', item.text === '' && record.blank)}>
                      {item.text === '' ? 'No answer' : item.text}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
          {files.length > 0 && (
            <ul className="stack gap-2">
              {files.map((file) => (
                <li key={file.field}>
                  {file.label}: <a href={`${pathOf(id)}/${file.field}`}>{file.name}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className={`stack ${styles.review}`} aria-labelledby="review" id="your-view">
          <h2 className="text-4" id="review">
            Your view
          </h2>
          {fault !== undefined && (
            <p role="alert" className="note">
              {fault}
            </p>
          )}
          {saved !== undefined && (
            <div className={`stack gap-2 note ${styles.other}`}>
              <h3 className="text-3">Saved in the other window</h3>
              <p>{reviewWords(saved)}</p>
              {saved.comment !== '' && <p className="typed">{saved.comment}</p>}
            </div>
          )}
          <form
            method="post"
            action={`${pathOf(id)}#your-view`}
            aria-label="Your view"
            data-view={fault === undefined ? '' : 'refused'}
          >
            <input type="hidden" name="revision" value={revision} />
            <FieldInput
              name="score"
              field={score}
              raw={{ score: chosen }}
              fault={fault !== undefined && chosen === '' ? 'Choose one' : undefined}
              required
              hidden={false}
              wide
            />
            <FieldInput name="comment" field={comment} raw={{ comment: review.comment }} required={false} hidden={false} wide />
            <div className="row middle">
              <Button type="submit" name="go" value="next">
                Save, then the next
              </Button>
              <Button type="submit" weight="line" name="go" value="list">
                Save
              </Button>
              {view.isSaved && <p className="soft small">Saved. You can change it.</p>}
              <p className="soft small" data-unsaved="" role="status" hidden>
                Not saved yet. This browser keeps it.
              </p>
            </div>
            <p className="soft small" data-keys="" hidden>
              Keys: <kbd>1</kbd> to <kbd>5</kbd>, <kbd>c</kbd> for the comment, <kbd>Enter</kbd> saves and opens the next,{' '}
              <kbd>j</kbd> and <kbd>k</kbd> only go there.
            </p>
            <p className="soft small">{shown(view.withNames)}</p>
          </form>
        </section>
      </div>
    </>
  )
}

const None = ({ comment: typed }: { readonly comment: string }) => (
  <ShortPage title="Nothing is open here">
    <p data-ended="">
      The link has ended, or it is not complete; or the application was taken out of the round. Open the link from your letter
      once more. It needs cookies. If that does not help, ask the person who invited you.
    </p>
    {typed !== '' && (
      <>
        <p role="alert">Your comment was not saved. It is here, so that you can copy it:</p>
        <blockquote className="note typed">{typed}</blockquote>
      </>
    )}
  </ShortPage>
)

/** The pages of a committee's members. They have only forms and links, so that they work without a script; `member-view.js` keeps what is typed. Nothing in an answer becomes a link. */
export const CommitteePage = ({ view }: { readonly view: CommitteeView }) => (
  <>
    {view.kind === 'list' && <List view={view} />}
    {view.kind === 'application' && <Reading view={view} />}
    {view.kind === 'none' && <None comment={view.comment} />}
    {view.kind === 'limited' && (
      <ShortPage title="Please wait a moment">
        <p>There were very many requests from your network. Try again in an hour; what you saved is safe.</p>
      </ShortPage>
    )}
  </>
)

/** The markup of a member's page. */
export const renderMemberPage = (view: CommitteeView): string => renderToStaticMarkup(<CommitteePage view={view} />)
