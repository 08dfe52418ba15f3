// The filter of the portfolio: shows the companies of a category without loading the page again, and counts them. The page contains this script inline,
// unchanged.
{
  const filter = document.getElementById('filter')
  const count = document.getElementById('filter-count')
  const companies = [...document.getElementById('company-list').children]
  const press = (pressed) => {
    for (const button of filter.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button === pressed))
    let shown = 0
    for (const company of companies) {
      company.hidden = pressed.value !== '' && company.dataset.category !== pressed.value
      if (!company.hidden) shown++
    }
    count.textContent = `${shown} ${shown === 1 ? 'company' : 'companies'}`
  }
  press(filter.querySelector(':target') ?? filter.querySelector('button'))
  filter.addEventListener('click', (event) => {
    const pressed = event.target.closest('button')
    if (pressed === null) return
    event.preventDefault()
    press(pressed)
  })
}
