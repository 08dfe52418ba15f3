import type { KeyedHash } from '../crypto/hashes.ts'
import { sha256 } from '../crypto/hashes.ts'
import type { HelperLink, HelperLinks, Session, Sessions } from '../records/access/port.ts'

/** The secrets of helpers' links. Only their hashes are stored: the server computes a secret from its key, which is in no backup. */
export interface LinkSecrets {
  /** The hash to store for a link. */
  hash(link: Pick<HelperLink, 'id' | 'right' | 'generation'>): string
  /** The token of a link, `<id>.<secret>`; undefined if it was made with another key of the server. */
  token(link: Pick<HelperLink, 'id' | 'right' | 'generation' | 'secretHash'>): string | undefined
}

const secretLength = 32

export function linkSecrets(keyed: KeyedHash): LinkSecrets {
  const secretOf = ({ id, right, generation }: Parameters<LinkSecrets['hash']>[0]): string =>
    keyed(right === 'committee' ? right : 'helper', id, String(generation)).slice(0, secretLength)
  return {
    hash: (link) => sha256(secretOf(link)),
    token(link) {
      const secret = secretOf(link)
      return sha256(secret) === link.secretHash ? `${link.id}.${secret}` : undefined
    },
  }
}

/** Whether a link works: until its day, or until the admin ends it. */
export const isOpen = ({ endedAt, until }: Pick<HelperLink, 'endedAt' | 'until'>, now: Date): boolean =>
  endedAt === null && until > now

/** Finds the link of a token, also one that was exchanged; undefined for a wrong secret and a link that is not open. */
export async function openLink(links: Pick<HelperLinks, 'byId'>, token: string, now: Date): Promise<HelperLink | undefined> {
  const [id = '', secret = ''] = token.split('.')
  const link = /^[\w-]{1,100}$/.test(id) ? await links.byId(id) : undefined
  return link !== undefined && sha256(secret) === link.secretHash && isOpen(link, now) ? link : undefined
}

interface DeskUsers {
  readonly sessions: Pick<Sessions, 'byCredential'>
  readonly helperLinks: Pick<HelperLinks, 'ofSession' | 'see'>
  now(): Date
}

/** The session with this hash of a credential: the admin's, or that of a helper. Also an expired one. */
export async function deskSession(
  { sessions, helperLinks, now }: DeskUsers,
  credentialHash: string,
): Promise<Session | undefined> {
  const session = await sessions.byCredential(credentialHash)
  if (session !== undefined) return session
  const link = await helperLinks.ofSession(credentialHash)
  if (link === undefined || link.right === 'committee') return undefined
  // When it was last used is not worth a failed answer.
  if (link.until > now()) await helperLinks.see(link, now()).catch(() => undefined)
  return {
    ...{ credentialHash, userId: link.id, email: link.email, createdAt: link.createdAt, expiresAt: link.until },
    ...{ browser: undefined, helper: { name: link.name, right: link.right } },
  }
}
