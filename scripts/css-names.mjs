import path from 'node:path'

const fileOf = new Map()

/** The prefix of all class names of a module: the base name of its file, with `desk-` before it for a file of the desk. */
function prefixOf(file) {
  const name = path
    .basename(file)
    .replace(/\.module\.css$/, '')
    .toLowerCase()
  const isDesk = /\/src\/(dashboard|features\/[^/]+\/desk)\//.test(file.replaceAll('\\', '/'))
  return isDesk ? `desk-${name.replace(/^desk-/, '')}` : name
}

/**
 * The class name for the name `local` of a CSS module. It is readable, and the same in every build, so that markup from the server
 * uses the classes of the built pages.
 * @throws Error when two modules have the same prefix, because their class names would be the same
 */
export function scopedName(local, file) {
  const module = file.split('?')[0]
  const prefix = prefixOf(module)
  const owner = fileOf.get(prefix) ?? module
  if (owner !== module)
    throw new Error(`${module} and ${owner} would have the same class names (${prefix}-…); rename one of them`)
  fileOf.set(prefix, module)
  return `${prefix}-${local}`
}
