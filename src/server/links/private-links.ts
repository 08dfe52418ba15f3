import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import type { Application } from '../../applications/application.ts'
import { installationKey } from '../database/installation-key.ts'
import type { Settings } from '../database/settings.ts'

/** Which private links of an application are valid (decision 0140). */
interface LinkState {
  /** How many times the owner has ended all links: an owner's link belongs to one generation. */
  readonly generation: number
  /** When an owner's link was first opened; null before. */
  readonly openedAt: Date | null
}

/** The states of private links. They are no changes of an application: its revision stays. */
export interface LinkStates {
  /** The first state for an application that is not stored. */
  get(applicationId: string): Promise<LinkState>
  /** Records that an owner's link was opened, unless one was opened before. */
  open(applicationId: string, at: Date): Promise<void>
  /** Begins the next generation, if `generation` is the current one. @returns whether it did */
  renew(applicationId: string, generation: number, at: Date): Promise<boolean>
}

/** A private link depends on these values: correcting the address ends the earlier links. */
export type LinkOwner = Pick<Application, 'id' | 'applicantEmail'> & Partial<Pick<Application, 'language'>>

/** A private link `https://kolam.example/my/<id>.<secret>`, and its token `<id>.<secret>`, for a cookie. */
export interface Link {
  readonly url: string
  readonly token: string
}

/** What a valid link leads to. */
export interface OpenedLink<Owner> {
  readonly application: Owner
  readonly kind: 'sender' | 'owner'
  /** Whether a sender's link has ended, because an owner's link was opened. */
  readonly hasEnded: boolean
  readonly state: LinkState
}

/**
 * The private links (decision 0140). An application has two: anyone can send a form with another person's address, so the sender's link ends when the
 * owner of the address has opened the one from a letter.
 */
export interface PrivateLinks {
  /** The sender's link, for the response to the submission. */
  ofSender(application: LinkOwner): Promise<Link>
  /** The owner's link. Only letters may contain it, so that only the owner of the address has it. */
  ofOwner(application: LinkOwner): Promise<Link>
  /** The stop link `https://kolam.example/my/stop/<id>.<secret>`. Only letters contain it. */
  stop(application: LinkOwner): Promise<string>
  /** The token of a link for a purpose of a feature. Only mail to the address contains it. */
  tokenFor(owner: LinkOwner, purpose: string): Promise<string>
  /**
   * Finds the application of a private link; undefined when the link is unknown. An unknown id takes as long as a wrong secret.
   * @param byId finds an application; undefined if there is none
   */
  open<Owner extends LinkOwner>(
    token: string,
    byId: (id: string) => Promise<Owner | undefined>,
  ): Promise<OpenedLink<Owner> | undefined>
  /** Records that an owner's link was opened, which ends the sender's. Does nothing for a sender's link. */
  noteOpened(link: OpenedLink<LinkOwner>, at: Date): Promise<void>
  /** Ends every link of the application. @returns the token of its new owner's link; undefined when the given link has ended meanwhile */
  renew(link: OpenedLink<LinkOwner>, at: Date): Promise<string | undefined>
  /** Finds what a stop link, or the link of a feature, leads to, as `open` does. */
  find<Owner extends LinkOwner>(
    token: string,
    byId: (id: string) => Promise<Owner | undefined>,
    purpose: string,
  ): Promise<Owner | undefined>
}

/** A token: an id, which for an imported application may contain dots, and the secret. Other ids cannot be in an address and in a cookie. */
const shape = /^([\w.-]{1,100})\.([\w-]{22})$/

const settingName = 'private_links'
const secretBytes = 16

/** The id of a token's application. */
export const idOfToken = (token: string): string => token.slice(0, token.lastIndexOf('.'))

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
