import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { unsavedNotes } from '../data/kept.ts'
import { saveNotes } from '../data/notes.ts'
import { offerWritten } from '../data/undo.ts'
import styles from './desk-notes.module.css'

/** Milliseconds without a key after which the notes are saved. */
const pause = 700

const states = {
  saved: 'Saved',
  writing: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Could not be saved. Kept in this tab; it is tried again when you go on writing.',
} as const

/** The reviewer's notes; they save themselves. */
export function Notes({ record }: { record: ApplicationRecord }) {
  const client = useQueryClient()
  const id = useId()
  const [text, setText] = useState(() => unsavedNotes()[record.id] ?? record.notes)
  const [state, setState] = useState<keyof typeof states>()
  /** What the server has, as far as is known here. */
  const saved = useRef(record.notes)
  /** What was saved since the writing began, by its first entry in the history and its last. */
  const writing = useRef<{ readonly revision: number; readonly upTo: number }>(undefined)
  const whose = useRef(record)
  whose.current = record
  const latest = useRef(text)
  latest.current = text

  const save = useCallback(
    async (keepalive = false): Promise<void> => {
      const notes = latest.current
      if (notes === saved.current) return
      setState('saving')
      const reply = await saveNotes(client, record.id, notes, keepalive)
      if (reply?.revision !== undefined) {
        const { revision } = reply
        saved.current = notes
        writing.current = { revision: writing.current?.revision ?? revision, upTo: revision }
        setState(latest.current === notes ? 'saved' : 'writing')
      } else setState('failed')
    },
    [client, record.id],
  )

  /** The writing is over for now: all that was saved of it can be taken back in one step. */
  const end = useCallback(
    async (keepalive = false): Promise<void> => {
      await save(keepalive)
      const said = writing.current
      writing.current = undefined
      if (said !== undefined) offerWritten(client, { say: 'Notes saved', record: whose.current, ...said })
    },
    [client, save],
  )

  // Written elsewhere meanwhile, and not touched here: shown as it is now.
  useEffect(() => {
    if (record.notes === saved.current) return
    if (latest.current === saved.current) setText(record.notes)
    saved.current = record.notes
  }, [record.notes])

  useEffect(() => {
    if (text === saved.current) return
    setState('writing')
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [text, save])

  // Nothing is lost to closing the application or the tab.
  useEffect(() => {
    const leave = (): void => void end(true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [end])

  return (
    <section className={styles.notes} data-print={text === '' ? 'no' : undefined}>
      <label htmlFor={id}>Notes</label>
      <textarea
        id={id}
        name="notes"
        rows={4}
        value={text}
        placeholder="For you alone. The applicant never sees this."
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void end()}
      />
      <p className={styles.state} role="status" data-state={state}>
        {state === undefined ? '' : states[state]}
      </p>
    </section>
  )
}
