import type { Application } from '../../applications/application.ts'

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

/** The id of a token's application. */
export const idOfToken = (token: string): string => token.slice(0, token.lastIndexOf('.'))
