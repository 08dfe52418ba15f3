import type { Photo } from '../../../content/schema/values.ts'
import { pictureSize, pictureUrl } from './content-pictures.ts'
import styles from './photograph.module.css'

/** A photograph between two sections of a page; nothing if the content has none. */
export const Photograph = ({ photo }: { readonly photo: Photo | undefined }) =>
  photo && (
    <div className="wrap">
      {/* The content policy allows no style attribute. */}
      {photo.focus && <style>{`[data-focus]{object-position:${photo.focus}}`}</style>}
      <img
        className={styles.photograph}
        src={pictureUrl(photo.file)}
        alt={photo.alt}
        data-focus={photo.focus && ''}
        loading="lazy"
        decoding="async"
        {...pictureSize(photo.file)}
      />
    </div>
  )
