import path from 'node:path'

const owners = new Map()

/**
 * The class name that a CSS module's `local` name becomes: readable, and the same in every build, so that markup drawn by the
 * server wears the classes of the built pages' styles.
 * @throws Error when two modules bear one file name, whose classes would then be the same
 */
export function scopedName(local, file) {
  const place = file.split('?')[0]
  const name = path
    .basename(place)
    .replace(/\.module\.css$/, '')
    .toLowerCase()
  const owner = owners.get(name) ?? place
  if (owner !== place)
    throw new Error(`${place} and ${owner} have one file name, and so their classes would be the same; rename one`)
  owners.set(name, place)
  return `${name}-${local}`
}
