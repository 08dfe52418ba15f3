import type { Files } from '../../content/files.ts'
import { loadPosts } from '../../content/post.ts'
import { deadLinks, hiddenPages, loadConsistent, missingPictures, textFaults } from '../../content/rules.ts'
import type { Faults } from '../../content/yaml.ts'
import type { Result } from '../../shared/result.ts'
import { formFaults } from '../forms/edits.ts'
import { readWording } from '../mail/messages/read-wording.ts'

/** The files that are checked for faults. */
interface ContentSources {
  /** The YAML files of content/, by path. */
  readonly yaml: Files
  /** The posts, by path. */
  readonly posts: Files
  /** Whether a file such as `content/portraits/asha.jpg` exists; undefined: pictures and links are not checked. */
  readonly exists: ((file: string) => boolean) | undefined
  /** The paths of the site's pages, without the posts. */
  readonly routes: readonly string[]
}

/** A constant of the build (scripts/schema-hints.mjs). */
declare const BUILT_PATHS: { readonly routes: readonly string[]; readonly pictures: readonly string[] }

/** The pages and the pictures of the build. */
export const builtPaths: Pick<ContentSources, 'routes'> & {
  readonly pictures: readonly string[]
  exists(file: string): boolean
} = {
  pictures: BUILT_PATHS.pictures,
  exists: (file) => BUILT_PATHS.pictures.includes(file),
  routes: BUILT_PATHS.routes,
}

const faultsOf = (read: Result<unknown, Faults>): Faults => (read.ok ? [] : read.fault)

/** Every fault of content/, including letters and posts: a sentence each, with file and line. */
export function contentFaults({ yaml, posts, exists, routes }: ContentSources): Faults {
  const content = loadConsistent(yaml)
  const read = loadPosts(posts)
  const own = [...faultsOf(content), ...faultsOf(read), ...textFaults(posts), ...faultsOf(readWording(yaml)), ...formFaults(yaml)]
  if (!content.ok || !read.ok || exists === undefined) return own
  const files = { ...yaml, ...posts }
  return [
    ...own,
    ...missingPictures(content.value, read.value, files, exists),
    ...hiddenPages(content.value, routes),
    ...deadLinks(content.value, read.value, files, routes),
  ]
}
