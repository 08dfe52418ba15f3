import { readFileSync } from 'node:fs'

/** The account for a program that must not run as root: `postgres`, or else `nobody`; empty when we are not root. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const user = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = (user ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
