import { readFormType } from '../../shared/form-types.ts'
import { warnOnce } from '../device-store.ts'
import { clearDraft } from './store.ts'

/** Whether the redirect after a post has just led here: a reload, Back and a bookmark would clear what was typed since. */
function isAfterPost(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && navigation.redirectCount > 0 && new URLSearchParams(location.search).has('ref')
}

/** On the page after a native post: clears the draft of the form that `[data-posted]` names, as the form's script does after its own. */
export function clearPosted(): void {
  const { posted, files } = document.querySelector<HTMLElement>('[data-posted]')?.dataset ?? {}
  const formType = readFormType(posted)
  if (formType === undefined || !isAfterPost()) return
  clearDraft(formType, files?.split(' ').filter(Boolean) ?? []).catch((error: unknown) => warnOnce('clearing a draft', error))
}
