import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { type EditableDocument, type FieldSchema, fieldLabel } from '../../../api/site-content.ts'
import { unsavedDocuments } from '../../../dashboard/browser-storage.ts'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { Placeholders } from '../../../dashboard/letters/Placeholders.tsx'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import buttons from '../../../dashboard/ui/button.module.css'
import { Either } from '../../../dashboard/ui/Switch.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { siteRoutes } from '../api.ts'
import { EditedForm } from './ConditionField.tsx'
import { DraftLink } from './DraftLink.tsx'
import { excerptOf } from './excerpt.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { focusField } from './focus-field.ts'
import { LetterFrame } from './LetterFrame.tsx'
import { formerPaths, MovePost } from './MovePost.tsx'
import { PageFrame } from './PageFrame.tsx'
import { documentQuery } from './queries.ts'
import styles from './site.module.css'
import { TakenDown } from './TakenDown.tsx'
import { TextForm } from './TextForm.tsx'
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
  if (document.text === '' && document.published) return <TakenDown document={document} />
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

/** What a field says in a list of both texts. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '(nothing)' : JSON.stringify(value)

function ValueForm({ document: opened }: { readonly document: EditableDocument }) {
  const { path, schema } = opened
  const client = useQueryClient()
  const edit = useDocument(opened)
  const { value, faults, collisions, state } = edit
  const [left, setLeft] = useState<readonly string[]>([])
  // In a narrow window the form, or the page or letter.
  const [shows, setShows] = useState<'form' | 'page'>('form')
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
  /** @param waits what is said of a text that waits */
  const replace = async (operation: string, change: (revision: number) => Promise<unknown>, waits = ''): Promise<void> => {
    try {
      await edit.settle()
      await change(edit.revision())
      await reopen()
      toast.success(operation, waits)
    } catch (error) {
      showFailure(operation, `${operation}: failed`, error)
    }
  }
  const missing = faults.filter(({ field }) => field.length === 0)
  const isPost = schema.properties?.body?.format === 'markdown'
  /** The summary of a new post follows its text until somebody writes one. */
  const write: typeof edit.write = (field, to) => {
    const { body, excerpt } = (value ?? {}) as { readonly body?: unknown; readonly excerpt?: unknown }
    edit.write(field, to)
    const isOwn = excerpt !== undefined && excerpt !== '' && excerpt !== excerptOf(body)
    if (isPost && !opened.published && field[0] === 'body' && !isOwn) edit.write(['excerpt'], excerptOf(to))
  }
  const editor = { value, field: [], label: '', required: true, faults: shownFaults, write }
  const leave = ({ target }: FocusEvent<HTMLElement>): void => {
    const name = target.closest<HTMLElement>('[data-field], [data-fields]')?.dataset
    const field = name?.field ?? name?.fields
    if (field !== undefined && !left.includes(field)) setLeft([...left, field])
  }
  // A letter stays as it was while a field has a fault.
  const composed = useRef('')
  if (faults.length === 0) composed.current = String(edit.revision())
  const form = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of fields that are left
    <div className={`stack gap-3 ${styles.form}`} onBlur={leave}>
      <div className={`row gap-2 middle stays ${styles.bar}`}>
        <p role="status">
          {isChanged || state !== 'saved'
            ? `${stateTexts[state]} ${state === 'refused' ? edit.message : ''}`
            : opened.published
              ? 'As published.'
              : 'Not published yet.'}
        </p>
        <a className={`${buttons.button} ${buttons.main}`} href={`#changes/${[path, ...formerPaths(value)].join()}`}>
          Publish
        </a>
        <Button tone="quiet" disabled={!edit.canUndo} onClick={edit.undo}>
          Undo
        </Button>
        {isChanged && (
          <Button
            tone="quiet"
            onClick={() =>
              void replace(
                'Draft discarded',
                (revision) => call(siteRoutes.discardSiteDraft, { body: { path, revision } }),
                opened.waiting.map(({ dueAt }) => `A text that waits is still published ${formatMoment(dueAt)}.`).join(' '),
              )
            }
          >
            Discard draft
          </Button>
        )}
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
                call(siteRoutes.saveSiteDocument, { body: { path, revision, waiting: id } }),
              )
            }
          >
            Begin with that text
          </Button>
        </div>
      ))}
      {collisions.map((collision) => (
        <div key={JSON.stringify(collision.field)} className="stack gap-2 alarm" role="alert">
          <strong>{`${fieldLabel(collision.field, schema, value) || 'The document'} was changed in another window too.`}</strong>
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
      {isPost && isChanged && (
        <div className="row middle">
          <a href={`${siteRoutes.sitePreview.path}?path=${encodeURIComponent(path)}`} target="_blank" rel="noreferrer">
            See the page
          </a>
          <DraftLink path={path} />
        </div>
      )}
      {state !== 'open' && <MovePost path={path} value={value} settle={edit.settle} revision={edit.revision} />}
      {schema.placeholders !== undefined && <Placeholders schema={schema} />}
      <Fills value={edit.fills}>
        <EditedForm value={editor.value}>
          <FieldEditor {...editor} schema={isPost ? onlyOf(schema, (name) => !written.includes(name)) : schema} />
        </EditedForm>
      </Fills>
      <div className="row">
        {opened.removable && opened.published && (
          <Button
            tone="quiet"
            onClick={() =>
              void replace('It leaves the site with the next publish', (revision) =>
                call(siteRoutes.saveSiteDocument, { body: { path, revision, text: '' } }),
              )
            }
          >
            Take it from the site
          </Button>
        )}
        {opened.differsFromBuilt && (
          <Button
            tone="quiet"
            onClick={() =>
              void replace('The delivered text is the draft', (revision) =>
                call(siteRoutes.saveSiteDocument, { body: { path, revision, built: true } }),
              )
            }
          >
            Back to the text it was delivered with
          </Button>
        )}
      </div>
    </div>
  )
  const isLetter = schema.placeholders !== undefined
  // What letters share has no page.
  if (path.startsWith('content/mail/') && !isLetter) return form
  const version = String(edit.revision())
  return (
    <div className={`stack ${styles.beside}`} data-shows={isPost ? undefined : shows}>
      {!isPost && (
        <div className={`line ${styles.either}`}>
          <Either
            label="Show"
            names={['Fields', isLetter ? 'Letter' : 'Page']}
            isSecond={shows === 'page'}
            choose={(isPage) => setShows(isPage ? 'page' : 'form')}
          />
        </div>
      )}
      {isPost && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears of fields that are left
        <div className={`stack gap-3 ${styles.paper}`} onBlur={leave}>
          <FieldEditor {...editor} schema={onlyOf(schema, (name) => written.includes(name))} />
        </div>
      )}
      {isLetter && <LetterFrame path={path} version={composed.current} />}
      {!isPost && !isLetter && (
        <PageFrame {...{ path, version, value, write }} saved={edit.saved()} showForm={() => setShows('form')} />
      )}
      {form}
    </div>
  )
}

/** What is written of a post on its paper; the other fields are beside it. */
const written: readonly string[] = ['title', 'body']

const onlyOf = (schema: FieldSchema, isKept: (name: string) => boolean): FieldSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isKept(name))),
})
