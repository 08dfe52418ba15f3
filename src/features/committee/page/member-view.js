// Keys for a member's view, and keeps the score and comment in this browser until they are saved, so that a reload or a lost connection does not lose them. The page works without it.
{
  const prefix = 'committee:'
  const ofMember = prefix + location.pathname.split('/').slice(0, 3).join('/')
  const form = document.querySelector('form[data-view]')
  const key = prefix + location.pathname
  try {
    const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null')
    const fields = () => {
      const { revision, score, comment } = Object.fromEntries(new FormData(form))
      return { revision: Number(revision), score: score ?? '', comment }
    }
    // A review that was saved is answered with a redirect; so is the link of the letter, which no page of ours leads to.
    const sent = sessionStorage.getItem(prefix)
    sessionStorage.removeItem(prefix)
    const isRedirected = performance.getEntriesByType('navigation')[0]?.redirectCount > 0
    if (sent !== null && isRedirected && document.referrer.startsWith(location.origin)) localStorage.removeItem(sent)
    // The link has ended.
    if (document.querySelector('[data-ended]') !== null)
      for (const each of Object.keys(localStorage)) if (each.startsWith(ofMember)) localStorage.removeItem(each)
    if (form !== null) {
      const shown = JSON.stringify(fields())
      const draft = stored()
      const note = document.querySelector('[data-unsaved]')
      // What was typed and refused is in the page already; a later save of another window comes before a draft.
      const isOlder = draft !== null && (draft.revision < fields().revision || form.dataset.view === 'refused')
      if (isOlder) localStorage.removeItem(key)
      else if (draft !== null) {
        const choice = form.querySelector(`[name=score][value="${draft.score}"]`)
        if (choice !== null) choice.checked = true
        form.elements.comment.value = draft.comment
        note.hidden = false
      }
      form.addEventListener('input', () => {
        const now = JSON.stringify(fields())
        note.hidden = now === shown
        if (now === shown) localStorage.removeItem(key)
        else localStorage.setItem(key, now)
      })
      form.addEventListener('submit', () => sessionStorage.setItem(prefix, key))
    }
  } catch {
    // Storage is full or forbidden: the page works without it.
  }

  const view = document.querySelector('form[data-view]')
  const hint = document.querySelector('[data-keys]')
  if (view !== null && hint !== null) {
    hint.hidden = matchMedia('(hover: none)').matches
    // As typedKey of the desk: the Enter of an input method ends a word.
    const typedKey = ({ key, keyCode, isComposing }) => (isComposing || keyCode === 229 ? '' : key)
    addEventListener('keydown', (event) => {
      if (event.altKey || event.repeat) return
      const key = typedKey(event)
      const { target } = event
      const isSave = key === 'Enter' && (event.ctrlKey || event.metaKey || !target.closest('a, button, textarea'))
      if (!isSave && (event.ctrlKey || event.metaKey || target.closest('textarea'))) return
      const score = view.querySelector(`[name=score][value="${/^[1-5]$/.test(key) ? key : 'none'}"]`)
      const step = document.querySelector(key === 'j' ? 'a[rel=next]' : key === 'k' ? 'a[rel=prev]' : 'none')
      if (isSave) view.requestSubmit(view.querySelector('[value=next]'))
      else if (score !== null) score.click()
      else if (key === 'c') {
        const { comment } = view.elements
        comment.focus()
        comment.setSelectionRange(comment.value.length, comment.value.length)
      } else if (step !== null) step.click()
      else return
      event.preventDefault()
    })
  }
}
