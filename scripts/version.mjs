// The version of a build: `0.3.0-20261126T041034-abc1234`, of package.json, the time of the build, and the commit.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './runtime.mjs'

/** What git prints, or nothing without git or its folder, as in the build of an image. */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

/**
 * The version of the present sources, with `-changed` when some are not in the commit.
 * @param {string} builtAt the time of their build, in ISO form
 * @returns {string}
 */
export function versionOf(builtAt) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const commit = git('rev-parse', '--short=10', 'HEAD')
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  return [
    version,
    builtAt.replace(/[-:]|\..*$/g, ''),
    ...(commit === '' ? [] : [commit]),
    ...(isChanged ? ['changed'] : []),
  ].join('-')
}
