import type { Block, Body } from './body.ts'

const block = (one: Block): string => {
  switch (one.kind) {
    case 'paragraph':
    case 'note':
      return one.text
    case 'heading':
      return one.text.toUpperCase()
    case 'button':
      return `${one.label}:\n${one.url}`
    case 'code':
      return `    ${one.code}`
    case 'facts':
      return one.facts.map(({ label, text }) => `${label}: ${text}`).join('\n')
    case 'answers':
      return one.sections
        .map(({ title, items }) => [title.toUpperCase(), ...items.map(({ label, text }) => `${label}\n${text}`)].join('\n\n'))
        .join('\n\n\n')
  }
}

/** A message as plain text: the same words, in the same order. */
export const drawPlain = (body: Body): string => `${body.blocks.map(block).join('\n\n')}\n\n--\n${body.foot.join('\n')}\n`
