import type { Block, Inline } from '../../../content/markdown.ts'
import { escapeMarkup } from '../../../shared/escape.ts'
import { pictureUrl } from '../shared/content-pictures.ts'

/** A post's body as HTML text, for the feed; links to our pages get `origin`. */
export const postHtml = (blocks: readonly Block[], origin: string): string =>
  blocks
    .map((block) => {
      if (block.kind === 'heading') return `<h${block.level}>${inlineHtml(block.children, origin)}</h${block.level}>`
      if (block.kind === 'paragraph') return `<p>${inlineHtml(block.children, origin)}</p>`
      if (block.kind === 'quotation')
        return `<blockquote>${block.paragraphs.map((paragraph) => `<p>${inlineHtml(paragraph, origin)}</p>`).join('')}</blockquote>`
      if (block.kind === 'picture')
        return `<p><img src="${escapeMarkup(origin + pictureUrl(block.file))}" alt="${escapeMarkup(block.alt)}"></p>`
      if (block.kind === 'table') {
        const rows = block.rows.map((row, at) => {
          const cell = at === 0 ? 'th' : 'td'
          return `<tr>${row.map((inner) => `<${cell}>${inlineHtml(inner, origin)}</${cell}>`).join('')}</tr>`
        })
        return `<table>${rows.join('')}</table>`
      }
      const tag = block.ordered ? 'ol' : 'ul'
      const start = block.start === undefined ? '' : ` start="${block.start}"`
      return `<${tag}${start}>${block.items.map((item) => `<li>${inlineHtml(item, origin)}</li>`).join('')}</${tag}>`
    })
    .join('\n')

const inlineHtml = (children: readonly Inline[], origin: string): string =>
  children
    .map((inline) => {
      if (inline.kind === 'text') return escapeMarkup(inline.text)
      const inner = inlineHtml(inline.children, origin)
      if (inline.kind === 'link')
        return `<a href="${escapeMarkup(inline.to.startsWith('/') ? origin + inline.to : inline.to)}">${inner}</a>`
      return inline.kind === 'bold' ? `<strong>${inner}</strong>` : `<em>${inner}</em>`
    })
    .join('')
