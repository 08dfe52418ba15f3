// Shows the times of meetings in the visitor's zone, with ours beside them. Without this script they are in ours, as the page says.
{
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const show = (at, timeZone, options) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(at))
  const time = (at, zone) => show(at, zone, { hour: '2-digit', minute: '2-digit' })
  const date = (at, zone) => `${show(at, zone, { weekday: 'long' })}, ${show(at, zone, { day: 'numeric', month: 'long' })}`
  const words = (at, zone) => `${date(at, zone)}, ${time(at, zone)}`

  for (const moment of document.querySelectorAll('[data-moment]')) {
    const [at, name] = moment.children
    const zone = moment.dataset.moment
    if (words(at.dateTime, own) === words(at.dateTime, zone)) continue
    const isSameDay = date(at.dateTime, own) === date(at.dateTime, zone)
    name.textContent = 'at your place ({there})'.replace(
      '{there}',
      `${(isSameDay ? time : words)(at.dateTime, zone)} ${name.textContent}`,
    )
    at.textContent = words(at.dateTime, own)
  }

  const note = document.querySelector('[data-zone-note]')
  const days = [...document.querySelectorAll('[data-day]')]
  const labels = days.flatMap((day) => [...day.querySelectorAll('label')])
  const value = (label) => label.querySelector('input').value
  const { zoneNote, zoneName } = note?.dataset ?? {}
  if (labels.some((label) => words(value(label), own) !== words(value(label), zoneNote))) {
    const place = own.replace(/.*\//, '').replaceAll('_', ' ')
    note.textContent = 'Your time ({place}) in bold, {ours} below.'.replace('{place}', place).replace('{ours}', zoneName)
    const byDay = new Map()
    for (const label of labels) {
      const at = value(label)
      const [here, there] = [date(at, own), date(at, zoneNote)]
      const [large, small] = label.querySelectorAll('span, small')
      large.textContent = time(at, own)
      // Where clocks change between the times, each has the name of its zone.
      const ours = `${here === there ? '' : show(at, zoneNote, { weekday: 'short' })} ${time(at, zoneNote)} ${small.textContent}`
      small.textContent = ours.trim()
      byDay.set(here, [...(byDay.get(here) ?? []), label])
    }
    const [first] = days
    const sets = [...byDay].map(([title, ofDay]) => {
      const set = first.cloneNode()
      const legend = document.createElement('legend')
      legend.textContent = title
      set.append(legend, ...ofDay)
      return set
    })
    first.before(...sets)
    for (const day of days) day.remove()
  }
}
