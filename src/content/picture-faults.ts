import type { Image } from 'mdast'
import { isPictureName } from './addresses.ts'

/** The faults of a picture, as sentences for an editor. */
export const pictureFaults = ({ url, alt, title }: Omit<Image, 'type'>): readonly string[] => [
  ...(title ? [`the picture ${url} has a title, which readers would not see: write ![what it shows](${url})`] : []),
  ...((alt ?? '').trim() === ''
    ? [`the picture ${url} needs a description for people who do not see it: ![what it shows](${url})`]
    : []),
  ...(isPictureName(url)
    ? []
    : [`the picture ${JSON.stringify(url)} should be the name of a file in content/pictures, such as demo-day.jpg`]),
]
