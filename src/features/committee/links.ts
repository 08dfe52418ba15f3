import { fillPath } from '../../api/route.ts'
import { type KeyedHash, sha256 } from '../../server/crypto/hashes.ts'
import { committeePaths as paths } from './api.ts'
import type { Member, Round } from './store.ts'

/** The links of members. Only hashes of their secrets are stored: the server computes a secret from its key, which is in no backup. */
export interface CommitteeLinks {
  /** The hash to store for a member's link. */
  hash(memberId: string, generation: number): string
  /** The link of a member; undefined if it was made with another key of the server. */
  url(member: Pick<Member, 'id' | 'generation' | 'secretHash'>): string | undefined
}

const secretLength = 32

/** @param publicUrl PUBLIC_URL */
export function committeeLinks(keyed: KeyedHash, publicUrl: string): CommitteeLinks {
  const secretOf = (memberId: string, generation: number): string =>
    keyed('committee', memberId, String(generation)).slice(0, secretLength)
  return {
    hash: (memberId, generation) => sha256(secretOf(memberId, generation)),
    url({ id, generation, secretHash }) {
      const secret = secretOf(id, generation)
      return sha256(secret) === secretHash ? publicUrl + fillPath(paths.committeeLink, { token: `${id}.${secret}` }) : undefined
    },
  }
}

/** Whether the links of a round work: until it ends, or the reviewer ends it. */
export const isOpen = ({ endsAt, endedAt }: Round, now: Date): boolean => endedAt === null && endsAt > now
