import { decoded, drawn, encoded } from '../../ui/picture/picture.ts'

/** The longest side of a picture that answers a request: enough for a page of print. */
const mostPixels = 3_000
/** From here on a picture is made smaller. The server takes 5 MB. */
const mostBytes = 2 * 1024 * 1024

/** A picture made smaller, as PNG if it was one and is small enough; undefined when it is small already. @throws PictureFault */
async function smaller(file: File): Promise<{ readonly file: File; readonly size: string } | undefined> {
  const bitmap = await decoded(file, mostPixels)
  try {
    const share = Math.min(1, mostPixels / Math.max(bitmap.width, bitmap.height))
    if (share === 1 && file.size <= mostBytes) return undefined
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * share)))
    if (width === undefined || height === undefined) return undefined
    const png = file.type === 'image/png' ? await encoded(drawn(bitmap, width, height), 'image/png', 1) : null
    const isSmall = png !== null && png.size <= mostBytes
    const made = isSmall ? png : await encoded(drawn(bitmap, width, height, '#fff'), 'image/jpeg', 0.85)
    if (made === null || (share === 1 && made.size >= file.size)) return undefined
    const name = file.name.replace(/\.[^.]*$/, isSmall ? '.png' : '.jpg')
    return { file: new File([made], name, { type: made.type }), size: `${width} × ${height}` }
  } finally {
    bitmap.close()
  }
}

/** Makes a chosen picture smaller before it is sent. What cannot be read here is sent as it is, and the server says what is wrong with it. */
export function makeSmaller(input: HTMLInputElement): void {
  const status = document.querySelector<HTMLElement>('[data-smaller]')
  const { form } = input
  if (status === null || form === null) return
  let working: Promise<void> | undefined
  const show = (text = ''): void => {
    status.textContent = text
  }
  const change = (): void => {
    const [file] = input.files ?? []
    show()
    if (file === undefined) return
    show(status.dataset.busy)
    const turn = smaller(file)
      .catch(() => undefined)
      .then((made) => {
        if (input.files?.[0] !== file) return
        if (made !== undefined) {
          const chosen = new DataTransfer()
          chosen.items.add(made.file)
          input.files = chosen.files
        }
        show(made && status.dataset.smaller?.replace('{size}', made.size))
      })
      .finally(() => {
        if (working === turn) working = undefined
      })
    working = turn
  }
  input.addEventListener('change', change)
  // It may have been chosen before this script arrived.
  change()
  form.addEventListener('submit', (event) => {
    if (working === undefined) return
    event.preventDefault()
    void working.then(() => form.requestSubmit())
  })
}
