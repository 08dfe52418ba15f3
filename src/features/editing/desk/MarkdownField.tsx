import { lazy, Suspense, useId, useRef, useState } from 'react'
import { fieldLabel } from '../../../api/site-content.ts'
import { Either } from '../../../dashboard/ui/Switch.tsx'
import { PictureField, storePicture } from './PictureField.tsx'
import type { PasteRest } from './post-editor/cleaned-paste.ts'
import type { PostEditorHandle } from './post-editor/PostEditor.tsx'
import { Faults, type FieldProps, Hint, own } from './ValueField.tsx'

/** Large, and only posts need it. */
const PostEditor = lazy(() => import('./post-editor/PostEditor.tsx'))

const count = (n: number): string => `${n} ${n === 1 ? 'picture was' : 'pictures were'}`

/** The text of a post: as it reads, or its Markdown. */
export function MarkdownField({ schema, value, field, label, faults, write }: FieldProps) {
  const id = useId()
  const [chosen, setSource] = useState(false)
  const [isOpenable, setOpenable] = useState(true)
  const editor = useRef<PostEditorHandle>(null)
  const text = typeof value === 'string' ? value : ''
  const problems = own(faults, field)
  const isSource = chosen || !isOpenable
  const put = (next: string): void => write(field, next)
  /** Puts a picture between paragraphs, before the cursor. Its description is missing, and the checks say so. */
  const insert = (name: string): void => {
    const area = document.getElementById(id)
    if (!(area instanceof HTMLTextAreaElement)) {
      editor.current?.insertPicture(name)
      return
    }
    const [before, after] = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionStart)]
    put(`${`${before.trimEnd()}\n\n![](${name})\n\n${after.trimStart()}`.trim()}\n`)
  }
  const [note, setNote] = useState('')
  /** Stores the pictures of a paste, and says what else it had. */
  const pasted = async ({ pictures, missing, flattened }: PasteRest): Promise<void> => {
    let lost = missing
    for (const picture of pictures)
      try {
        insert(await storePicture(picture, 'pictures'))
      } catch {
        lost += 1
      }
    setNote(
      [
        pictures.length + missing > lost ? `${count(pictures.length + missing - lost)} stored: describe what it shows.` : '',
        lost === 0 ? '' : `${count(lost)} not in the clipboard: choose ${lost === 1 ? 'it' : 'them'} below.`,
        flattened ? 'Lists within lists became one list.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    )
  }
  const describedBy = `${id}-hint ${id}-fault`
  return (
    <PictureField folder="pictures" name="" label={fieldLabel(field)} onStored={insert}>
      <div className="field" data-fields={JSON.stringify(field)}>
        <div className="line spread">
          {isSource ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
          <Either
            label="Show"
            names={['As it reads', 'Markdown']}
            isSecond={isSource}
            choose={(next) => {
              setOpenable(true)
              setSource(next)
            }}
          />
        </div>
        {!isOpenable && <p role="status">This text has something that posts do not have, so it is shown as Markdown.</p>}
        {isSource ? (
          <textarea
            id={id}
            data-field={JSON.stringify(field)}
            aria-describedby={describedBy}
            aria-invalid={problems.length > 0 || undefined}
            rows={24}
            value={text}
            onChange={({ target }) => put(target.value)}
          />
        ) : (
          <Suspense fallback={<p>Loading…</p>}>
            <PostEditor
              {...{ text, label, describedBy }}
              ref={editor}
              invalid={problems.length > 0}
              change={put}
              pasted={(remaining) => void pasted(remaining)}
              cannotOpen={() => setOpenable(false)}
            />
          </Suspense>
        )}
        <p role="status" className="small">
          {note}
        </p>
        <Hint schema={schema} id={`${id}-hint`} />
        <Faults faults={problems} id={`${id}-fault`} />
      </div>
    </PictureField>
  )
}
