import { isFileField } from '../../../forms/fields/file.ts'
import { type Asking, describedBy, FieldFrame } from '../FieldFrame.tsx'
import styles from '../form-field.module.css'
import { ids } from '../markup.ts'

/** A chosen file, as it is told beside the input, and the way to take it out again. */
export interface ChosenFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly remove: () => void
}

/** `312 KB`, `4.2 MB`; 1 KB is 1,024 bytes. */
export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** One file. */
export const FileInput = ({ chosen, ...asking }: Asking & { readonly chosen?: ChosenFile }) => {
  const { name, field, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <input
        className={styles.file}
        id={ids.field(name)}
        name={name}
        type="file"
        accept={isFileField(field) ? field.accept.join(',') : undefined}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      />
      {chosen && (
        <p className={styles.chosen}>
          <span className={styles.fileName}>{chosen.name}</span> <span className={styles.size}>{fileSize(chosen.size)}</span>{' '}
          <button type="button" className={styles.plain} onClick={chosen.remove}>
            Remove<span className={styles.unseen}> {chosen.name}</span>
          </button>
        </p>
      )}
    </FieldFrame>
  )
}
