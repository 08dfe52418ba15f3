import { inColours } from '../../../shared/colours.ts'
import { escapeMarkup } from '../../../shared/escape.ts'
import { spoken } from '../../../shared/translate.ts'
import type { Block, Body } from './body.ts'
import { styles as s, sheet } from './styles.ts'

/** HTML that is safe to insert into a message. */
interface Html {
  readonly html: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that HTML does not allow
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const asText = (text: string): string => escapeMarkup(text.replace(unprintable, '')).replaceAll("'", '&#39;')

type Part = string | number | Html | readonly Html[]

function toHtml(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return asText(String(part))
  if (Array.isArray(part)) return part.map(({ html }: Html) => html).join('')
  return (part as Html).html
}

/** A template of HTML. Every inserted value is escaped as text, except HTML that this function made. */
const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((done, string, at) => done + toHtml(parts[at - 1] as Part) + string),
})

/** Text with its line breaks. */
const lines = (text: string): Html => ({ html: asText(text).replace(/\r\n|\r|\n/g, '<br>') })

/** Text with paragraphs, which empty lines separate. */
export const paragraphs = (text: string): Html => ({
  html: text
    .split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*/)
    .map((paragraph) => `<p>${lines(paragraph).html}</p>`)
    .join('\n'),
})

// Not in the template: a tagged template cannot be escaped to ASCII (vite.server.config.mjs).
const dots = '•••'

/** Space after a table: some mail programs ignore the margins of tables. */
const spacer = html`<div style="${s.spacer}">&nbsp;</div>`

function drawBlock(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="k-ink" style="${s.paragraph}">${lines(block.text)}</p>`
    case 'note':
      return html`<p class="k-quiet" style="${s.note}">${lines(block.text)}</p>`
    case 'heading':
      return html`<h2 class="k-red" style="${s.heading}">${block.text}</h2>`
    case 'button':
      return html`<table role="presentation" class="k-button-table" cellpadding="0" cellspacing="0" border="0"><tr><td class="k-button" bgcolor="#C2361D" style="${s.buttonCell}"><a class="k-button k-button-link" href="${block.url}" style="${s.button}">${block.label}</a></td></tr></table><p class="k-quiet" style="${s.address}">${block.url}</p>`
    case 'link':
      return html`<p class="k-quiet" style="${s.note}">${block.label}:<br><a class="k-quiet" href="${block.url}" style="${s.link}">${block.url}</a></p>`
    case 'code':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="k-tint" bgcolor="#F3ECDD" style="${s.codeCell}"><p class="k-ink k-code" style="${s.code}">${block.code}</p></td></tr></table>${spacer}`
    case 'facts':
      return html`<table class="k-rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="${s.facts}">${block.facts.map(
        ({ label, text }) =>
          html`<tr><th scope="row" align="left" class="k-quiet" style="${s.factLabel}">${label}</th><td width="100%" class="k-ink" style="${s.factText}">${text}</td></tr>`,
      )}</table>`
  }
}

interface Frame {
  readonly subject: string
  readonly preview: string
  readonly content: Html | readonly Html[]
  readonly foot: readonly string[]
}

/** The page of every message: one column of at most 600 px, without pictures or other external resources. */
const page = (name: string, { subject, preview, content, foot }: Frame): string =>
  inColours(
    html`<!doctype html>
<html lang="${spoken() ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>${{ html: sheet }}</style>
</head>
<body class="k-paper" bgcolor="#FBF8F1" style="${s.ground}">
<div style="${s.preview}">${preview}</div>
<table role="presentation" class="k-paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#FBF8F1"><tr><td align="center" style="${s.cell}">
${{ html: '<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->' }}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" align="center" style="${s.column}">
<tr><td align="left" class="k-rule" style="${s.head}"><span aria-hidden="true" style="${s.dots}">${dots}</span><span class="k-red" style="${s.name}"> ${name}</span></td></tr>
<tr><td align="left" style="${s.body}">${content}</td></tr>
<tr><td align="left" class="k-rule" style="${s.foot}">${foot.map((line) => html`<p class="k-quiet" style="${s.footLine}">${line}</p>`)}</td></tr>
</table>
${{ html: '<!--[if mso]></td></tr></table><![endif]-->' }}
</td></tr></table>
</body>
</html>
`.html,
  )

/** A message as an HTML document. */
export const drawHtml = (name: string, { subject, preview, blocks, foot }: Body): string =>
  page(name, { subject, preview, content: blocks.map(drawBlock), foot })

/** HTML that the admin wrote, on our page. It is trusted and not escaped. */
export const drawOwn = (name: string, subject: string, trusted: string, foot: readonly string[]): string =>
  page(name, { subject, preview: '', content: html`<div class="k-ink" style="${s.own}">${{ html: trusted }}</div>`, foot })
