/** The notes as the server has them. */
export interface SavedNotes {
  readonly notes: string
  /** The revision of the application that they were read at; undefined where that is not known yet. */
  readonly revision: number | undefined
}

/** The notes as the server has them, and every text that they had since some revision. */
export interface ServerNotes extends SavedNotes {
  readonly since: readonly string[]
}

/** Notes that the server may not have: what stands in the field, and what it was written over. */
export interface NoteDraft extends SavedNotes {
  readonly text: string
  /** Why the server does not have them. */
  readonly why: 'leaving' | 'away' | 'session'
}

/** What came of a save. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: number | undefined }
  /** The notes are others than those that were read. */
  | { readonly kind: 'changed' }
  /** No answer, or a server that stumbled: it may have arrived all the same. */
  | { readonly kind: 'away' }
  | { readonly kind: 'session' }
  | { readonly kind: 'refused'; readonly message: string }

/** What a keeper needs from outside. */
export interface NotePorts {
  /** Saves over the notes that were read at `revision`; a `last` save may outlive the page. */
  save(notes: string, revision: number, last: boolean): Promise<SaveOutcome>
  /** What the server has now, and what it had since `revision`. */
  read(revision: number | undefined): Promise<ServerNotes | Exclude<SaveOutcome, { kind: 'saved' | 'changed' }>>
  /** Keeps what the server may not have on this device, or with undefined forgets it. */
  keep(draft: NoteDraft | undefined): void
  /** Everything is saved: between these entries of the history, both included. `why`: the reason why it was late. */
  done(revision: number, upTo: number, why: NoteDraft['why'] | undefined): void
}

export interface NoteView {
  readonly text: string
  readonly state: 'idle' | 'unsaved' | 'saving' | 'saved' | 'away' | 'refused' | 'changed'
  /** Why it was refused. */
  readonly message: string
  /** With `changed`: what the notes were changed to elsewhere. */
  readonly theirs: string
}

/** Milliseconds without a key after which the notes are saved. */
const pauseMs = 700

/** Milliseconds until an attempt that failed is repeated, by how many failed in a row. */
const retryMs = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 30_000)

/**
 * Both texts as one: what both have of `base` once, then what the others wrote, then ours. A text that holds the other already is the joined one.
 */
export function joined(base: string, theirs: string, ours: string): string {
  if (theirs.includes(ours)) return theirs
  if (ours.includes(theirs)) return ours
  if (base !== '' && theirs.startsWith(base) && ours.startsWith(base))
    return `${theirs.trimEnd()}\n${ours.slice(base.length).trimStart()}`
  return `${theirs.trimEnd()}\n\n${ours}`
}

/**
 * The notes of one application while they are written. One save at a time, over the notes that were read; what cannot be saved is tried again with
 * growing pauses, and kept on this device until the server has it. Notes that were changed elsewhere are never overwritten: both texts are kept until
 * the writer has chosen.
 */
export class NoteKeeper {
  readonly #ports: NotePorts
  readonly #listeners = new Set<() => void>()
  #view: NoteView
  #base: SavedNotes
  /** What was changed elsewhere, while the writer has not chosen. */
  #theirs: SavedNotes | undefined
  /** Learnt while a save was under way. */
  #heard: SavedNotes | undefined
  /** Texts that may have arrived although no answer came. */
  #sent: string[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** What was saved since the writing began, by its first entry in the history and its last. */
  #span: { readonly revision: number; readonly upTo: number } | undefined
  #isOver = false
  #why: NoteDraft['why'] | undefined

  constructor(saved: SavedNotes, ports: NotePorts) {
    this.#ports = ports
    this.#base = saved
    this.#view = { text: saved.notes, state: 'idle', message: '', theirs: '' }
  }

  readonly view = (): NoteView => this.#view
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Whether the server may not have what stands here. */
  get isUnsaved(): boolean {
    return this.#view.text !== this.#base.notes
  }

