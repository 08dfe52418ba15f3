/** HTML that is safe to stand in a message as it is. */
export interface Html {
  readonly html: string
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that HTML does not have
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const asText = (text: string): string => text.replace(unprintable, '').replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

type Part = string | number | Html | readonly Html[]

const written = (part: Part): string =>
  typeof part === 'string' || typeof part === 'number'
    ? asText(String(part))
    : Array.isArray(part)
      ? part.map(({ html }: Html) => html).join('')
      : (part as Html).html

/** A piece of HTML. Whatever is put into it is text, and cannot be anything else, unless it was made by this function. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((done, string, at) => done + written(parts[at - 1] as Part) + string),
})

/** Text of several lines: its line breaks stay. */
export const lines = (text: string): Html => ({ html: asText(text).replace(/\r\n|\r|\n/g, '<br>') })

/** Text of several paragraphs, an empty line between them. */
export const paragraphs = (text: string): Html => ({
  html: text
    .split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*/)
    .map((one) => `<p>${lines(one).html}</p>`)
    .join('\n'),
})
