import { ImagePlus } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../dashboard/client.ts'
import { refusalOf, reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import type { PictureFolder } from '../../../shared/stored-pictures.ts'
import { PictureFault } from '../../../ui/picture/picture.ts'
import { siteRoutes } from '../api.ts'
import { addressOf } from './picture-address.ts'
import styles from './site.module.css'
import { smallerPicture } from './smaller-picture.ts'

/** Makes a picture smaller and stores it. Returns its name. @throws PictureFault, or what the call throws */
export async function storePicture(file: Blob, folder: PictureFolder, storing: () => void = () => undefined): Promise<string> {
  const smaller = await smallerPicture(file, folder)
  storing()
  return (await call(siteRoutes.storeSitePicture, { query: { folder }, file: smaller })).name
}

/**
 * A picture that is chosen, dropped or pasted. It is made smaller here, and stored at once; the draft has its name. `children`: the field for the name of a
 * file in content/.
 */
export function PictureField({
  folder,
  name,
  label,
  onStored,
  children,
}: {
  readonly folder: PictureFolder
  readonly name: string
  readonly label: string
  onStored(name: string): void
  readonly children: ReactNode
}) {
  const [state, setState] = useState<'' | 'Making the picture smaller…' | 'Storing the picture…' | 'The picture is stored.'>('')
  const [fault, setFault] = useState('')
  const [isOver, setOver] = useState(false)
  const [broken, setBroken] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  const latest = useRef(0)
  // An entry that is moved meanwhile takes its picture with it.
  const store = useRef(onStored)
  store.current = onStored
  // A field that was removed meanwhile gets no name.
  useEffect(
    () => () => {
      latest.current = -1
    },
    [],
  )
  const add = async (files: FileList | undefined): Promise<void> => {
    const [file] = files ?? []
    if (file === undefined) return
    latest.current += 1
    const turn = latest.current
    setFault(files?.length === 1 ? '' : 'Only the first of these files was added.')
    try {
      setState('Making the picture smaller…')
      const stored = await storePicture(file, folder, () => setState('Storing the picture…'))
      if (turn !== latest.current) return
      setState('The picture is stored.')
      store.current(stored)
    } catch (error) {
      if (turn !== latest.current) return
      setState('')
      if (!(error instanceof PictureFault)) reportFailure('storing a picture', error)
      setFault(
        error instanceof PictureFault ? error.message : (refusalOf(error) ?? 'The picture could not be read. Try it again.'),
      )
    }
  }
  const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')
  const onDrop = (event: DragEvent): void => {
    setOver(false)
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    void add(event.dataTransfer.files)
  }
  const onPaste = (event: ClipboardEvent): void => {
    // Word adds a picture of the text that was copied.
    if (!hasFiles(event.clipboardData) || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    void add(event.clipboardData.files)
  }
  const address = addressOf(folder, name)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever uses keys presses the button
    <div
      className={`stack gap-2 ${styles.picture}`}
      data-picture=""
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      {address !== undefined && broken !== address && <img src={address} alt="" onError={() => setBroken(address)} />}
      {children}
      <div className="row gap-2 middle">
        <Button onClick={() => chooser.current?.click()} aria-label={`Choose a picture for ${label}`}>
          <ImagePlus aria-hidden size={16} strokeWidth={1.75} />
          Choose a picture
        </Button>
        <span className="soft small">Or drop it here, or paste it. JPEG, PNG, WebP, AVIF or SVG of at most 15 MB.</span>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic,.heic,image/svg+xml"
        onChange={(event) => {
          void add(event.target.files ?? undefined)
          event.target.value = ''
        }}
      />
      <span role="status" className="soft small">
        {state}
      </span>
      <span role="alert" className="fault">
        {fault}
      </span>
    </div>
  )
}
