import { Fragment } from 'react'

const range = /([$\d.]+[KM%]?-[$\d.]+[KM%]?(?: (?:business days|months|weeks|minutes))?|\w+-\w+)/

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
