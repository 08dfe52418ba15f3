import { z } from 'zod'
import { type FieldSchema, labelOf } from '../../api/site-content.ts'
import { isPlainPage, schemaFor } from '../../content/load.ts'
import { postHeadSchema } from '../../content/schema/post.ts'
import { formOfFile, formSchema } from '../forms/edits.ts'
import { mailSchema } from '../mail/messages/read-wording.ts'

/** A file of content/ by the names that people use. */
export interface Document {
  readonly path: string
  readonly group: string
  readonly name: string
  readonly schema: FieldSchema
}

const ownNames: Readonly<Record<string, readonly [group: string, name: string]>> = {
  'content/cohorts.yaml': ['Cohorts', 'Cohorts'],
  'content/team.yaml': ['People', 'Team'],
  'content/mentors.yaml': ['People', 'Mentors'],
  'content/portfolio.yaml': ['Companies', 'Companies'],
  'content/faq.yaml': ['Questions and answers', 'Questions and answers'],
  'content/stats.yaml': ['Figures', 'Rows of figures'],
  'content/claims.yaml': ['Figures', 'Claims'],
  'content/site.yaml': ['Who we are', 'Name, city, zone, links'],
  'content/facts.yaml': ['Who we are', 'The deal'],
  'content/promises.yaml': ['Promises', 'When we answer, and how long we keep'],
  'content/replies.yaml': ['Letters', 'Saved replies'],
  'content/rubrics.yaml': ['Rubrics', 'Default rubrics'],
}

/** The groups in the order in which the desk lists them. */
export const groups = [
  'Cohorts',
  'People',
  'Companies',
  'Posts',
  'Pages',
  'Questions and answers',
  'Figures',
  'Forms',
  'Letters',
  'Promises',
  'Rubrics',
  'Who we are',
] as const

const postPath = /^content\/posts\/([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/

/** Whether a path is that of a post. */
export const isPost = (path: string): boolean => postPath.test(path)

const json = (schema: z.ZodType): FieldSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema

/** A post's fields: its head, and its text. */
function postSchema(): FieldSchema {
  const head = json(postHeadSchema)
  const body: FieldSchema = { type: 'string', format: 'markdown', description: 'The text of the post, as Markdown.' }
  const { title = {}, ...further } = head.properties ?? {}
  return { ...head, properties: { title, body, ...further }, required: [...(head.required ?? []), 'body'] }
}

const cached = new Map<string, FieldSchema>()
function schemaOf(path: string): FieldSchema | undefined {
  const key = isPost(path) ? 'post' : path
  const made = cached.get(key)
  if (made !== undefined) return made
  const schema = schemaFor(path.replace('content/', '')) ?? mailSchema(path)
  const form = formOfFile(path)
  const generic = isPost(path) ? postSchema() : schema && json(schema)
  const fields = generic && form ? formSchema(form, generic) : generic
  if (fields !== undefined) cached.set(key, fields)
  return fields
}

function namesOf(path: string, text: string): readonly [group: string, name: string] {
  const own = ownNames[path]
  if (own !== undefined) return own
  const [, code, words] = /^content\/languages\/([\w-]+)\/(\w+)\.yaml$/.exec(path) ?? []
  if (code !== undefined && words !== undefined)
    return ['Who we are', `${new Intl.DisplayNames('en', { type: 'language' }).of(code)} · ${labelOf(words)}`]
  const [, folder, stem = '', form] = /^content\/(?:(\w+)\/)?([\w-]+)(?:\.(\w+))?\.\w+$/.exec(path) ?? []
  const name = labelOf(stem)
  const edited = formOfFile(path)
  if (edited !== undefined) return ['Forms', edited.title]
  if (folder === 'posts') return ['Posts', /^title: *"?(.*?)"?$/m.exec(text)?.[1] ?? name]
  if (folder === 'mail') return ['Letters', form === undefined ? name : `${name} · ${labelOf(form)}`]
  if (folder === undefined) return ['Who we are', name]
  return ['Pages', name]
}

/** The document of a file; undefined for a path that content does not have. `text`: a post is named by its title. */
export function documentOf(path: string, text: string): Document | undefined {
  // A path such as `constructor` must not be looked up.
  const schema = path.startsWith('content/') ? schemaOf(path) : undefined
  if (schema === undefined || (text === '' && isPlainPage(path))) return undefined
  const [group, name] = namesOf(path, text)
  return { path, group, name, schema }
}
