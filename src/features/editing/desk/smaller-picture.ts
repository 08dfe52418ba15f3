import { maxStoredBytes, type PictureFolder, pictureFolders } from '../../../shared/stored-pictures.ts'
import { decoded, drawn, encoded, PictureFault } from '../../../ui/picture/picture.ts'

/**
 * A picture as pages need it: upright, at most twice as wide as it is shown, and its pixels alone, without the place and the camera.
 * WebP, or JPEG where the browser writes no WebP. @throws PictureFault
 */
export async function smallerPicture(file: Blob, folder: PictureFolder): Promise<Blob> {
  const bitmap = await decoded(file, pictureFolders[folder].width)
  try {
    const { width: most, least } = pictureFolders[folder]
    if (bitmap.width < least || bitmap.height < least / 4)
      throw new PictureFault(
        `The picture has ${bitmap.width} × ${bitmap.height} pixels. It must be at least ${least} wide, and ${least / 4} high.`,
      )
    if (bitmap.height > 4 * bitmap.width)
      throw new PictureFault('The picture is more than four times as high as it is wide: crop it.')
    const width = Math.min(most, bitmap.width)
    const height = Math.round((bitmap.height * width) / bitmap.width)
    for (const quality of [0.82, 0.6]) {
      const webp = await encoded(drawn(bitmap, width, height), 'image/webp', quality)
      const made = webp?.type === 'image/webp' ? webp : await encoded(drawn(bitmap, width, height, '#fff'), 'image/jpeg', quality)
      if (made !== null && made.size <= maxStoredBytes) return made
    }
    throw new PictureFault('The picture is too large, even when it is made smaller. Save it as JPEG, and add that.')
  } finally {
    bitmap.close()
  }
}
