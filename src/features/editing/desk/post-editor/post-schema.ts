import { Schema } from 'prosemirror-model'
import { isLinkable } from '../../../../content/addresses.ts'
import { addressOf } from '../picture-address.ts'

/** What a post can hold: the blocks and marks of src/content/markdown.ts, and nothing else. */
export const postSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 2 } },
      defining: true,
      parseDOM: [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { start: { default: 1 } },
      parseDOM: [{ tag: 'ol', getAttrs: (list: HTMLElement) => ({ start: (list as HTMLOListElement).start }) }],
      toDOM: ({ attrs }) => ['ol', { start: attrs.start }, 0],
    },
    list_item: { content: 'paragraph', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    blockquote: {
      group: 'block',
      content: 'paragraph+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    table: {
      group: 'block',
      content: 'table_row+',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    table_row: { content: 'table_cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
    table_cell: { content: 'inline*', isolating: true, parseDOM: [{ tag: 'td' }, { tag: 'th' }], toDOM: () => ['td', 0] },
    picture: {
      group: 'block',
      atom: true,
      attrs: { file: {}, alt: { default: '' } },
      parseDOM: [
        {
          tag: 'img[data-file]',
          getAttrs: (image: HTMLElement) => ({ file: image.dataset.file, alt: image.getAttribute('alt') ?? '' }),
        },
      ],
      toDOM: ({ attrs }) => [
        'img',
        { 'data-file': attrs.file, alt: attrs.alt, src: addressOf('pictures', attrs.file) ?? '', draggable: 'false' },
      ],
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { to: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link: HTMLElement) => {
            const to = link.getAttribute('href') ?? ''
            return isLinkable(to) ? { to } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.to }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }], toDOM: () => ['em', 0] },
  },
})
