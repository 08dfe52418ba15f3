import path from 'node:path'

/**
 * The class name that a CSS module's `local` name becomes: readable, and the same in every build, so that markup drawn by the
 * server wears the classes of the built pages' styles.
 */
export const scopedName = (local, file) =>
  `${path
    .basename(file.split('?')[0])
    .replace(/\.module\.css$/, '')
    .toLowerCase()}-${local}`
