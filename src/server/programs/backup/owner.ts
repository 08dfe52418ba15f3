import { existsSync, statSync } from 'node:fs'

/**
 * Goes on as the account that owns a folder, when root runs this: what root wrote there, the server could not write. Without effect for other accounts.
 */
export function actAsOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
