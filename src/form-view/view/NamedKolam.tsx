import { type Form, nounOf } from '../../forms/form.ts'
import { minute } from '../../shared/durations.ts'
import type { FormType } from '../../shared/form-types.ts'
import { translate } from '../../shared/translate.ts'
import { Button } from '../../ui/button/Button.tsx'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { kolam } from '../../ui/kolam/kolam.ts'

interface NamedKolamProps {
  readonly form: Form
  /** The source of the drawing: the application's id, or the key of a queued submission. */
  readonly id: string
  /** The name of the company, or else of the person; empty if neither is given. */
  readonly name: string
  /** The application's reference. Without it, the picture cannot be saved yet. */
  readonly reference?: string
  /** Whether to animate only the end of the line, because the rest was already shown. */
  readonly closes: boolean
}

/** The kolam of an application with its caption, and the buttons that save and share it as a picture. */
export const NamedKolam = ({ form, id, name, reference, closes }: NamedKolamProps) => (
  <>
    <Kolam key={id} drawn className={closes ? 'success-view-closes' : undefined} {...kolamOf(form.type, id)} />
    <p className="soft small success-view-caption">
      {name === '' ? translate`This drawing is yours. ` : translate`This drawing is ${name}’s. `}
      {reference === undefined
        ? translate`Its line is drawn when your answers reach us.`
        : translate`Drawn from your answers. It’s on your page and on our desk, beside your ${nounOf(form)}.`}
    </p>
    {reference !== undefined && (
      <PictureButtons draw={() => drawPicture(form.type, id, name, reference)} fileName={`${reference}.png`} />
    )}
  </>
)

interface PictureButtonsProps {
  draw(): Promise<Blob | null>
  readonly fileName: string
}

/** Buttons that save the picture and, if the browser can share files, share it. */
const PictureButtons = ({ draw, fileName }: PictureButtonsProps) => {
  const act = (use: (picture: Blob) => unknown) => (): void => {
    draw()
      .then((picture) => picture && use(picture))
      // as when the visitor closes the list of apps
      .catch((error: unknown) => console.warn('forms: the picture was not shared', error))
  }
  const file = (parts: BlobPart[]): ShareData => ({ files: [new File(parts, fileName, { type: 'image/png' })] })
  return (
    <p>
      <Button weight="quiet" onClick={act((picture) => save(picture, fileName))}>{translate`Save picture`}</Button>{' '}
      {navigator.canShare?.(file([])) && (
        <Button weight="quiet" onClick={act((picture) => navigator.share(file([picture])))}>{translate`Share`}</Button>
      )}
    </p>
  )
}

function save(picture: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.download = fileName
  link.href = URL.createObjectURL(picture)
  link.click()
  // Wait until the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), minute)
}

/** In pixels; the usual format of a picture that is shared from a phone. */
const size = { width: 1080, height: 1350 }

/** The kolam as a picture in the colours of the site, with the name and the reference. Null if the browser cannot draw it. */
function drawPicture(type: FormType, id: string, name: string, reference: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  const { seed, size: across, shape } = kolamOf(type, id)
  const { path, dots, viewBox } = kolam(seed, across, shape)
  const scale = 860 / Number(viewBox.split(' ')[2])
  const [ground = '', light = '', mark = ''] = ['ground-deep', 'ground', 'mark'].map((token) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${token}`),
  )
  context.fillStyle = ground
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = light
  context.font = '700 64px "Anek Latin", "Anek Tamil", sans-serif'
  context.fillText(name, 110, 1180, 860)
  context.font = '400 36px "Anek Latin", "Anek Tamil", sans-serif'
  context.fillText(
    `${document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content} · ${reference}`,
    110,
    1250,
    860,
  )
  context.translate(size.width / 2, 560)
  context.scale(scale, scale)
  context.lineWidth = 0.32
  context.lineJoin = 'round'
  context.strokeStyle = light
  context.stroke(new Path2D(path))
  context.fillStyle = mark
  for (const { x, y } of dots) {
    context.beginPath()
    context.arc(x, y, 0.36, 0, 7)
    context.fill()
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
