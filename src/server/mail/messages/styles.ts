/**
 * The site's colours for mail. They are inline styles, because many mail clients read no others. Clients with a dark mode read its colours from the
 * style sheet in the head.
 */
const sans = "'Anek Latin',-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

export const styles = {
  ground: 'margin:0;padding:0;background-color:#FBF8F1;',
  cell: 'padding:32px 16px;',
  column: 'width:100%;max-width:600px;margin:0 auto;',
  dots: `font-family:${sans};font-size:22px;line-height:22px;letter-spacing:6px;color:#E9A20B;`,
  name: `font-family:${sans};font-size:20px;line-height:28px;font-weight:700;color:#5A1F17;`,
  head: 'padding:0 0 20px;border-bottom:2px solid #5A1F17;',
  body: 'padding:28px 0 8px;',
  paragraph: `margin:0 0 18px;font-family:${sans};font-size:17px;line-height:27px;color:#1D1A17;word-break:break-word;overflow-wrap:anywhere;`,
  note: `margin:0 0 18px;font-family:${sans};font-size:15px;line-height:23px;color:#5C534A;word-break:break-word;overflow-wrap:anywhere;`,
  link: 'color:#5C534A;text-decoration:underline;word-break:break-all;',
  heading: `margin:32px 0 14px;font-family:${sans};font-size:20px;line-height:28px;font-weight:700;color:#5A1F17;word-break:break-word;overflow-wrap:anywhere;`,
  buttonCell: 'border-radius:4px;background-color:#C2361D;',
  button: `display:inline-block;padding:14px 24px;font-family:${sans};font-size:17px;line-height:22px;font-weight:700;color:#FFFFFF;text-decoration:none;border-radius:4px;`,
  address: `margin:12px 0 22px;font-family:${sans};font-size:12px;line-height:18px;color:#5C534A;word-break:break-word;overflow-wrap:anywhere;`,
  code: "margin:0;padding:18px 12px;font-family:'SF Mono',Menlo,Consolas,'Courier New',monospace;font-size:34px;line-height:42px;font-weight:700;letter-spacing:8px;text-align:center;color:#1D1A17;",
  codeCell: 'background-color:#F3ECDD;border-radius:4px;',
  factLabel: `padding:8px 16px 8px 0;font-family:${sans};font-size:15px;line-height:23px;font-weight:400;color:#5C534A;vertical-align:top;white-space:nowrap;`,
  factText: `padding:8px 0;font-family:${sans};font-size:15px;line-height:23px;font-weight:600;color:#1D1A17;vertical-align:top;word-break:break-word;overflow-wrap:anywhere;`,
  own: `font-family:${sans};font-size:17px;line-height:27px;color:#1D1A17;word-break:break-word;overflow-wrap:anywhere;`,
  spacer: 'height:20px;font-size:1px;line-height:20px;',
  facts: 'margin:0 0 22px;border-top:1px solid #E0D6C3;border-bottom:1px solid #E0D6C3;',
  section: `margin:30px 0 6px;padding:0 0 6px;border-bottom:1px solid #E0D6C3;font-family:${sans};font-size:17px;line-height:25px;font-weight:700;color:#5A1F17;word-break:break-word;overflow-wrap:anywhere;`,
  question: `margin:16px 0 2px;font-family:${sans};font-size:14px;line-height:21px;color:#5C534A;word-break:break-word;overflow-wrap:anywhere;`,
  answer: `margin:0;font-family:${sans};font-size:16px;line-height:25px;color:#1D1A17;word-break:break-word;overflow-wrap:anywhere;`,
  foot: 'padding:24px 0 0;border-top:1px solid #E0D6C3;',
  footLine: `margin:0 0 6px;font-family:${sans};font-size:14px;line-height:21px;color:#5C534A;word-break:break-word;`,
  preview:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#FBF8F1;mso-hide:all;',
} as const

/** The dark mode, for clients that read the head. The `k-` classes are named after the site's colours; Outlook.com marks dark mode with `data-ogsc`. */
const darkRules = (at: string) =>
  [
    `${at}.k-paper{background-color:#16130F !important}`,
    `${at}.k-ink{color:#F3EDE2 !important}`,
    `${at}.k-quiet{color:#BDB2A2 !important}`,
    `${at}.k-red{color:#F0A08F !important}`,
    `${at}.k-rule{border-color:#453C32 !important}`,
    `${at}.k-tint{background-color:#2A241D !important}`,
    `${at}.k-button{background-color:#C8391F !important;color:#FFFFFF !important}`,
  ].join('')

export const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules('')}}${darkRules('[data-ogsc] ')}@media (max-width:480px){.k-code{font-size:28px !important;letter-spacing:5px !important}.k-button-table,.k-button-link{width:100% !important;text-align:center !important;box-sizing:border-box !important}}`
