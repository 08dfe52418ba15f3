import { paths } from '../../api/paths.ts'
import { translate } from '../../shared/translate.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import field from '../view/form-field.module.css'
import styles from './meeting-page.module.css'
import { ShortPage } from './ShortPage.tsx'
import { translateNodes } from './translate-nodes.tsx'
import type { MeetingView, OwnMeeting, TimeView } from './view.ts'

interface MomentProps {
  readonly moment: TimeView
  readonly zone: string
}

/** A time in our zone, with the zone's name. `own-zone.js` adds the visitor's. */
export const Moment = ({ moment: { at, day, time, zoneName }, zone }: MomentProps) => (
  <span data-moment={zone}>
    <time dateTime={at}>
      {day}, {time}
    </time>{' '}
    <span>{zoneName}</span>
  </span>
)

/** The meeting among what the page says of an application: its time, or a link to choose one. */
export const Meeting = ({ id, meeting }: { readonly id: string; readonly meeting: OwnMeeting }) => {
  const link = `${paths.meeting}?of=${id}`
  if (meeting.at === undefined) return <ButtonLink href={link}>{translate`Choose a time`}</ButtonLink>
  const { zone, location, isChangeable } = meeting
  return (
    <div className={`stack gap-3 start text-3 breaks ${styles.set}`}>
      <p>
        {translateNodes`We meet on ${<Moment moment={meeting} zone={zone} />}`}
        <br />
        {location === '' ? translate`We write to you about the place before.` : location}
      </p>
      <p className="row screen">
        <ButtonLink weight="line" href={`${paths.meetingCalendar}?of=${id}`}>{translate`Add to your calendar`}</ButtonLink>
        {isChangeable && <ButtonLink weight="quiet" href={link}>{translate`Change or cancel the meeting`}</ButtonLink>}
      </p>
      {!isChangeable && (
        <p className="soft small">{translate`It begins soon, so it cannot be changed here any more: reply to our email about it.`}</p>
      )}
    </div>
  )
}

/** The open times, by day. Where clocks change between them, each has the name of its zone. */
const Times = ({ id, days, zone, meeting, alert }: MeetingView) => {
  const names = [...new Set(days.flatMap(({ slots }) => slots.map(({ zoneName }) => zoneName)))]
  return (
    <form className="stack gap-5" method="post" action={paths.meeting}>
      <input type="hidden" name="of" value={id} />
      <input type="hidden" name="from" value={meeting?.at ?? ''} />
      {alert !== undefined && (
        <p className={field.fault} role="alert">
          {translate(alert)}
        </p>
      )}
      <p data-zone-note={zone} data-zone-name={names.join(translate` and `)}>
        {names.length > 1
          ? translate`Times are in ${names.join(translate` and `)}, as each says.`
          : translate`Times are in ${names[0]}.`}
      </p>
      {days.map(({ day, slots }) => (
        <fieldset key={day} className={styles.day} data-day="">
          <legend>{day}</legend>
          {slots.map(({ at, time, zoneName }) => (
            <label key={at}>
              <input type="radio" className="drawn" name="at" value={at} required />
              <span className="text-3">{time}</span>
              <small>{names.length > 1 && zoneName}</small>
            </label>
          ))}
        </fieldset>
      ))}
      <Button type="submit">{meeting === undefined ? translate`Choose this time` : translate`Move to this time`}</Button>
    </form>
  )
}

/** The page on which an applicant chooses the time of a meeting, changes or cancels it. */
export const MeetingPage = (view: MeetingView) => {
  const { id, formType, title, reference, meeting, days, zone, location, changeHours } = view
  const [minutes] = days.flatMap(({ slots }) => slots.map((slot) => slot.minutes))
  return (
    <ShortPage
      title={meeting === undefined ? translate`Choose a time` : translate`Our meeting`}
      line={meeting === undefined ? 0.6 : 1}
      kolam={kolamOf(formType, id)}
    >
      {meeting !== undefined && (
        <p className={`text-3 ${styles.now}`}>
          <Moment moment={meeting} zone={zone} />
        </p>
      )}
      <p>
        {translateNodes`${title}, reference ${<strong>{reference}</strong>}.`}{' '}
        {meeting === undefined
          ? translate`You can change or cancel it here until ${changeHours} hours before. An email for your calendar comes at once.`
          : translate`You can change or cancel it here until ${changeHours} hours before: `}
        {meeting !== undefined && <Moment moment={meeting.until} zone={zone} />}
      </p>
      {(minutes !== undefined || location !== '') && (
        <p className={`breaks ${styles.terms}`}>
          {[minutes === undefined ? '' : translate`${minutes} minutes`, location].filter(Boolean).join(' · ')}
        </p>
      )}
      {days.length === 0 ? (
        <p role={view.alert === undefined ? undefined : 'alert'}>
          {view.alert !== undefined && `${translate(view.alert)} `}
          {meeting === undefined
            ? translate`No time is open at the moment. We add more: please come back, or reply to our email.`
            : translate`No other time is open at the moment.`}
        </p>
      ) : (
        <>
          {meeting !== undefined && <h2>{translate`Another time`}</h2>}
          <Times {...view} />
        </>
      )}
      {meeting !== undefined && (
        <details className={styles.cancel}>
          <summary className="touch">{translate`Cancel the meeting`}</summary>
          <form className="stack gap-3 start" method="post" action={paths.meeting}>
            <input type="hidden" name="of" value={id} />
            <input type="hidden" name="from" value={meeting.at} />
            <input type="hidden" name="at" value="none" />
            <p>{translate`Your application stays as it is, and you can choose another time while there are some.`}</p>
            <Button type="submit" weight="line">{translate`Yes, cancel it`}</Button>
          </form>
        </details>
      )}
      <p>
        <ButtonLink weight="quiet" href={`${paths.my}?of=${id}`}>{translate`Back to your application`}</ButtonLink>
      </p>
    </ShortPage>
  )
}
