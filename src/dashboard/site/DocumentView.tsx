import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { routes } from '../../api/routes.ts'
import { type EditableDocument, fieldLabel } from '../../api/site-content.ts'
import { unsavedDocuments } from '../browser-storage.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { typedKey } from '../ui/typed-key.ts'
import { DraftLink } from './DraftLink.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { focusField } from './focus-field.ts'
import { LetterFrame, Placeholders } from './LetterFrame.tsx'
import { PageFrame } from './PageFrame.tsx'
import { documentQuery, readDocument } from './queries.ts'
import styles from './site.module.css'
import { useDocument } from './use-document.ts'
import { Fills } from './ValueField.tsx'

/** A document as a form, or as its text when the text cannot be read. */
export function DocumentView({ path, field }: { readonly path: string; readonly field: string }) {
  const query = useQuery({ ...documentQuery(path), refetchOnWindowFocus: false, refetchOnReconnect: false })
  const isHere = query.data !== undefined
  useEffect(() => void (isHere && field !== '' && focusField(JSON.parse(field))), [isHere, field])
  return (
    <>
      {query.data !== undefined && <Opened key={query.dataUpdatedAt} document={query.data} />}
      <LoadFailure title="The document could not be loaded" query={query} />
    </>
  )
}

function Opened({ document }: { readonly document: EditableDocument }) {
  return document.value === undefined && document.text !== '' ? (
    <TextForm document={document} />
  ) : (
    <ValueForm document={document} />
  )
}

const stateTexts = {
  saved: 'Saved as a draft. Nothing is published yet.',
  saving: 'Saving…',
  away: 'Kept in this tab; it is saved when the server can be reached.',
  refused: 'Not saved.',
  open: 'Not saved until you have chosen.',
} as const

/** The documents at the former addresses of a post, which a move removes. */
const formerPaths = (value: unknown): readonly string[] => {
  const { formerSlugs } = (value ?? {}) as { readonly formerSlugs?: unknown }
  return Array.isArray(formerSlugs) ? formerSlugs.map((slug) => `content/posts/${slug}.md`) : []
}

/** What a field says in a list of both texts. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '(nothing)' : JSON.stringify(value)

function ValueForm({ document: opened }: { readonly document: EditableDocument }) {
  const { path, schema } = opened
  const client = useQueryClient()
  const edit = useDocument(opened)
  const { value, faults, collisions, state } = edit
  const [left, setLeft] = useState<readonly string[]>([])
  // What nobody has filled in yet is no mistake: a fault shows once its field, or one within it, was left, or if it was there before.
  const shownFaults = faults.filter(({ field }) => {
    const name = JSON.stringify(field)
    return (
      left.some((each) => each.startsWith(name.slice(0, -1))) || opened.faults.some((old) => JSON.stringify(old.field) === name)
    )
  })
  const isChanged = state !== 'saved' || edit.revision() !== opened.revision || opened.state === 'draft'
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // In a field the browser undoes what was typed there.
      if (!(event.ctrlKey || event.metaKey) || typedKey(event) !== 'z' || event.shiftKey) return
      if (event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea')))
        return
      event.preventDefault()
      edit.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const reopen = (): Promise<unknown> => {
    unsavedDocuments.store(path, undefined)
    void client.invalidateQueries({ queryKey: ['site'] })
    return client.invalidateQueries({ queryKey: ['site document', path] })
  }
  const replace = async (operation: string, change: (revision: number) => Promise<unknown>): Promise<void> => {
    try {
      await edit.settle()
      await change(edit.revision())
      await reopen()
      toast.success(operation)
    } catch (error) {
      showFailure(operation, `${operation}: failed`, error)
    }
  }
  const missing = faults.filter(({ field }) => field.length === 0)
  // The page stays as it was while a field has a fault.
  const shownDraft = useRef({ version: '', saved: opened.value })
  if (faults.length === 0) shownDraft.current = { version: String(edit.revision()), saved: edit.saved() }
  const form = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of fields that are left
    <div
      className={`stack gap-3 ${styles.form}`}
      onBlur={({ target }) => {
        const name = target.closest<HTMLElement>('[data-field], [data-fields]')?.dataset
        const field = name?.field ?? name?.fields
        if (field !== undefined && !left.includes(field)) setLeft([...left, field])
      }}
    >
      <div className={`row gap-2 middle stays ${styles.bar}`}>
        <p role="status">
          {isChanged || state !== 'saved'
            ? `${stateTexts[state]} ${state === 'refused' ? edit.message : ''}`
            : opened.published
              ? 'As published.'
              : 'Not published yet.'}
        </p>
        <Button tone="quiet" disabled={!edit.canUndo} onClick={edit.undo}>
          Undo
        </Button>
        {isChanged && (
          <Button
            tone="quiet"
            onClick={() =>
              void replace('Draft discarded', (revision) => call(routes.discardSiteDraft, { body: { path, revision } }))
            }
          >
            Discard draft
          </Button>
        )}
        {opened.differsFromBuilt && (
          <Button
            tone="quiet"
            onClick={() =>
              void replace('Built version is the draft', (revision) =>
                call(routes.saveSiteDocument, { body: { path, revision, built: true } }),
              )
            }
          >
            Back to the built version
          </Button>
        )}
        <a href={`#changes/${[path, ...formerPaths(value)].join()}`}>Publish</a>
      </div>
      {opened.waiting.map(({ id, dueAt }) => (
        <div key={id} className={`stays ${styles.bar}`}>
          <p>
            {`A text of this document waits for ${formatMoment(dueAt)}, and is published then. `}
            <a href={`#version/${id}`}>See or cancel it</a>
          </p>
          <Button
            tone="quiet"
            onClick={() =>
              void replace('The text that waits is the draft', (revision) =>
                call(routes.saveSiteDocument, { body: { path, revision, waiting: id } }),
              )
            }
          >
            Begin with that text
          </Button>
        </div>
      ))}
      {collisions.map((collision) => (
        <div key={JSON.stringify(collision.field)} className="stack gap-2 alarm" role="alert">
          <strong>{`${fieldLabel(collision.field) || 'The document'} was changed in another window too.`}</strong>
          <p>{`Here: ${shown(collision.ours)}`}</p>
          <p>{`There: ${shown(collision.theirs)}`}</p>
          <div className="fields">
            <Button onClick={() => edit.choose(collision, 'ours')}>Keep mine</Button>
            <Button onClick={() => edit.choose(collision, 'theirs')}>Take the other</Button>
          </div>
        </div>
      ))}
      {faults.length > 0 && (
        <p role="status" className={shownFaults.length > 0 || missing.length > 0 ? 'fault' : 'soft'}>
          {faults.length === 1 ? 'One field cannot be published yet.' : `${faults.length} fields cannot be published yet.`}
          {missing.map(({ message }) => ` ${message}`)}
        </p>
      )}
      {isChanged && path.startsWith('content/posts/') && <DraftLink path={path} />}
      {state !== 'open' && <MovePost path={path} value={value} settle={edit.settle} revision={edit.revision} />}
      {schema.placeholders !== undefined && <Placeholders schema={schema} />}
      <Fills value={edit.fills}>
        <FieldEditor schema={schema} value={value} field={[]} label="" required faults={shownFaults} write={edit.write} />
      </Fills>
    </div>
  )
  const isLetter = schema.placeholders !== undefined
  // What letters share has no page.
  if (path.startsWith('content/mail/') && !isLetter) return form
  const { version, saved } = shownDraft.current
  return (
    <div className={`stack ${styles.beside}`}>
      {form}
      {isLetter ? (
        <LetterFrame path={path} version={version} />
      ) : (
        <PageFrame path={path} version={version} value={value} saved={saved} />
      )}
    </div>
  )
}

interface MovePostProps {
  readonly path: string
  readonly value: unknown
  /** Saves what is typed. */
  readonly settle: () => Promise<void>
  readonly revision: () => number
}

