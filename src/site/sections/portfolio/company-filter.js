// The portfolio's filter: shows the companies of the pressed button's category. Set into the page as it stands here.
{
  const filter = document.getElementById('filter')
  const count = document.getElementById('filter-count')
  const companies = [...document.getElementById('company-list').children]
  filter.hidden = false
  filter.addEventListener('click', (event) => {
    const pressed = event.target.closest('button')
    if (pressed === null) return
    for (const button of filter.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button === pressed))
    let shown = 0
    for (const company of companies) {
      company.hidden = pressed.value !== '' && company.dataset.category !== pressed.value
      if (!company.hidden) shown++
    }
    count.textContent = `${shown} ${shown === 1 ? 'company' : 'companies'}`
  })
}
