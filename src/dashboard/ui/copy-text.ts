import { toast } from './toast.ts'

/** Copies a text, and says whether that worked. */
export const copyText = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success('Copied'),
    () => toast.failure('Not copied', 'Select it and copy it.'),
  )
