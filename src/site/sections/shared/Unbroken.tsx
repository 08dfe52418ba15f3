import { Fragment, type ReactNode } from 'react'
import { partsWithLinks } from '../../../content/links-in-text.ts'
import { linkIn } from '../../languages.ts'

/** Signs before and after a word stay with it. An e-mail address ends before a full stop. */
const range =
  /([(“‘"']*(?:[$₹€£\d.]+[KM%]?[-–][$₹€£\d.]+[KM%]?(?: (?:business days|months|weeks|minutes))?|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)+)(?:[’'][\p{L}\p{M}]+)?[).,;:!?…”’"']*)/u

/** A text with its links; `words` draws what is no link. */
export const linked = (text: string, words: (text: string) => ReactNode = (text) => text): ReactNode => {
  const parts = partsWithLinks(text)
  if (parts.length === 1 && typeof parts[0] === 'string') return words(text)
  return parts.map((part, at) =>
    typeof part === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is drawn once
      <Fragment key={at}>{words(part)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is drawn once
      <a key={at} {...(part.to.startsWith('/') ? { href: linkIn(part.to) } : { href: part.to, rel: 'noopener' })}>
        {part.words}
      </a>
    ),
  )
}

/** A text without line breaks inside ranges, such as 5-7 business days or 6-8%, and inside hyphenated words; its e-mail addresses are links. */
export const Unbroken = ({ text }: { text: string }) => linked(text, unbroken)

function unbroken(text: string): ReactNode {
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
