import { names } from './names.ts'

/** The English words of a page outside what is marked as English, with the labels that are read aloud. */
export function englishOf(html: string): readonly string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(a|address|span)\b[^>]*\blang="en"[\s\S]*?<\/\1>/g, '')
    .replace(/<(dd|textarea)\b[^>]*\bclass="typed[\s\S]*?<\/\1>/g, '')
  const labels = Array.from(body.matchAll(/(?:aria-label|alt|title|placeholder)="([^"]*)"/g), ([, label = '']) => label)
  const texts = [...body.replace(/<(?:br|\/?span|\/?strong|\/?a)\b[^>]*>/g, '').split(/<[^>]+>/), ...labels]
  return texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll('&amp;', '&').replace(names, '')))
}

/** The English words of a page, without what the applicant typed. */
export const englishBeside = (html: string, typed: Readonly<Record<string, string>>): readonly string[] =>
  englishOf(html).filter((text) => !Object.entries(typed).some(([name, value]) => text.includes(name) || value.includes(text)))
