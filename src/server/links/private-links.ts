import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { installationKey } from '../database/installation-key.ts'
import type { Settings } from '../database/settings.ts'
import type { Link, LinkOwner, LinkStates, PrivateLinks } from './port.ts'

/** A token: an id, which for an imported application may contain dots, and the secret. Other ids cannot be in an address and in a cookie. */
const shape = /^([\w.-]{1,100})\.([\w-]{22})$/

const settingName = 'private_links'
const secretBytes = 16

/** The purpose of an owner's link. The first generation has none: letters contained it before there were two kinds of links. */
const ownersPurpose = (generation: number): string => (generation === 0 ? '' : `\nowner ${generation}`)
const sendersPurpose = '\nsender'

/** @param publicUrl PUBLIC_URL */
export function privateLinks(settings: Settings, states: LinkStates, publicUrl: string): PrivateLinks {
  const readOnce = installationKey(settings, settingName)
  const secretOf = async (id: string, email: string, purpose: string): Promise<string> =>
    createHmac('sha256', await readOnce())
      .update(`${id}\n${email.trim().toLowerCase()}${purpose}`)
      .digest()
      .subarray(0, secretBytes)
      .toString('base64url')
  const tokenFor = async ({ id, applicantEmail }: LinkOwner, purpose: string): Promise<string> =>
    `${id}.${await secretOf(id, applicantEmail, purpose)}`
  const linkFor = async (application: LinkOwner, purpose: string): Promise<Link> => {
    const token = await tokenFor(application, purpose)
    // Also a link that opens nothing any more is answered in its language.
    const query = application.language === undefined ? '' : `?language=${application.language}`
    return { token, url: publicUrl + fillPath(paths.privateLink, { token }) + query }
  }
  const isSecret = async (secret: string, id: string, application: LinkOwner | undefined, purpose: string): Promise<boolean> =>
    timingSafeEqual(Buffer.from(secret), Buffer.from(await secretOf(id, application?.applicantEmail ?? '', purpose)))

  return {
    ofSender: (application) => linkFor(application, sendersPurpose),
    ofOwner: async (application) => linkFor(application, ownersPurpose((await states.get(application.id)).generation)),
    stop: async (application) => publicUrl + fillPath(paths.stopLink, { token: await tokenFor(application, '\nstop') }),
    tokenFor: (owner, purpose) => tokenFor(owner, `\n${purpose}`),
    async open(token, byId) {
      const [, id, secret] = shape.exec(token) ?? []
      if (id === undefined || secret === undefined) return undefined
      const [application, state] = await Promise.all([byId(id), states.get(id)])
      const isOwners = await isSecret(secret, id, application, ownersPurpose(state.generation))
      const isSenders = await isSecret(secret, id, application, sendersPurpose)
      if (application === undefined || !(isOwners || isSenders)) return undefined
      return { application, kind: isOwners ? 'owner' : 'sender', hasEnded: !isOwners && state.openedAt !== null, state }
    },
    async noteOpened({ application, kind, state }, at) {
      if (kind === 'owner' && state.openedAt === null) await states.open(application.id, at)
    },
    async renew({ application, state: { generation } }, at) {
      if (!(await states.renew(application.id, generation, at))) return undefined
      return tokenFor(application, ownersPurpose(generation + 1))
    },
    async find(token, byId, purpose) {
      const [, id, secret] = shape.exec(token) ?? []
      if (id === undefined || secret === undefined) return undefined
      const owner = await byId(id)
      return (await isSecret(secret, id, owner, `\n${purpose}`)) ? owner : undefined
    },
  }
}
