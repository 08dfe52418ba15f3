/** A block of a message. Both the HTML and the plain text are rendered from blocks. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** In smaller type, for what only some readers need. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }

interface Fact {
  readonly label: string
  readonly text: string
}

/** A message before it is rendered. */
export interface Body {
  readonly subject: string
  /** The text that an inbox shows after the subject. */
  readonly preview: string
  readonly blocks: readonly Block[]
  /** The footer lines: who writes, and why. */
  readonly foot: readonly string[]
}

const drawBlock = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'heading':
      return block.text.toUpperCase()
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`
    case 'code':
      return `    ${block.code}`
    case 'facts':
      return block.facts.map(({ label, text }) => `${label}: ${text}`).join('\n')
  }
}

/** A message as plain text, with the same words in the same order as the HTML. */
export const drawPlain = (body: Body): string => `${body.blocks.map(drawBlock).join('\n\n')}\n\n--\n${body.foot.join('\n')}\n`
