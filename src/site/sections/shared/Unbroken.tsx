import { Fragment } from 'react'

/** Signs before and after a word stay with it. An e-mail address ends before a full stop. */
const range =
  /([(“‘"']*(?:[$₹€£\d.]+[KM%]?[-–][$₹€£\d.]+[KM%]?(?: (?:business days|months|weeks|minutes))?|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)+)(?:[’'][\p{L}\p{M}]+)?[).,;:!?…”’"']*)/u

/** A text without line breaks inside ranges, such as 5-7 business days or 6-8%, and inside hyphenated words; its e-mail addresses are links. */
export function Unbroken({ text }: { text: string }) {
  return text.split(range).map((part, at) => {
    const key = `${part}-${text.indexOf(part)}`
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    const [, address, after] = /^(\S+@[\w.-]*\w)(.*)$/.exec(part) ?? []
    return address === undefined ? (
      <span key={key} className="unbroken">
        {part}
      </span>
    ) : (
      <Fragment key={key}>
        <a className="breaks" href={`mailto:${address}`}>
          {address}
        </a>
        {after}
      </Fragment>
    )
  })
}