  /** What the server may not have; undefined when it has everything. */
  get draft(): NoteDraft | undefined {
    return this.isUnsaved ? { ...this.#base, text: this.#view.text, why: this.#why ?? 'leaving' } : undefined
  }

  /** What stands in the field now. */
  write(text: string): void {
    this.#isOver = false
    this.#show({ text, ...(this.#theirs === undefined && { state: 'unsaved', message: '' }) })
    this.#ports.keep(this.draft)
    if (this.#theirs === undefined) this.#saveIn(pauseMs)
  }

  /** What the server was seen to have: by another answer, or because another window wrote. */
  receive(server: SavedNotes): void {
    if (this.#running !== undefined) {
      this.#heard = server
      return
    }
    const { revision } = this.#base
    if (revision !== undefined && (server.revision === undefined || server.revision < revision)) return
    if (server.notes === this.#base.notes) this.#base = server
    else if (!this.isUnsaved) {
      this.#base = server
      this.#show({ text: server.notes })
    } else if (this.#meet({ ...server, since: [] })) this.#saveIn(0)
    if (this.#view.state === 'refused') this.#saveIn(pauseMs)
  }

  /** The writing is over for now: all that was saved of it is one step, to be taken back as one. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.save()
  }

  /** Saves what is not saved; resolves when that was tried. A `last` save does not wait for one that is under way: the page is about to go. */
  async save(last = false): Promise<void> {
    clearTimeout(this.#timer)
    if (last && this.#running !== undefined && this.isUnsaved && this.#base.revision !== undefined) {
      this.#sent.push(this.#view.text)
      void this.#ports.save(this.#view.text, this.#base.revision, true)
    }
    this.#running ??= this.#run(last).finally(() => {
      this.#running = undefined
      const received = this.#heard
      this.#heard = undefined
      if (received !== undefined) this.receive(received)
    })
    await this.#running
  }

  /** The line is back: what waits is tried now. */
  retry(): void {
    if (this.#view.state === 'away') void this.save()
  }

  /** Goes on with what an earlier page could not save. */
  resume({ text, why, ...base }: NoteDraft): void {
    const ours = this.isUnsaved ? joined(base.notes, this.#view.text, text) : text
    if (!this.isUnsaved) this.#base = base
    this.#why = why
    this.#isOver = true
    this.#show({ text: ours, state: 'unsaved' })
    this.#ports.keep(this.draft)
    void this.save()
  }

  /** Ends the choice between two texts: `text` is saved over what was changed elsewhere. */
  choose(text: string): void {
    if (this.#theirs === undefined) return
    this.#base = this.#theirs
    this.#theirs = undefined
    this.#show({ text, state: text === this.#base.notes ? 'saved' : 'unsaved', theirs: '' })
    this.#ports.keep(this.draft)
    void this.save()
  }

  /** Both texts as one, while there is a choice. */
  get both(): string {
    return joined(this.#base.notes, this.#theirs?.notes ?? '', this.#view.text)
  }

  #show(changes: Partial<NoteView>): void {
    this.#view = { ...this.#view, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), ms)
  }

  /** The server has other notes than those that were read: ours, which arrived without an answer, or someone else's. False: the writer has to choose. */
  #meet({ since, ...known }: ServerNotes): boolean {
    if (known.notes === this.#view.text || this.#sent.includes(known.notes) || known.notes === this.#base.notes) {
      this.#base = known
      return true
    }
    if (since.includes(this.#view.text)) {
      // What stands here arrived, and was changed on purpose.
      this.#base = known
      this.#show({ text: known.notes })
      return true
    }
    this.#theirs = known
    this.#show({ state: 'changed', theirs: known.notes })
    return false
  }

  async #run(last: boolean): Promise<void> {
    while (this.isUnsaved && this.#theirs === undefined) {
      if (this.#base.revision === undefined && !(await this.#learn())) return
      const { revision } = this.#base
      if (revision === undefined || !this.isUnsaved) break
      const notes = this.#view.text
      this.#sent.push(notes)
      this.#show({ state: 'saving' })
      const saved = await this.#ports.save(notes, revision, last)
      if (saved.kind === 'changed') {
        if (!(await this.#learn())) return
      } else if (saved.kind !== 'saved') return this.#fail(saved)
      else {
        this.#failures = 0
        this.#sent = []
        this.#base = { notes, revision: saved.revision ?? revision }
        if (saved.revision !== undefined) this.#span = { revision: this.#span?.revision ?? saved.revision, upTo: saved.revision }
        this.#ports.keep(this.draft)
        // Written on meanwhile: saved with the next pause, unless the writing is over.
        if (this.isUnsaved && !this.#isOver && !last) {
          this.#show({ state: 'unsaved' })
          return this.#saveIn(pauseMs)
        }
      }
    }
    if (this.#theirs === undefined) this.#settle()
  }

  /** Reads what the server has. False when nothing can be saved over it now. */
  async #learn(): Promise<boolean> {
    const known = await this.#ports.read(this.#base.revision)
    if ('kind' in known) {
      this.#fail(known)
      return false
    }
    return this.#meet(known)
  }

  #fail(saved: Exclude<SaveOutcome, { kind: 'saved' | 'changed' }>): void {
    if (saved.kind === 'refused') {
      this.#show({ state: 'refused', message: saved.message })
      return
    }
    this.#failures += 1
    this.#why = saved.kind
    this.#show({ state: 'away' })
    this.#ports.keep(this.draft)
    if (saved.kind === 'away') this.#saveIn(retryMs(this.#failures))
  }

  #settle(): void {
    this.#failures = 0
    this.#sent = []
    this.#ports.keep(undefined)
    if (this.#view.state !== 'idle') this.#show({ state: 'saved', message: '' })
    if (!this.#isOver) return
    const [span, why] = [this.#span, this.#why]
    this.#span = undefined
    this.#why = undefined
    if (span !== undefined) this.#ports.done(span.revision, span.upTo, why)
  }
}
