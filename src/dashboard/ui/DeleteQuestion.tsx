import type { DeleteQuestionProps } from './DeleteDialog.tsx'
import { LaterOnce, later } from './Later.tsx'

const dialog = later('the question', async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

/** Confirms a deletion: Cancel or Delete, or another verb. */
export const DeleteQuestion = <T,>(props: DeleteQuestionProps<T>) => (
  <LaterOnce
    part={dialog}
    needed={props.subject !== undefined}
    props={props as DeleteQuestionProps<unknown>}
    failed={props.close}
  />
)
