import type { FormType } from '../../shared/form-types.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { kolam, kolamOf } from '../../ui/kolam/kolam.ts'
import styles from './success-view.module.css'

interface NamedKolamProps {
  readonly type: FormType
  /** What it is drawn from: the application's id, or the key of a submission that waits. */
  readonly id: string
  /** Whose it is: the company, or else the person; empty without either. */
  readonly name: string
  /** The application's reference; without it the picture cannot be saved yet. */
  readonly reference?: string
}

/** The kolam of an application with its caption, and the button that saves it as a picture. */
export const NamedKolam = ({ type, id, name, reference }: NamedKolamProps) => (
  <>
    <Kolam key={id} drawn {...kolamOf(type, id)} />
    {reference !== undefined && (
      <>
        <p className={styles.caption}>
          {`This kolam is ${name === '' ? 'yours' : `${name}’s`}. It is drawn from your application, and nobody else has it.`}
        </p>
        <Button weight="quiet" onClick={() => savePicture(type, id, name, reference)}>
          Save picture
        </Button>
      </>
    )}
  </>
)

/** In pixels: the shape of a picture that is shared from a phone. */
const size = { width: 1080, height: 1350 }

/** Saves the kolam as `kolam-REFERENCE.png`: rice on laterite, with the name and the reference. Nothing leaves the device. */
function savePicture(type: FormType, id: string, name: string, reference: string): void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (context === null) return
  const { seed, size: across, shape } = kolamOf(type, id)
  const { path, dots, viewBox } = kolam(seed, across, shape)
  const scale = 860 / Number(viewBox.split(' ')[2])
  context.fillStyle = '#5a1f17'
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = '#fbf8f1'
  context.font = '700 64px "Anek Latin", sans-serif'
  context.fillText(name, 110, 1180, 860)
  context.font = '400 36px "Anek Latin", sans-serif'
  context.fillText(`Kolam · ${reference}`, 110, 1250, 860)
  context.translate(size.width / 2, 560)
  context.scale(scale, scale)
  context.lineWidth = 0.32
  context.lineJoin = 'round'
  context.strokeStyle = '#fbf8f1'
  context.stroke(new Path2D(path))
  context.fillStyle = '#e9a20b'
  for (const { x, y } of dots) {
    context.beginPath()
    context.arc(x, y, 0.36, 0, 7)
    context.fill()
  }
  const link = document.createElement('a')
  link.download = `kolam-${reference}.png`
  link.href = canvas.toDataURL('image/png')
  link.click()
}
