import path from 'node:path'

const fileOf = new Map()

/** The prefix of all class names of a module: its file's base name, after `desk-` for a file below `src/dashboard`. */
function prefixOf(file) {
  const name = path
    .basename(file)
    .replace(/\.module\.css$/, '')
    .toLowerCase()
  const isDesk = file.replaceAll('\\', '/').includes('/src/dashboard/')
  return isDesk ? `desk-${name.replace(/^desk-/, '')}` : name
}

/**
 * The class name that a CSS module's `local` name becomes: readable, and the same in every build, so that markup drawn by the
 * server wears the classes of the built pages' styles.
 * @throws Error when two modules have one prefix, because their classes would then be the same
 */
export function scopedName(local, file) {
  const module = file.split('?')[0]
  const prefix = prefixOf(module)
  const owner = fileOf.get(prefix) ?? module
  if (owner !== module)
    throw new Error(`${module} and ${owner} would give the same class names (${prefix}-…); rename one of them`)
  fileOf.set(prefix, module)
  return `${prefix}-${local}`
}
