/** The notes on the server. */
export interface SavedNotes {
  readonly notes: string
  /** The application's revision that they were read at; undefined until it is loaded. */
  readonly revision: number | undefined
}

/** The notes on the server, and every earlier text since some revision. */
interface ServerNotes extends SavedNotes {
  readonly since: readonly string[]
}

/** Unsaved notes: the text of the field, and the saved notes that it is based on. */
export interface NoteDraft extends SavedNotes {
  readonly text: string
  /** Why they are unsaved: the page was left, the server was away, or the session ended. */
  readonly why: 'leaving' | 'away' | 'session'
}

/** The outcome of a save. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: number | undefined }
  /** The notes were changed elsewhere. */
  | { readonly kind: 'changed' }
  /** No response, or a server error. The save may have arrived. */
  | { readonly kind: 'away' }
  | { readonly kind: 'session' }
  | { readonly kind: 'refused'; readonly message: string }

/** What a keeper calls. */
export interface NotePorts {
  /** Replaces the notes that were read at `revision`; the request of a `last` save continues when the page closes. */
  save(notes: string, revision: number, last: boolean): Promise<SaveOutcome>
  /** Reads the current notes, and their texts since `revision`. */
  read(revision: number | undefined): Promise<ServerNotes | Exclude<SaveOutcome, { kind: 'saved' | 'changed' }>>
  /** Stores unsaved notes in this browser; undefined removes them. */
  keep(draft: NoteDraft | undefined): void
  /** Called when everything is saved, in the history entries from `revision` to `upTo`. `why`: the reason of a late save. */
  done(revision: number, upTo: number, why: NoteDraft['why'] | undefined): void
}

export interface NoteView {
  readonly text: string
  readonly state: 'idle' | 'unsaved' | 'saving' | 'saved' | 'away' | 'refused' | 'changed'
  /** The reason of `refused`. */
  readonly message: string
  /** The notes of the other window, if the state is `changed`. */
  readonly theirs: string
}

/** Milliseconds after the last key until the notes are saved. */
const pauseMs = 700

/** Milliseconds until the next attempt, by the number of failures in a row. */
const retryMs = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 30_000)

/** Merges two texts: their common `base` once, then theirs, then ours. If one contains the other, it is the result. */
export function merged(base: string, theirs: string, ours: string): string {
  if (theirs.includes(ours)) return theirs
  if (ours.includes(theirs)) return ours
  if (base !== '' && theirs.startsWith(base) && ours.startsWith(base))
    return `${theirs.trimEnd()}\n${ours.slice(base.length).trimStart()}`
  return `${theirs.trimEnd()}\n\n${ours}`
}

/**
 * The notes of one application while they are edited. Saves run one at a time, each against the revision that was read. Failed saves are retried
 * with exponential backoff, and stored in this browser meanwhile. Changes of another window are never overwritten: both texts stay until the
 * reviewer chooses.
 */
export class NoteKeeper {
  readonly #ports: NotePorts
  readonly #listeners = new Set<() => void>()
  #view: NoteView
  #base: SavedNotes
  /** The notes of another window, until the reviewer chooses. */
  #theirs: SavedNotes | undefined
  /** Notes received during a save. */
  #received: SavedNotes | undefined
  /** Texts that may have arrived although no response came. */
  #sent: string[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** The first and last history entry of this edit. */
  #span: { readonly revision: number; readonly upTo: number } | undefined
  #hasEnded = false
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

  /** Whether the text differs from the server's. */
  get isUnsaved(): boolean {
    return this.#view.text !== this.#base.notes
  }