/** Moves a post to the address that was typed as its slug. The address before it stays in the post, and leads to it. */
function MovePost({ path, value, settle, revision }: MovePostProps) {
  const client = useQueryClient()
  const from = /^content\/posts\/(.*)\.md$/.exec(path)?.[1]
  const { slug: to, formerSlugs = [] } = (value ?? {}) as { slug?: unknown; formerSlugs?: readonly unknown[] }
  if (from === undefined || typeof to !== 'string' || to === from || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(to)) return null
  const target = `content/posts/${to}.md`
  const move = async (): Promise<void> => {
    try {
      await settle()
      const there = await readDocument(target)
      if (there.text !== '') {
        toast.failure('The post could not be moved', `There is a post at /blog/${to} already.`)
        return
      }
      const former = [...formerSlugs.filter((slug) => slug !== to && slug !== from), from]
      const moved = { ...(value as object), formerSlugs: former }
      await call(routes.saveSiteDocument, { body: { path: target, value: moved, revision: there.revision } })
      await call(routes.saveSiteDocument, { body: { path, text: '', revision: revision() } })
      unsavedDocuments.store(path, undefined)
      void client.invalidateQueries({ queryKey: ['site'] })
      location.hash = target
    } catch (error) {
      showFailure('moving a post', 'The post could not be moved', error)
    }
  }
  return (
    <div className={`stays ${styles.bar}`}>
      <p>{`The post is still at /blog/${from}. After the move, that address leads to /blog/${to}.`}</p>
      <Button onClick={() => void move()}>{`Move it to /blog/${to}`}</Button>
    </div>
  )
}

/** The text of a document that cannot be read as a form. */
function TextForm({ document: { path, text, revision, state, faults } }: { readonly document: EditableDocument }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(text)
  const change = async (failure: string, made: Promise<unknown>): Promise<void> => {
    try {
      await made
      await client.invalidateQueries({ queryKey: ['site document', path] })
    } catch (error) {
      showFailure('saving a document', failure, error)
    }
  }
  return (
    <div className={`stack gap-3 ${styles.form}`}>
      <label className="field">
        <span>Text</span>
        <textarea rows={24} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <p className="fault">{faults.map(({ message }) => message).join(' ')}</p>
      <div className="fields">
        <Button
          onClick={() =>
            void change('The text could not be saved', call(routes.saveSiteDocument, { body: { path, revision, text: typed } }))
          }
        >
          Save
        </Button>
        {state === 'draft' && (
          <Button
            tone="quiet"
            onClick={() =>
              void change('The draft could not be discarded', call(routes.discardSiteDraft, { body: { path, revision } }))
            }
          >
            Discard draft
          </Button>
        )}
      </div>
    </div>
  )
}
