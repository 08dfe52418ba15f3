import { Fragment } from 'react'

/** Signs before and after a word stay with it. */
const range =
  /([(“‘"']*(?:[$₹€£\d.]+[KM%]?[-–][$₹€£\d.]+[KM%]?(?: (?:business days|months|weeks|minutes))?|[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+)(?:[’']\p{L}+)?[).,;:!?…”’"']*)/u

/** A text without line breaks inside ranges, such as 5-7 business days or 6-8%, and inside hyphenated words. */
export function Unbroken({ text }: { text: string }) {
  return text.split(range).map((part, at) =>
    at % 2 === 1 ? (
      <span key={`${part}-${text.indexOf(part)}`} className="unbroken">
        {part}
      </span>
    ) : (
      <Fragment key={`${part}-${text.indexOf(part)}`}>{part}</Fragment>
    ),
  )
}
