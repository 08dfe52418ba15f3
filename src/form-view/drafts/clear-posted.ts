import { readFormType } from '../../shared/form-types.ts'
import { warnOnce } from '../device-store.ts'
import { clearDraft } from './store.ts'

/** Whether the redirect after a post has just opened this page. After a reload, Back or a bookmark, clearing would delete what was typed since. */
function isAfterPost(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && navigation.redirectCount > 0 && new URLSearchParams(location.search).has('ref')
}

/** Runs on the page after a native post. Clears the draft of the form that `[data-posted]` names, as the form's script does after it has sent. */
export function clearPosted(): void {
  const { posted, files } = document.querySelector<HTMLElement>('[data-posted]')?.dataset ?? {}
  const formType = readFormType(posted)
  if (formType === undefined || !isAfterPost()) return
  clearDraft(formType, files?.split(' ').filter(Boolean) ?? []).catch((error: unknown) => warnOnce('clearing a draft', error))
}