  /** The unsaved notes; undefined when all is saved. */
  get draft(): NoteDraft | undefined {
    return this.isUnsaved ? { ...this.#base, text: this.#view.text, why: this.#why ?? 'leaving' } : undefined
  }

  /** Sets the text of the field. */
  write(text: string): void {
    this.#hasEnded = false
    this.#show({ text, ...(this.#theirs === undefined && { state: 'unsaved', message: '' }) })
    this.#ports.keep(this.draft)
    if (this.#theirs === undefined) this.#saveIn(pauseMs)
  }

  /** Receives the server's notes from another response, perhaps with a change of another window. */
  receive(server: SavedNotes): void {
    if (this.#running !== undefined) {
      this.#received = server
      return
    }
    const { revision } = this.#base
    if (revision !== undefined && (server.revision === undefined || server.revision < revision)) return
    if (server.notes === this.#base.notes) this.#base = server
    else if (!this.isUnsaved) {
      this.#base = server
      this.#show({ text: server.notes })
    } else if (this.#reconcile({ ...server, since: [] })) this.#saveIn(0)
    if (this.#view.state === 'refused') this.#saveIn(pauseMs)
  }

  /** Ends the edit. One undo then reverts all its saves. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.save()
  }

  /** Saves unsaved text; resolves after the attempt. A `last` save does not wait for one in progress, because the page is about to close. */
  async save(last = false): Promise<void> {
    clearTimeout(this.#timer)
    if (last && this.#running !== undefined && this.isUnsaved && this.#base.revision !== undefined) {
      this.#sent.push(this.#view.text)
      void this.#ports.save(this.#view.text, this.#base.revision, true)
    }
    this.#running ??= this.#run(last).finally(() => {
      this.#running = undefined
      const received = this.#received
      this.#received = undefined
      if (received !== undefined) this.receive(received)
    })
    await this.#running
  }

  /** Retries a failed save now, after an outage. */
  retry(): void {
    if (this.#view.state === 'away') void this.save()
  }

  /** Continues with a draft of an earlier page. */
  resume({ text, why, ...base }: NoteDraft): void {
    const ours = this.isUnsaved ? merged(base.notes, this.#view.text, text) : text
    if (!this.isUnsaved) this.#base = base
    this.#why = why
    this.#hasEnded = true
    this.#show({ text: ours, state: 'unsaved' })
    this.#ports.keep(this.draft)
    void this.save()
  }

  /** Resolves a conflict: saves `text` over the notes of the other window. */
  choose(text: string): void {
    if (this.#theirs === undefined) return
    this.#base = this.#theirs
    this.#theirs = undefined
    this.#show({ text, state: text === this.#base.notes ? 'saved' : 'unsaved', theirs: '' })
    this.#ports.keep(this.draft)
    void this.save()
  }

  /** Both texts merged, during a conflict. */
  get both(): string {
    return merged(this.#base.notes, this.#theirs?.notes ?? '', this.#view.text)
  }

  #show(changes: Partial<NoteView>): void {
    this.#view = { ...this.#view, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), ms)
  }

  /** Accepts the server's notes if they contain our save or nothing is lost by it. Returns false on a conflict, which the reviewer resolves. */
  #reconcile({ since, ...server }: ServerNotes): boolean {
    if (server.notes === this.#view.text || this.#sent.includes(server.notes) || server.notes === this.#base.notes) {
      this.#base = server
      return true
    }
    if (since.includes(this.#view.text)) {
      // Our text was saved, and another window changed it afterwards.
      this.#base = server
      this.#show({ text: server.notes })
      return true
    }
    this.#theirs = server
    this.#show({ state: 'changed', theirs: server.notes })
    return false
  }

  async #run(last: boolean): Promise<void> {
    while (this.isUnsaved && this.#theirs === undefined) {
      if (this.#base.revision === undefined && !(await this.#refresh())) return
      const { revision } = this.#base
      if (revision === undefined || !this.isUnsaved) break
      const notes = this.#view.text
      this.#sent.push(notes)
      this.#show({ state: 'saving' })
      const saved = await this.#ports.save(notes, revision, last)
      if (saved.kind === 'changed') {
        if (!(await this.#refresh())) return
      } else if (saved.kind !== 'saved') return this.#fail(saved)
      else {
        this.#failures = 0
        this.#sent = []
        this.#base = { notes, revision: saved.revision ?? revision }
        if (saved.revision !== undefined) this.#span = { revision: this.#span?.revision ?? saved.revision, upTo: saved.revision }
        this.#ports.keep(this.draft)
        // Text typed during the save is saved at the next pause, unless the edit has ended.
        if (this.isUnsaved && !this.#hasEnded && !last) {
          this.#show({ state: 'unsaved' })
          return this.#saveIn(pauseMs)
        }
      }
    }
    if (this.#theirs === undefined) this.#settle()
  }

  /** Loads the server's notes. Returns whether our text can be saved now. */
  async #refresh(): Promise<boolean> {
    const server = await this.#ports.read(this.#base.revision)
    if ('kind' in server) {
      this.#fail(server)
      return false
    }
    return this.#reconcile(server)
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
    if (!this.#hasEnded) return
    const span = this.#span
    const why = this.#why
    this.#span = undefined
    this.#why = undefined
    if (span !== undefined) this.#ports.done(span.revision, span.upTo, why)
  }
}
