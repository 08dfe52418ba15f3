import type { Files } from '../../content/files.ts'
import { languageFile } from '../../content/languages.ts'
import { postDay } from '../../content/post-days.ts'
import { isDay, later, startOfDay } from '../../shared/dates.ts'
import { formOfFile } from '../forms/edits.ts'
import { isPost } from './documents.ts'

/** The page on which a document is shown; undefined for one without a page of its own. */
export function pageOf(path: string): string {
  const [, folder, stem = ''] = /^content\/(?:(\w+)\/)?([\w-]+)\./.exec(path) ?? []
  if (isPost(path)) return `/blog/${stem}`
  const form = formOfFile(path)
  if (form !== undefined) return form.path
  const language = languageFile(path)
  if (language !== undefined) return `/${language.code}/${language.name === 'forms' ? 'accelerator' : 'apply'}`
  if (folder === 'pages') return stem === 'home' ? '/' : `/${stem}`
  if (folder === 'programs') return `/${stem}`
  const pages: Readonly<Record<string, string>> = {
    cohorts: '/accelerator',
    team: '/team',
    mentors: '/mentors',
    portfolio: '/portfolio',
    faq: '/apply',
  }
  return Object.hasOwn(pages, stem) ? (pages[stem] ?? '/') : '/'
}

/** When the page of a document is as its draft will be: now, or on the later day of a post. */
export function shownAt(files: Files, path: string, now: Date): Date {
  const day = isPost(path) ? postDay(files[path] ?? '') : undefined
  return day !== undefined && isDay(day) ? later(now, startOfDay(day)) : now
}
